/**
 * Names of the months, January first, in lower case, full and short. Languages that number the months in dates (Chinese,
 * Japanese, Korean) have none.
 */
const NAMES: readonly string[] = [
  // English
  'january jan,february feb,march mar,april apr,may,june jun,july jul,august aug,september sept sep,october oct,november nov,december dec',
  // German
  'januar jänner jän,februar feber,märz mär mrz,april,mai,juni,juli,august,september,oktober okt,november,dezember dez',
  // French
  'janvier janv,février févr fév,mars,avril avr,mai,juin,juillet juil,août,septembre,octobre,novembre,décembre déc',
  // Spanish
  'enero ene,febrero,marzo,abril abr,mayo,junio,julio,agosto ago,septiembre setiembre set,octubre,noviembre,diciembre dic',
  // Portuguese
  'janeiro,fevereiro fev,março,abril,maio,junho,julho,agosto,setembro,outubro out,novembro,dezembro',
  // Italian
  'gennaio gen,febbraio,marzo,aprile,maggio mag,giugno giu,luglio lug,agosto,settembre,ottobre ott,novembre,dicembre',
  // Dutch
  'januari,februari,maart mrt,april,mei,juni,juli,augustus,september,oktober,november,december',
  // Turkish
  'ocak oca,şubat şub,mart,nisan nis,mayıs,haziran haz,temmuz tem,ağustos ağu,eylül eyl,ekim eki,kasım kas,aralık ara',
  // Arabic, in the names of the Gulf and Egypt, the Levant, and the Maghreb
  'يناير كانون_الثاني جانفي,فبراير شباط فيفري,مارس آذار,أبريل إبريل ابريل نيسان أفريل,مايو أيار ماي,يونيو حزيران جوان,يوليو تموز يوليوز جويلية,أغسطس اغسطس آب غشت أوت,سبتمبر أيلول شتنبر,أكتوبر اكتوبر تشرين_الأول,نوفمبر تشرين_الثاني نونبر,ديسمبر كانون_الأول دجنبر',
  // Russian, Ukrainian
  'января янв,февраля фев февр,марта мар,апреля апр,мая май,июня июн,июля июл,августа авг,сентября сен сент,октября окт,ноября ноя нояб,декабря дек',
  'січня,лютого,березня,квітня,травня,червня,липня,серпня,вересня,жовтня,листопада,грудня',
  // Polish, Czech
  'stycznia,lutego,marca,kwietnia,maja,czerwca,lipca,sierpnia,września,października,listopada,grudnia',
  'ledna,února,března,dubna,května,června,července,srpna,září,října,listopadu,prosince',
  // Swedish, Danish, Norwegian, Finnish
  'januari,februari,mars,april,maj,juni,juli,augusti,september,oktober,november,december',
  'januar,februar,marts,april,maj,juni,juli,august,september,oktober,november,desember des',
  'tammikuuta,helmikuuta,maaliskuuta,huhtikuuta,toukokuuta,kesäkuuta,heinäkuuta,elokuuta,syyskuuta,lokakuuta,marraskuuta,joulukuuta',
  // Hungarian, Romanian, Greek
  'január,február,március,április,május,június,július,augusztus,szeptember,október,november,december',
  'ianuarie,februarie,martie,aprilie,mai,iunie,iulie,august,septembrie,octombrie,noiembrie,decembrie',
  'ιανουαρίου,φεβρουαρίου,μαρτίου,απριλίου,μαΐου μαίου,ιουνίου,ιουλίου,αυγούστου,σεπτεμβρίου,οκτωβρίου,νοεμβρίου,δεκεμβρίου',
  // Indonesian, Hebrew
  'januari,februari,maret,april,mei,juni,juli,agustus,september,oktober,november,desember',
  'בינואר ינואר,בפברואר פברואר,במרץ מרץ,באפריל אפריל,במאי מאי,ביוני יוני,ביולי יולי,באוגוסט אוגוסט,בספטמבר ספטמבר,באוקטובר אוקטובר,בנובמבר נובמבר,בדצמבר דצמבר',
];

let numbers: ReadonlyMap<string, number> | null = null;

/** Returns the number of the month (1 to 12) that a word in lower case names; null for other words. */
export function monthNumber(word: string): number | null {
  numbers ??= readNames();
  return numbers.get(word) ?? null;
}

function readNames(): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  for (const year of NAMES) {
    year.split(',').forEach((names, index) => {
      for (const name of names.split(' ')) months.set(name.replace('_', ' '), index + 1);
    });
  }
  return months;
}
