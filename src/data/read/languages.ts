import { LanguageFile } from './language-file.ts';
import { minuteNames, monthNames, weekdayNames } from './month-names.ts';
import { readFolder } from './read-json.ts';

const files = readFolder('languages', LanguageFile);

/** The files as they are, by tag: for scripts and tests. Readers take the lists below. */
export const LANGUAGE_FILES = files;

type Field = (language: LanguageFile) => readonly string[] | string | undefined;

const split = (words: readonly string[] | string | undefined = []) =>
  typeof words === 'string' ? words.split(' ') : words;
/** Returns what all languages have in a field, each once. */
const all = (field: Field): readonly string[] => [...new Set(Object.values(files).flatMap((one) => split(field(one))))];
/** Returns what each language has, by its tag, without those that have nothing. */
const byTag = <Value>(field: (language: LanguageFile) => Value | undefined): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([tag, language]): [string, Value][] => {
      const value = field(language);
      return value === undefined ? [] : [[tag, value]];
    }),
  );

// What is exported here is plain data: the build bundles it, see `rolldown.config.ts`. `LanguageFile` explains the fields.

/** Words beside the names of authors, of all languages. */
export const BYLINES = {
  prepositions: all(({ bylines }) => bylines?.prepositions),
  labels: all(({ bylines }) => bylines?.labels),
  words: all(({ bylines }) => bylines?.words),
  beginnings: all(({ bylines }) => bylines?.beginnings),
  nobody: all(({ bylines }) => bylines?.nobody),
  /** Languages that have a pattern for names. */
  names: Object.values(files).flatMap(({ bylines }) =>
    bylines?.name === undefined
      ? []
      : [{ name: bylines.name, before: bylines.beforeName ?? [], after: bylines.afterName ?? [] }],
  ),
};

/** Words of dates, of all languages. */
export const DATES = {
  /** Number of the month (1 to 12), by its name in lower case. `Listopad` is November, as in Polish and Czech; in Croatian, it is October. */
  months: Object.fromEntries(
    Object.entries(files).flatMap(([tag, { dates }]) => [
      ...monthNames(tag),
      ...(dates?.months ?? []).flatMap((names, index) =>
        names
          .split(' ')
          .flatMap((name): [string, number][] => (name === '' ? [] : [[name.replaceAll('_', ' '), index + 1]])),
      ),
    ]),
  ),
  /** Full names of the months, by tag. */
  fullMonths: Object.fromEntries(Object.keys(files).map((tag) => [tag, monthNames(tag).map(([name]) => name)])),
  /** Names of the days of the week, of all languages. */
  weekdays: [...new Set(Object.keys(files).flatMap(weekdayNames))],
  /** Spellings of the unit minute, of all languages. */
  minutes: [...new Set(Object.keys(files).flatMap(minuteNames))],
  ofVersions: all(({ dates }) => dates?.ofVersions),
  ofWriting: all(({ dates }) => dates?.ofWriting),
  before: all(({ dates }) => dates?.before),
};

/** Segments of paths, of all languages. */
export const PATHS = {
  legal: all(({ pages }) => pages?.legal),
  contact: all(({ pages }) => pages?.contact),
  booking: all(({ pages }) => pages?.booking),
  orders: all(({ pages }) => pages?.orders),
  thanks: all(({ pages }) => pages?.thanks),
  outcomes: all(({ pages }) => pages?.outcomes),
  about: all(({ pages }) => pages?.about),
  articles: all(({ pages }) => pages?.articles),
  products: all(({ pages }) => pages?.products),
  documentation: all(({ pages }) => pages?.documentation),
  manuals: all(({ pages }) => pages?.manuals),
  collections: all(({ pages }) => pages?.collections),
  categories: all(({ pages }) => pages?.categories),
  siteMaps: all(({ pages }) => pages?.siteMaps),
  actions: all(({ pages }) => pages?.actions),
  tools: all(({ pages }) => pages?.tools),
  ambiguous: all(({ pages }) => pages?.ambiguous),
};

/** Titles of pages that are the same on many sites, of all languages. */
export const TITLES = {
  legal: all(({ pages }) => pages?.legalTitles),
  legalWords: all(({ pages }) => pages?.legalWords),
  home: all(({ titles }) => titles?.home),
  ofAnyPage: all(({ titles }) => titles?.ofAnyPage),
  documentation: all(({ titles }) => titles?.documentation),
  notFound: all(({ titles }) => titles?.notFound),
  page: all(({ titles }) => titles?.page),
  aroundStatus: all(({ titles }) => titles?.aroundStatus),
};

/** Links that do not name what they lead to, of all languages. */
export const LINKS = {
  more: all(({ links }) => links?.more),
  skip: all(({ links }) => links?.skip),
  topFragments: all(({ links }) => links?.topFragments),
  login: all(({ links }) => links?.login),
};

/** Texts of pages whose content is not in the HTML, of all languages. */
export const SHELL_TEXTS = {
  loading: all(({ loading }) => loading?.texts),
  loadingWords: all(({ loading }) => loading?.words),
  enable: all(({ javascript }) => javascript?.enable),
  parts: all(({ javascript }) => javascript?.parts),
};

/** Beginnings of sample texts, of all languages. */
export const FILLER = all(({ filler }) => filler);

/** What sentences of sample texts have, of all languages. */
export const FILLER_PHRASES = all(({ fillerPhrases }) => fillerPhrases);

/** Words beside contact details, of all languages. */
export const CONTACT = {
  telephone: all(({ contact }) => contact?.telephone),
  number: all(({ contact }) => contact?.number),
  identifiers: all(({ contact }) => contact?.identifiers),
  until: all(({ contact }) => contact?.until),
  clock: all(({ contact }) => contact?.clock),
};

/** Words beside numbers, of all languages. */
export const NUMBERS = {
  money: all(({ numbers }) => numbers?.money),
  moneyAfter: all(({ numbers }) => numbers?.moneyAfter),
  moneyRunOn: all(({ numbers }) => numbers?.moneyRunOn),
  /** Keys of units and currencies with the patterns of their spellings. */
  spellings: Object.values(files).flatMap(({ numbers }) => Object.entries(numbers?.spellings ?? {})),
  twoToTwelve: Object.values(files).flatMap(({ numbers }) => {
    return numbers?.twoToTwelve === undefined ? [] : [split(numbers.twoToTwelve)];
  }),
};

/** The only script of a language, by its tag. */
export const SCRIPTS = byTag(({ script }) => script);

/** What the questions on wording need, by tag. */
export const WORDING = byTag(({ wording }) => wording);

/** Words of time and the like after a number, of the languages that are not in `WORDING`. */
export const OTHER_UNITS = all(({ numbers }) => numbers?.units);

/** Our own words in an llms.txt, by tag. */
export const LLMS_TXT_WORDS = byTag(({ llmsTxt }) => llmsTxt);
