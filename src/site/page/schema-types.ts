/**
 * Branches of schema.org's type hierarchy: each type with its direct subtypes. A type with several parents is listed under
 * each.
 */
const SUBTYPES: Readonly<Record<string, string>> = {
  Organization:
    'Airline Consortium Cooperative Corporation EducationalOrganization FundingScheme GovernmentOrganization LibrarySystem LocalBusiness MedicalOrganization NGO NewsMediaOrganization OnlineBusiness PerformingGroup PoliticalParty Project ResearchOrganization SearchRescueOrganization SportsOrganization WorkersUnion',
  EducationalOrganization: 'CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School',
  MedicalOrganization: 'Dentist DiagnosticLab Hospital MedicalClinic Pharmacy Physician VeterinaryCare',
  OnlineBusiness: 'OnlineMarketplace OnlineStore',
  PerformingGroup: 'DanceGroup MusicGroup TheaterGroup',
  Project: 'FundingAgency ResearchProject',
  SportsOrganization: 'SportsTeam',

  LocalBusiness:
    'AnimalShelter ArchiveOrganization AutomotiveBusiness ChildCare Dentist DryCleaningOrLaundry EmergencyService EmploymentAgency EntertainmentBusiness FinancialService FoodEstablishment GovernmentOffice HealthAndBeautyBusiness HomeAndConstructionBusiness InternetCafe LegalService Library LodgingBusiness MedicalBusiness ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation Store TelevisionStation TouristInformationCenter TravelAgency',
  AutomotiveBusiness:
    'AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation MotorcycleDealer MotorcycleRepair',
  EmergencyService: 'FireStation Hospital PoliceStation',
  EntertainmentBusiness: 'AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub',
  FinancialService: 'AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency',
  FoodEstablishment:
    'Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery',
  GovernmentOffice: 'PostOffice',
  HealthAndBeautyBusiness: 'BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor',
  HomeAndConstructionBusiness:
    'Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber RoofingContractor',
  LegalService: 'Attorney Notary',
  LodgingBusiness: 'BedAndBreakfast Campground Hostel Hotel Motel Resort VacationRental',
  Resort: 'SkiResort',
  MedicalBusiness:
    'CommunityHealth Dentist Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic Midwifery Nursing Obstetric Oncologic Optician Optometric Otolaryngologic Pediatric Pharmacy Physician Physiotherapy PlasticSurgery Podiatric PrimaryCare Psychiatric PublicHealth',
  MedicalClinic: 'CovidTestingFacility',
  Physician: 'IndividualPhysician PhysiciansOffice',
  SportsActivityLocation:
    'BowlingAlley ExerciseGym GolfCourse HealthClub PublicSwimmingPool SkiResort SportsClub StadiumOrArena TennisComplex',
  Store:
    'AutoPartsStore BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore',

  Person: 'Patient',
  WebSite: '',

  Article:
    'AdvertiserContentArticle NewsArticle Report SatiricalArticle ScholarlyArticle SocialMediaPosting TechArticle',
  NewsArticle:
    'AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle',
  ScholarlyArticle: 'MedicalScholarlyArticle',
  SocialMediaPosting: 'BlogPosting DiscussionForumPosting',
  BlogPosting: 'LiveBlogPosting',
  TechArticle: 'APIReference',
};

/** Types that may represent the site: an Organization (every LocalBusiness is one), a Person or the WebSite itself. */
export const IDENTITY_TYPES: ReadonlySet<string> = new Set(['Organization', 'Person', 'WebSite'].flatMap(withSubtypes));

export const PERSON_TYPES: ReadonlySet<string> = new Set(withSubtypes('Person'));

export const ARTICLE_TYPES: ReadonlySet<string> = new Set(withSubtypes('Article'));

function withSubtypes(type: string): readonly string[] {
  const below = SUBTYPES[type]?.split(' ').filter((name) => name !== '') ?? [];
  return [type, ...below.flatMap(withSubtypes)];
}
