import { type Found, findMatches } from './found-text.ts';

// Read in the case of the source: streets and places begin with a capital. A postal code with its place is found first, and
// then a street with a number directly before it. Every repetition is bounded.
const CAPITAL = String.raw`[A-Z\u00c0-\u00de\u0141\u015a\u0160\u017b\u017d\u0130]`;
const LETTER = String.raw`[A-Za-z\u00c0-\u024f.'’-]`;
const NAME = `${CAPITAL}${LETTER}{1,25}`;
const WORDS = `(?:${LETTER}{1,25} ){0,3}`;
const PLACE = `${CAPITAL}[A-Za-z\\u00c0-\\u024f'’-]{1,25}`;
const NO_LETTER_BEFORE = String.raw`(?<![A-Za-z\u00c0-\u024f\d])`;
const NUMBER = String.raw`\d{1,4} ?[a-zA-Z]?(?: ?[-/–] ?\d{1,4} ?[a-zA-Z]?)?`;
/** What stands between the street and the postal code, with the floor in Spain. */
const BETWEEN = String.raw`(?:,? \d{1,2} ?[ºª°][^,\d]{0,12})?(?:\s{0,2}[,;·|–-]\s{0,2}|\s{1,2})$`;

const GERMAN = `${CAPITAL}${LETTER}{2,30}(?:stra(?:ß|ss)e|str\\.|weg|platz|gasse|allee|ring|damm|ufer|chaussee)|${NAME} (?:Stra(?:ß|ss)e|Str\\.|Allee|Gasse|Weg|Platz|Ring)`;
const DUTCH = `${CAPITAL}${LETTER}{2,30}(?:straat|laan|plein|gracht|singel|dijk|steenweg|kade)`;
const SPANISH_OR_ITALIAN = `(?:Calle|C/|Avda\\.?|Avenida|Plaza|Paseo|Carrer|Camino|Ronda|Via|Viale|Piazza|Corso|Largo|Vicolo|Strada|Rua) ?${WORDS}${NAME}`;
const FRENCH = `\\d{1,4}(?: ?(?:bis|ter|[a-zA-Z]))?,? (?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d|[Pp]lace|[Cc]hemin|[Aa]llées?|[Ii]mpasse|[Qq]uai|[Rr]oute|[Cc]ours|[Ss]quare|[Pp]assage) (?:${LETTER}{1,25} ){0,4}${LETTER}{1,25}`;
const AMERICAN_STREET =
  'Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Way|Court|Ct|Place|Pl|Parkway|Pkwy|Highway|Hwy|Terrace|Circle|Cir|Square|Broadway|Pike|Trail|Plaza|Loop';
const STATES =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]';
const PROVINCES = 'AB|BC|MB|N[BLSTU]|ON|PE|QC|SK|YT';
const BRITISH_STREET =
  'Street|Road|Lane|Avenue|Way|Drive|Close|Court|Place|Square|Terrace|Gardens|Crescent|Hill|Row|Quay|Wharf|Park|Parade|Yard|Mews';
const INDIAN_STREET =
  'Road|Rd|Nagar|Marg|Street|St|Lane|Colony|Sector|Plot|Floor|Complex|Estate|Layout|Phase|Cross|Main|Salai|Chowk|Bazaa?r|Society|Tower|Village';
/** A word after five digits that is not a place. */
const NO_PLACE =
  '(?!(?:Euro|EUR|CHF|USD|Punkte|Stück|Schritte|Meter|Kilometer|Kilo|Personen|Menschen|Besucher|Mitglieder|Jahre|Seiten)(?![a-z]))';

interface Form {
  /** The postal code, with the place where it stands after the code. */
  readonly code: RegExp;
  /** The rest of the address, which ends where the code begins. */
  readonly before: RegExp;
}

