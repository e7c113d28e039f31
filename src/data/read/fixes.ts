import Type from 'typebox';
import { exactly, readFolder } from './read-json.ts';

const Text = Type.String({ minLength: 1 });

const Snippet = exactly({
  /** The file, or the screen of the dashboard. */
  where: Text,
  /** The info string of a fence: `html`, `nginx`. */
  language: Text,
  /** `{origin}` stands for the site's origin, `…` for words of the page itself. */
  lines: Type.Array(Type.String(), { minItems: 1 }),
  /** Reason for the lines, for who edits them. */
  note: Type.Optional(Text),
});

/**
 * Where fixes are made on a stack, and their exact lines: a file `<builder or server>.json` for each, as in `site/stack.ts`.
 * `unknown.json` is plain HTML and plain files, for all that a builder's own file lacks.
 */
export const FIXES = readFolder(
  'fixes',
  exactly({
    /** Pages that the steps of a builder follow, which cannot be tried here, and the month in which they were read. */
    documentation: Type.Optional(
      Type.Array(exactly({ url: Text, read: Type.String({ pattern: '^\\d{4}-\\d{2}$' }) }), { minItems: 1 }),
    ),
    /** In one or two sentences, by the place of the fix (`FixPlace` in `audit/fixes/fix.ts`). */
    places: Type.Optional(Type.Record(Type.String(), Text)),
    /** By the name of the change (`SNIPPET_NAMES` in `audit/fixes/fix.ts`). */
    snippets: Type.Optional(Type.Record(Type.String(), Snippet)),
  }),
);
