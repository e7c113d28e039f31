import Type, { type Static } from 'typebox';
import { exactly, Texts } from './read-json.ts';

/** Words without white space, each separated by one space. */
const Words = Type.String({ pattern: '^\\S+(?: \\S+)*$' });
/** Whole texts. */
const Phrases = Texts;
/** Alternatives of a regular expression. */
const Patterns = Texts;
const optional = Type.Optional;

const Bylines = exactly({
  /** Before a name in capitals, in the case in which they stand there: `By Ines Marlow`. */
  prepositions: optional(Phrases),
  /** Before a colon and a name, in lower case: `автор: …`. */
  labels: optional(Phrases),
  /** Words that only a byline has, before a name with or without a colon, in lower case. */
  words: optional(Phrases),
  /** Beginnings of a line with an author or an account, in lower case. */
  beginnings: optional(Phrases),
  /** Pattern for a person's name in a script without capitals. */
  name: optional(Type.String()),
  /** Before such a name: `글 김민수`. */
  beforeName: optional(Phrases),
  /** After such a name: `김민수 기자`. */
  afterName: optional(Phrases),
  /** Names that content systems give to an account that nobody named, in lower case. */
  nobody: optional(Patterns),
});

const Dates = exactly({
  /** Names of the months that Intl does not give, January first, in lower case; several separated by spaces, with `_` for their own. */
  months: optional(Type.Array(Type.String(), { minItems: 12, maxItems: 12 })),
  /** Beside the date of a version, which notices and terms have too. */
  ofVersions: optional(Patterns),
  /** Beginnings of words for writing, publishing and changing a text. */
  ofWriting: optional(Patterns),
  /** Words that may stand before a date on its own. */
  before: optional(Words),
});

/** Segments of paths in lower case, with hyphens, as sites write them; and texts of the pages behind. */
const Pages = exactly({
  legal: optional(Words),
  /** Whole titles of legal pages. */
  legalTitles: optional(Patterns),
  /** Parts of titles of legal pages, for paths that name other pages too. */
  legalWords: optional(Patterns),
  contact: optional(Words),
  /** Forms for a visit, a table or a room. */
  booking: optional(Words),
  /** Forms for orders and requests, beside those of `booking`. */
  orders: optional(Words),
  /** Thanks for a form that was sent. */
  thanks: optional(Words),
  /** Of a form, without thanks: that it was sent, or has failed. */
  outcomes: optional(Words),
  about: optional(Words),
  articles: optional(Words),
  products: optional(Words),
  documentation: optional(Words),
  /** Documentation, where the last segment is the subject: `/docs/api/contacts`. */
  manuals: optional(Words),
  /** Indexes: categories, tags, authors, archives. */
  collections: optional(Words),
  /** Categories alone. */
  categories: optional(Words),
  /** Lists of the pages of a site, for people. */
  siteMaps: optional(Words),
  /** Pages that act when they are fetched, or that do not belong in an index. */
  actions: optional(Words),
  /** Of tools that write legal pages for others, in paths and headings. */
  tools: optional(Words),
  /** Of `legal`: words that also name other things, such as biscuits and illnesses. */
  ambiguous: optional(Words),
});

const Titles = exactly({
  /** Whole parts of titles that say only that it is the home page. */
  home: optional(Patterns),
  /** Words that name the kind of a page, or greet, rather than name its subject. */
  ofAnyPage: optional(Words),
  /** Last words of the names of sites that are documentation: `Abacus Docs`. */
  documentation: optional(Words),
  /** Whole titles of error pages. */
  notFound: optional(Phrases),
  /** `Page` in `notFound`. */
  page: optional(Words),
  /** Around the status code in titles of error pages. */
  aroundStatus: optional(Words),
});

const Links = exactly({
  /** Labels that say only that there is more. */
  more: optional(Phrases),
  /** Beginnings of labels of links past the navigation. */
  skip: optional(Patterns),
  /** Fragments that lead to the top of a page or past its navigation. */
  topFragments: optional(Words),
  /** Ends of labels of links to what staff or members alone read: `Staff login`. */
  login: optional(Patterns),
});

