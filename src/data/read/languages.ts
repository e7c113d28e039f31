import Type from 'typebox';
import { exactly, readFolder, Texts } from './read-json.ts';

const Bylines = exactly({
  /** Before a name in capitals, in the case in which they stand there: `By Ines Marlow`. */
  prepositions: Type.Optional(Texts),
  /** Before a colon and a name, in lower case: `автор: …`. */
  labels: Texts,
  /** Words that only a byline has, before a name with or without a colon. */
  words: Type.Optional(Texts),
});

/** What is known of the languages, in the order of their tags: a file `<primary language subtag>.json` for each. */
export const LANGUAGES = readFolder('languages', exactly({ name: Type.String(), bylines: Bylines }));
