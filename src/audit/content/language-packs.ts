import { OTHER_UNITS, WORDING } from '../../data/read/languages.ts';

/** Facts about one language for the questions on wording. */
export interface LanguagePack {
  /** Its primary language subtag (BCP 47). */
  readonly language: string;
  /** Words that carry no subject, in lower case. */
  readonly stopWords: ReadonlySet<string>;
  /** Words of nearly every long text that close languages lack. Empty where its letters or its script tell the language. */
  readonly commonest: readonly string[];
  /** Words that count things and follow a number, as a regular expression in lower case. */
  readonly units: string;
  /** Numbers in words from two to twelve, and tens, as a regular expression in lower case. Empty where there are none. */
  readonly numbers: string;
  /**
   * Regular expression for the beginning of a sentence that leaves out its subject because the heading above names it (`Es
   * una firma`). Null where the language needs the subject.
   */
  readonly subjectless: RegExp | null;
  /** Regular expression for “I am a …” and “my name is …”. Null where the language says it by an ending. */
  readonly selfDescription: RegExp | null;
}

const BY_LANGUAGE: ReadonlyMap<string, LanguagePack> = new Map(
  Object.entries(WORDING).map(([language, wording]) => [
    language,
    {
      language,
      stopWords: new Set(wording.functionWords.split(' ')),
      commonest: wording.commonest?.split(' ') ?? [],
      units: wording.units.join('|'),
      numbers: (wording.numbers ?? []).join('|'),
      subjectless: wording.subjectless === undefined ? null : new RegExp(wording.subjectless, 'u'),
      selfDescription: wording.selfDescription === undefined ? null : new RegExp(wording.selfDescription, 'iu'),
    },
  ]),
);

/** The pack of a primary language subtag; null for a language that has none. */
export function languagePack(language: string): LanguagePack | null {
  return BY_LANGUAGE.get(language) ?? null;
}

/**
 * Pack for unknown languages: no stop words, specifics that all languages write alike, and the words of several languages for
 * spans of time.
 */
export const NO_PACK: LanguagePack = {
  language: 'und',
  stopWords: new Set(),
  commonest: [],
  units: OTHER_UNITS.join('|'),
  numbers: '',
  subjectless: null,
  selfDescription: null,
};

/** Returns a function that makes something of each pack once. */
export function forEachPack<Made>(make: (pack: LanguagePack) => Made): (pack: LanguagePack) => Made {
  const made = new Map<LanguagePack, Made>();
  return (pack) => {
    const known = made.get(pack) ?? make(pack);
    made.set(pack, known);
    return known;
  };
}

/** Every pack, in a fixed order. */
export function languagePacks(): readonly LanguagePack[] {
  return [...BY_LANGUAGE.values()];
}