const FORMS: readonly Form[] = [
  {
    // A number of four digits that may be a year is not a postal code.
    code: new RegExp(`(?<![\\w.,])(?:[A-Z]{1,2}-)?(?:\\d{5}|(?!19|20)\\d{4}) ${NO_PLACE}${PLACE}`, 'g'),
    before: new RegExp(
      `${NO_LETTER_BEFORE}(?:(?:${GERMAN}|${DUTCH}) ${NUMBER}|${SPANISH_OR_ITALIAN}(?:,|,? n[.º°]{1,2})? ${NUMBER}|${FRENCH})${BETWEEN}`,
    ),
  },
  {
    // Dutch codes end in two letters, and Polish ones have a hyphen: any street will do.
    code: new RegExp(`(?<![\\w.,-])(?:\\d{4} ?[A-Z]{2}|\\d{2}-\\d{3})\\s{1,2}${PLACE}`, 'g'),
    before: new RegExp(`${NO_LETTER_BEFORE}${NAME} ${WORDS}${NUMBER}${BETWEEN}`),
  },
  {
    code: new RegExp(
      `(?<!\\w)(?:(?:${STATES})\\s{1,2}\\d{5}(?:-\\d{4})?(?![\\d-])|(?:${PROVINCES}),? {1,2}[A-Z]\\d[A-Z] ?\\d[A-Z]\\d(?!\\w))`,
      'g',
    ),
    before: new RegExp(
      `(?<![\\d.,-])\\d{1,6} (?:[\\dA-Za-z.'’-]{1,20} ){0,4}(?:${AMERICAN_STREET})\\.?(?: [NS]?[EW]?\\.?)?(?:,? (?:Suite|Ste\\.?|Unit|Apt\\.?|Floor|#) ?[\\w-]{1,6})?(?:,\\s?|\\s{1,2})(?:${NAME} ?){1,3},? $`,
    ),
  },
  {
    code: /(?<!\w)[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?!\w)/g,
    before: new RegExp(`${NO_LETTER_BEFORE}(?:${NAME} ){1,3}(?:${BRITISH_STREET})(?:, (?:${NAME} ?){1,3}){1,3},? $`),
  },
  {
    code: /(?<![\w.,])[1-9]\d\d ?\d{3}(?!\w|[.,]\d)/g,
    before: new RegExp(
      `(?<![\\w.,/-])\\d{1,4}[A-Za-z]?(?:[/-]\\d{1,4}[A-Za-z]?)?,? (?=.{0,80}[A-Z]\\w{1,20}\\)? (?:${INDIAN_STREET})(?![a-z]))(?:[A-Z\\d(][\\w.'’()-]{0,25},? ){2,12}(?:[–-] ?)?$`,
    ),
  },
];
/** Japan, China and South Korea, where the place stands before the number: `港区海岸5丁目16`, `海岸路88号`, `해안구 조수로 12`. */
const PLACE_BEFORE_NUMBER =
  /[都道府県市区町村郡][\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{1,12}(?:\d{1,4}(?:丁目|番地?|号)(?:の?\d{1,4}(?:番地?|号)?|[-‐−]\d{1,4}){0,3}|\d{1,4}(?:[-‐−]\d{1,4}){1,3})|[省市区區县縣镇鎮][\p{sc=Han}]{1,10}[路街道巷弄段][\p{sc=Han}]{0,4}\d{1,5}[号號]|[가-힣]{1,6}[시도군구] (?:[가-힣\d]{1,10} ){0,2}[가-힣\d]{1,10}[로길] ?\d{1,4}(?:-\d{1,4})?(?![\d가-힣])/gu;
/** A street and a number in Cyrillic, where the short form of the word for street stands before both: `ул. Морская, д. 12`. */
const CYRILLIC =
  /(?<!\p{L})(?:[Уу]л(?:ица)?|[Бб]ул|[Вв]ул|[Пп]росп|[Пп]р(?:-т)?|[Пп]ер|[Пп]л|[Нн]аб)\.? ?["„«“]?\p{Lu}[^,.\d]{1,40},? ?(?:No\.?|[Дд]\.|[Бб]уд\.)? ?\d{1,4}(?![\p{L}\d]{2})/gu;
const MOST_BEFORE = 100;
/** What every postal code above has. Most texts have not, and are not searched further. */
const CODE = /\d{4}|\d[- ]\d{3}|\d[A-Z\d]? ?\d[A-Z]/;

/**
 * Finds the postal addresses of a text by their form: a street with a number, a postal code and a place, as they are written in
 * Germany, Austria, Switzerland, France, Spain, Italy, the Netherlands, Poland, the United States, the United Kingdom and India; and as
 * in Japan, China and South Korea, and in Cyrillic, without the postal code.
 */
export function postalAddressesIn(text: string): readonly Found[] {
  if (!/\d/.test(text)) return [];
  const others = [...findMatches(PLACE_BEFORE_NUMBER, text), ...findMatches(CYRILLIC, text)];
  if (!CODE.test(text)) return others;
  const found = FORMS.flatMap(({ code, before }) =>
    [...text.matchAll(code)].flatMap(({ index, 0: found }) => {
      const rest = before.exec(text.slice(Math.max(0, index - MOST_BEFORE), index))?.[0];
      return rest === undefined ? [] : [{ at: index - rest.length, text: rest + found }];
    }),
  );
  return [...others, ...found];
}