const Loading = exactly({
  /** Texts of a page while scripts load its content, without punctuation. */
  texts: optional(Phrases),
  /** Words that mark a short text with an ellipsis at its end as such: `Loading products…`. */
  words: optional(Words),
});

const JavaScript = exactly({
  /** Enable, activate, require, turned off: beside the word JavaScript. */
  enable: optional(Patterns),
  /** Parts of a page that need JavaScript: comments, a protected address, a form, a video, a map. */
  parts: optional(Patterns),
});

const Contact = exactly({
  /** Before a telephone number: `tel`. */
  telephone: optional(Patterns),
  /** After such a word: `no.`. */
  number: optional(Patterns),
  /** Before a number that is not a telephone number. */
  identifiers: optional(Patterns),
  /** Between two times: `9 am to 5 pm`. */
  until: optional(Words),
  /** After a time: `9 uhr`. */
  clock: optional(Words),
});

const Numbers = exactly({
  /** Words for money, after a number. */
  money: optional(Patterns),
  /** Words and signs for money that are also in the headings of columns. */
  moneyAfter: optional(Words),
  /** Words for money that run on into the next word. */
  moneyRunOn: optional(Phrases),
  /** Spellings of a unit or a currency, by the key that stands for all. */
  spellings: optional(Type.Record(Type.String(), Type.String())),
  /** The numbers from two to twelve. */
  twoToTwelve: optional(Words),
  /** Words of time and the like after a number, of a language without `wording`. */
  units: optional(Patterns),
});

/** What the questions on wording need. A language without it is not asked some of them. */
const Wording = exactly({
  /** Words that carry no subject. */
  functionWords: Words,
  /** Of these, words of nearly every long text that close languages lack, or spell otherwise: Dutch `een`, which is `'n` in Afrikaans. */
  commonest: optional(Words),
  /** Words that count things and follow a number. */
  units: Patterns,
  /** Numbers in words from two to twelve, and tens. */
  numbers: optional(Patterns),
  /** Beginning of a sentence that leaves out its subject because the heading above names it. Left out where the language needs it. */
  subjectless: optional(Type.String()),
  /** “I am a …” and “my name is …”. */
  selfDescription: optional(Type.String()),
});

const Text = Type.String({ minLength: 1 });

/** Our own words in an llms.txt. */
const LlmsTxt = exactly({
  home: Text,
  pages: Text,
  /** Before what the home page tells of. */
  topics: Text,
  alsoKnownAs: Text,
  audience: Text,
  founded: Text,
  founders: Text,
  location: Text,
  areas: Text,
  email: Text,
  telephone: Text,
  profiles: Text,
  languages: Text,
  hosted: Text,
  /** A sentence that has `{listed}` and `{known}`, numbers of pages, in it. */
  share: Type.String({ pattern: '\\{listed\\}.*\\{known\\}|\\{known\\}.*\\{listed\\}' }),
  /** Before the sitemaps, which name all pages. */
  all: Text,
  /** Names of sections, in the order of `SECTIONS` in `documents/llms-txt/llms-txt-words.ts`. */
  sections: Type.Array(Text, { minItems: 29, maxItems: 29 }),
  /** Between the values of a list, where it is not a comma and a space. */
  comma: optional(Text),
});

/** All that is known of a language: `src/data/languages/<primary language subtag>.json`. Words are in lower case. */
export const LanguageFile = exactly({
  /** In English. */
  name: Text,
  /** Its only script (ISO 15924); left out for languages in Latin letters, or in several scripts. */
  script: optional(Type.String({ pattern: '^[A-Z][a-z]{3}$' })),
  bylines: optional(Bylines),
  dates: optional(Dates),
  pages: optional(Pages),
  titles: optional(Titles),
  links: optional(Links),
  loading: optional(Loading),
  javascript: optional(JavaScript),
  /** Beginnings of the sample texts of themes, page builders and generators, in lower case, with straight apostrophes. */
  filler: optional(Phrases),
  /** Parts of a sentence that only sample text has, in the same spelling. */
  fillerPhrases: optional(Patterns),
  contact: optional(Contact),
  numbers: optional(Numbers),
  wording: optional(Wording),
  llmsTxt: optional(LlmsTxt),
});

export type LanguageFile = Static<typeof LanguageFile>;
