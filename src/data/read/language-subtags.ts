import Type from 'typebox';
import { exactly, readJson, Texts } from './read-json.ts';

/**
 * The subtags of the IANA language subtag registry in lower case, separated by spaces, `from..to` for a range. Written by
 * `scripts/language-subtags.ts`.
 */
export const LANGUAGE_SUBTAGS = readJson(
  'language-subtags.json',
  exactly({
    /** Date of the registry. */
    date: Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\d$' }),
    languages: Texts,
    /** Only after the language that they extend. */
    extendedLanguages: Texts,
    scripts: Texts,
    regions: Texts,
    variants: Texts,
    /** Whole tags that are older than this syntax. */
    grandfathered: Texts,
  }),
);
