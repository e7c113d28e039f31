/** Facts about one language for the questions on wording. */
export interface LanguagePack {
  /** Its primary language subtag (BCP 47). */
  readonly language: string;
  /** Words that carry no subject, in lower case. */
  readonly stopWords: ReadonlySet<string>;
  /** Words that count things and follow a number, as a regular expression in lower case. */
  readonly units: string;
  /** Numbers in words from two to twelve, and tens, as a regular expression in lower case. Empty where there are none. */
  readonly numbers: string;
  /**
   * Words before a number that show that it counts what follows (`over 150 patents`), as a regular expression in lower
   * case. Empty where words are not divided by spaces.
   */
  readonly counting: string;
  /** Words before a year that make it a date: `since 1998`. Empty where the year is marked itself. */
  readonly yearIntro: string;
  /** Endings and words after a year that make it a date: `1998 yılında`. Empty where they stand before it. */
  readonly yearOutro: string;
  /**
   * Regular expression for the beginning of a sentence that leaves out its subject because the heading above names it (`Es
   * una firma`). Null where the language needs the subject.
   */
  readonly subjectless: RegExp | null;
}

interface Written {
  readonly stop: string;
  readonly units: string;
  readonly numbers?: string;
  readonly counting?: string;
  readonly yearIntro?: string;
  readonly yearOutro?: string;
  readonly subjectless?: RegExp;
}

/** Signs of numbers in Chinese and Japanese. */
const SIGNS = '〇零一二两兩三四五六七八九十百千万萬点點';
/**
 * Numbers in signs from two, and not what only looks like one: `第三次` (the third time), `三月三日`, a year, `十分` (very),
 * `四周` (around), `二度と` (never again), `二年级` (second class).
 */
const IN_SIGNS = `(?<![第月周期${SIGNS}])(?!十分(?!間|钟|鐘)|四周|二度と|[〇零一二三四五六七八九]{4}|[${SIGNS}]{1,9}(?:月|年[级級]|[个位枚回本人]目))(?:[二两兩三四五六七八九十]|一(?=[十百千万萬]))[${SIGNS}]{0,8}?`;

const PACKS: Readonly<Record<string, Written>> = {
  en: {
    stop: 'a about after all also an and any are as at be been but by can could did do does for from get had has have he her his how i if in into is it its just like more most my new no not of on one only or other our out over she so some such than that the their them then there these they this to up us was we were what when where which who why will with would you your',
    units:
      'percent|per cent|seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades|people|persons|employees|users|customers|clients|members|students|countries|cities|projects|pages|times|miles?|feet|inches|pounds|ounces|gallons|patients|doctors|guests|families|households|children|volunteers|participants|developers|companies|schools|languages|locations|branches|stores|beds|rooms|bedrooms|seats|homes|apartments|vehicles|reviews|downloads|courses|lessons|recipes|species|acres|hectares|square feet|sq\\.? ?ft|tons|tonnes|degrees|met(?:re|er)s?|kilomet(?:re|er)s?|kilograms?|grams?|lit(?:re|er)s?|watts?|volts?|million|billion|knots?|nautical miles?|horsepower|yards?|pints?|tablespoons?|teaspoons?|tbsp|tsp|cups?|cloves?|pinch(?:es)?|sticks?|slices?|servings?',
    numbers:
      'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half an?',
    counting:
      'over|than|about|around|nearly|almost|some|approximately|roughly|at least|at most|up to|of|with|and|has|have|had|our|all|in|for|are|were|includes?|including|contains?|offers?|serves?|employs?|operates?',
    yearIntro:
      'in|since|from|until|by|of|early|mid|late|between|spring|summer|autumn|winter|est\\.|founded|established',
  },
  de: {
    stop: 'aber alle als also am an auch auf aus bei bin bis da damit dann das dass dem den der des die dies diese dieser dieses doch du durch ein eine einem einen einer eines er es für hat haben hier ich ihr ihre im in ist ja kann kein keine können man mehr mein mit nach nicht noch nur ob oder ohne schon sehr sein seine sich sie sind so über um und uns unser unsere unter vom von vor war was wenn wer werden wie wir wird zu zum zur',
    units:
      'prozent|sekunden?|minuten?|stunden?|tagen?|tage|wochen?|monaten?|monate|jahren?|jahre|personen|menschen|mitarbeiter|mitarbeitende|mitarbeitern|kunden|nutzer|mitglieder|länder|städte|projekte|seiten|patienten|ärzte|gäste|familien|haushalte|kinder|schüler|teilnehmer|unternehmen|firmen|schulen|sprachen|standorte|filialen|betten|zimmer|plätze|wohnungen|fahrzeuge|bewertungen|kurse|arten|hektar|tonnen|mal|grad|meter|metern|kilometer|kilogramm|gramm|liter|watt|volt|millionen|milliarden|quadratmeter|knoten|seemeilen|ps|esslöffel|teelöffel|el|tl|prisen?|zehen?|tassen?|portionen|becher',
    numbers:
      'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|halbe[rsn]?|anderthalb|eineinhalb',
    counting:
      'über|als|rund|etwa|ca\\.?|circa|mit|und|von|fast|knapp|insgesamt|unsere[nr]?|für|in|haben|hat|sind|gut|bis zu|mindestens|alle|umfasst|bietet|beschäftigt',
    yearIntro:
      'seit|jahr|jahre|jahren|jahres|ab|bis|von|zwischen|anfang|mitte|ende|frühling|frühjahr|sommer|herbst|winter|anno|gründung|gegründet',
  },
  fr: {
    stop: 'à afin ai ainsi alors au aucun aussi autre aux avec avoir car ce cela ces cet cette chez comme comment dans de des donc dont du elle elles en encore entre est et être eu fait il ils je la le les leur leurs lors lui mais même mes mon ne nos notre nous on ont ou où par pas peut plus pour pourquoi qu quand que quel quelle qui sa sans se ses si son sont sous sur ta tes ton tout tous toute très tu un une vos votre vous y',
    units:
      'pour cent|secondes?|minutes?|heures?|jours?|semaines?|mois|ans|années?|personnes|salariés|employés|clients|utilisateurs|membres|pays|villes|projets|pages|patients|médecins|familles|enfants|élèves|étudiants|participants|entreprises|écoles|langues|agences|magasins|lits|chambres|places|logements|appartements|véhicules|avis|cours|recettes|espèces|hectares|tonnes|m[èe]tres carrés|fois|degrés|mètres?|kilomètres?|kilogrammes?|grammes?|litres?|watts?|volts?|millions?|milliards?|nœuds?|milles? nautiques?|cuill[èe]res?(?: à (?:soupe|café))?|c\\. à (?:s|c)\\.?|pincées?|gousses?|tasses?|tranches?|portions?',
    numbers:
      'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|quarante|cinquante|soixante|soixante-dix|quatre-vingts?|quatre-vingt-dix|une? demi-?',
    counting: "plus de|environ|près de|avec|et|de|nos|dans|pour|compte|comptons|avons|ont|sont|jusqu['’]à",
    yearIntro:
      "en|depuis|dès|jusqu['’]en|l['’]an|année|années|entre|début|fin|mi|printemps|été|automne|hiver|fondée? en",
  },
  es: {
    stop: 'a al algo como con cual cuando de del desde donde dos el ella ellos en entre era es esa ese eso esta estas este esto estos está están fue ha hasta hay la las le les lo los más me mi mis muy nada ni no nos nosotros nuestra nuestro o os otra otro para pero por porque que qué quien se sea ser si sí sin sobre son su sus también tan te tiene todo todos tu tus un una unas uno unos usted y ya yo ante bajo contra durante hacia mediante según tras',
    units:
      'por ciento|segundos?|minutos?|horas?|días?|semanas?|mes|meses|años?|personas|empleados|clientes|usuarios|miembros|países|ciudades|proyectos|páginas|pacientes|médicos|familias|niños|alumnos|estudiantes|participantes|empresas|escuelas|idiomas|sedes|sucursales|tiendas|camas|habitaciones|plazas|viviendas|apartamentos|vehículos|reseñas|cursos|recetas|especies|hectáreas|toneladas|metros cuadrados|kms?|veces|grados|metros?|kilómetros?|kilogramos?|kilos?|gramos?|litros?|vatios|voltios|millones|millón|nudos|millas náuticas|cucharad(?:as?|itas?)|cdas?\\.?|cdtas?\\.?|tazas?|pizcas?|dientes|rebanadas?|raciones',
    numbers:
      'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|medi[oa]',
    counting: 'más de|unos|unas|con|y|de|casi|cerca de|nuestr[oa]s|tiene|tenemos|en|para|son',
    yearIntro: 'en|desde|hasta|de|entre|año|años|(?:en|desde|hasta|del?) el(?: año)?|del|fundada? en',
    subjectless:
      /^(?:(?:Es|Son|Fue|Fueron) (?:una?|unos|unas|el|la|los|las|\p{Lu}\p{Ll}+) |Consisten? en |Se trata de )/u,
  },
  pt: {
    stop: 'a ao aos as até com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta este eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na nas nem no nos nossa nosso não nós o os ou para pela pelas pelo pelos por porque qual quando que quem se sem ser seu seus sobre sua suas são só também te tem ter todo todos tu um uma umas uns você vocês à às é ante após contra durante perante sob',
    units:
      'por cento|segundos?|minutos?|horas?|dias?|semanas?|mês|meses|anos?|pessoas|funcionários|colaboradores|clientes|usuários|utilizadores|membros|países|cidades|projetos|páginas|pacientes|médicos|famílias|crianças|alunos|estudantes|participantes|empresas|escolas|idiomas|unidades|filiais|lojas|leitos|camas|quartos|vagas|imóveis|apartamentos|veículos|avaliações|cursos|receitas|espécies|hectares|toneladas|metros quadrados|kms?|vezes|graus|metros?|quilômetros?|quilómetros?|quilos?|gramas?|litros?|watts?|volts?|milhões|milhão|bilhões|nós|milhas náuticas|colher(?:es)?(?: de (?:sopa|chá))?|xícaras?|chávenas?|pitadas?|dentes|fatias?|porções',
    numbers:
      'dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|mei[oa]',
    counting: 'mais de|cerca de|uns|umas|com|e|de|quase|noss[oa]s|tem|temos|em|para|são',
    yearIntro: 'em|desde|até|de|entre|ano|anos|fundada? em',
    subjectless: /^(?:(?:É|São|Foi|Foram) (?:uma?|uns|umas|os?|as?|\p{Lu}\p{Ll}+) |Consistem? em |Trata-se de )/u,
  },
  it: {
    stop: 'a ad ai al alla alle allo anche che chi ci come con cosa cui da dai dal dalla dalle degli dei del della delle dello di dove e ed era essere fra gli ha hai hanno ho i il in io la le lei li lo loro lui ma mi mia mio ne nei nel nella nelle no noi non nostra nostro o ogni per perché più quale quando quella quello questa questo qui se sei si sia sono sopra su sua sue sui sul sulla suo suoi tra tu tua tuo tutti tutto un una uno vi voi è contro dopo durante presso verso',
    units:
      'per cento|second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|persone|dipendenti|clienti|utenti|membri|paesi|città|progetti|pagine|pazienti|medici|ospiti|famiglie|bambini|studenti|partecipanti|aziende|imprese|scuole|lingue|sedi|filiali|negozi|letti|camere|posti|appartamenti|veicoli|recensioni|corsi|ricette|specie|ettari|tonnellate|metri quadri|metri quadrati|volte|gradi|metr[oi]|chilometr[oi]|chilogramm[oi]|chili|gramm[oi]|litr[oi]|watt|volt|milion[ei]|miliard[oi]|nodi|miglia nautiche|cucchiain[oi]|cucchiai?o?|tazz[ae]|pizzichi|pizzico|spicchi(?:o)?|fett[ae]|porzioni',
    numbers:
      'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|mezz[oa]',
    counting: 'più di|oltre|circa|con|e|di|quasi|nostr[ie]|ha|abbiamo|in|per|sono|ben',
    yearIntro: "nel|dal|fino al|del|tra il|anno|anni|fondata? nel|l['’]anno|dall['’]anno|nell['’]anno",
    subjectless:
      /^(?:(?:È|Sono|Fu|Furono) (?:una?|uno|il|lo|la|i|gli|le|\p{Lu}\p{Ll}+) |(?:È|Fu) (?:un|l)['’]|Consist(?:e|ono) (?:in|nell?[ao]?) |Si tratta di )/u,
  },
  nl: {
    stop: 'aan al alle als ben bij dan dat de deze die dit door dus een en er geen had heb hebben heeft het hier hij hoe hun ik in is je jij jouw kan kunnen maar me meer met mijn naar niet nog nu of om omdat onder ons onze ook op over te tegen toch tot u uit uw van veel voor waar wat we wel werd wie wij wordt worden zal ze zich zij zijn zo zonder',
    units:
      "procent|seconden?|minuten?|minuut|uur|uren|dagen|dag|weken|week|maanden|maand|jaar|jaren|mensen|personen|medewerkers|klanten|gebruikers|leden|landen|steden|projecten|pagina[’']s|patiënten|artsen|gasten|gezinnen|kinderen|leerlingen|studenten|deelnemers|bedrijven|scholen|talen|locaties|vestigingen|winkels|bedden|kamers|plaatsen|woningen|voertuigen|beoordelingen|cursussen|recepten|soorten|hectare|ton|vierkante meter|keer|graden|meter|kilometer|kilogram|kilo|gram|liter|watt|volt|miljoen|miljard|knopen|zeemijl(?:en)?|eetlepels?|theelepels?|el|tl|kopjes?|snufjes?|teentjes?|teen|plakjes?|porties",
    numbers:
      'twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|halve|anderhalve?',
    counting: "meer dan|ruim|ongeveer|circa|bijna|met|en|van|onze|heeft|hebben|in|voor|zo['’]n|alle|zijn",
    yearIntro: 'in|sinds|vanaf|tot|van|tussen|jaar|jaren|begin|eind|anno|opgericht in',
  },
  tr: {
    stop: 'acaba ait altında ama ancak aynı ayrıca az başka bazı belki ben bile bir birçok biri birlikte biz böyle bu buna bundan bunlar bunu bunun bütün çok çünkü da daha de değil diye dolayı eden edilen eğer en etmek fakat gereken gibi göre hakkında hangi hatta hem henüz hep her hiç için içinde ile ilgili ise kadar kendi ki kim mı mi mu mü nasıl ne neden nerede o olan olarak oldu olduğu olduğunu olmak olması olmayan olup olur on ona önce onun rağmen sadece şekilde şey siz sizin sonra şu tarafından tüm üzere üzerinde var vardır ve veya ya yalnızca yani yine yok',
    units:
      'yüzde|saniye|dakika|saat|gün|hafta|ay|yıl|yıllık|kişi|çalışan|müşteri|kullanıcı|üye|ülke|şehir|proje|sayfa|kez|kat|derece|metre|kilometre|kilogram|kilo|gram|litre|watt|volt|milyon|milyar|deniz mili|su bardağı|çay bardağı|yemek kaşığı|çay kaşığı|tatlı kaşığı|diş|dilim|tutam|kişilik',
    numbers: 'iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan|yarım',
    counting: 'toplam|yaklaşık|en az|fazla|bugüne kadar',
    yearOutro:
      "\\s?yılı(?:nda|ndan|na|nın)?|\\s?senesi(?:nde|nden|ne)?|['’](?:[dt][ae]n?|y?[ae])(?: beri| bu yana| itibaren| kadar)?",
  },
  ja: {
    stop: 'これ それ あれ この その あの ここ そこ こと もの ため よう とき から まで など です ます ました でした する した して いる ある なる れる られる ない という について として による および また または では には とは さん ください より',
    units:
      '[万億千百]?(?:年間?|[かヶカケ]?月間?|週間?|日間?|時間|分間?|秒間?|人|名|件|社|台|個|本|枚|回|倍|歳|度|校|店舗?|[か箇ヶ]所|パーセント|キロ|メートル|グラム|リットル|ページ|種類|カ国)|°',
    numbers: IN_SIGNS,
    yearOutro: '年(?:に|から|より|以来|創業|設立|創立)',
  },
  ko: {
    stop: '이 그 저 것 수 등 및 또는 그리고 그러나 하지만 위해 위한 대한 대해 있는 있습니다 합니다 하는 한다 입니다 됩니다 되는 같은 더 가장 모든 우리 저희 여러분 통해 에서 으로',
    units:
      '[만억천백]?(?:년간?|개월|주간?|일간?|시간|분간?|초|명|건|개사?|대|회|배|세|도|곳|퍼센트|킬로미터|킬로|미터|그램|리터|페이지|종|여 ?명|개국)|°',
    numbers:
      '(?<![가-힣])(?:(?:두|세|네|열)(?= )|열?(?:다섯|여섯|일곱|여덟|아홉)|열(?:두|세|네)|스무|서른|마흔|예순|일흔|여든|아흔|[이삼사오육칠팔구]?[십백][일이삼사오육칠팔구십백]{0,6}?)',
    yearOutro: '년(?:부터|에|도에| 설립| 창립)',
  },
  zh: {
    stop: '的 了 和 是 在 我 我们 我們 你 你们 您 他 她 它 这 這 那 这个 這個 一个 一個 与 與 及 或 以及 为 為 对 對 于 於 从 從 到 把 被 让 讓 也 都 就 不 没有 沒有 有 会 會 可以 进行 進行 通过 通過 如果 因为 因為 所以 什么 什麼 如何 怎么 更 最 等',
    units:
      '[万萬亿億千百]?(?:年|个?月|個月|周|週|天|日|小时|小時|分钟|分鐘|秒|人|名|位|家|台|件|次|倍|岁|歲|度|所|项|項|种|種|页|頁|公里|千米|米|公斤|千克|斤|克|毫升|升|厘米|毫米|平方米|平方公尺|百分点)|°',
    numbers: IN_SIGNS,
    yearOutro: '年(?:以来|以來|起|成立|创立|創立|创办|創辦)',
  },
  ar: {
    stop: 'في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين ما لا لم لن أن إن كان كانت هو هي هم نحن أنت كل بعض غير بين قد ثم أو أم بل حتى إذا عند عندما كما لكن أي أيضا بعد قبل خلال حول دون منذ لها له لهم بها به فيها فيه و يتم وقد كيف ماذا لماذا',
    units:
      '(?:في المئة|بالمئة|في المائة|بالمائة|ثانية|ثوان|دقيقة|دقائق|ساعة|ساعات|يوما?|أيام|أسبوعا?|أسابيع|شهرا?|أشهر|شهور|سنة|سنوات|عاما?|أعوام|شخصا?|أشخاص|موظفا?|عميلا?|عملاء|مستخدما?|دولة|دول|مدينة|مدن|مشروعا?|مشاريع|صفحة|مرة|مرات|درجة|مترا?|أمتار|كيلومترا?|كيلو|كيلوغراما?|غراما?|لترا?|واط|فولت|مليونا?|ملايين|مليارا?|ملعقة|ملاعق|كوب|أكواب|فصوص|عقدة)',
    numbers:
      'ثلاثة|ثلاث|أربعة|أربع|خمسة|خمس|ستة|ست|سبعة|سبع|ثمانية|ثماني|تسعة|تسع|عشرة|عشر|عشرون|عشرين|ثلاثون|ثلاثين|أربعون|أربعين|خمسون|خمسين|ستون|ستين|سبعون|سبعين|ثمانون|ثمانين|تسعون|تسعين|نصف',
    counting: 'أكثر من|نحو|حوالي|لدينا|مع|يضم|تضم',
    yearIntro: 'عام|سنة|منذ|في عام|في سنة|منذ عام',
  },
};

const BY_LANGUAGE: ReadonlyMap<string, LanguagePack> = new Map(
  Object.entries(PACKS).map(([language, { stop, ...pack }]) => [
    language,
    {
      subjectless: null,
      counting: '',
      numbers: '',
      yearIntro: '',
      yearOutro: '',
      language,
      stopWords: new Set(stop.split(' ')),
      ...pack,
    },
  ]),
);

/** The pack of a primary language subtag; null for a language that has none. */
export function languagePack(language: string): LanguagePack | null {
  return BY_LANGUAGE.get(language) ?? null;
}

/**
 * Pack for unknown languages: no stop words, only specifics that all languages write alike, and the words of several
 * languages for `year` and `since`.
 */
export const NO_PACK: LanguagePack = {
  language: 'und',
  stopWords: new Set(),
  units: '(?!)',
  numbers: '',
  counting: '',
  yearIntro: 'roku|rok|rokiem|năm|tahun|sejak|sedan|siden|vuodesta|vuonna|anul|שנת|בשנת|משנת|מאז',
  yearOutro: '',
  subjectless: null,
};

/** Every pack, in a fixed order. */
export function languagePacks(): readonly LanguagePack[] {
  return [...BY_LANGUAGE.values()];
}
