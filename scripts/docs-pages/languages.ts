import type { LanguageFile } from '../../src/data/read/language-file.ts';

/** Returns `docs/languages.md`: for each field of the files in `src/data/languages/`, the languages that have it and those that lack it. */
export function languagesPage(languages: Readonly<Record<string, LanguageFile>>): string {
  const fieldsByTag = new Map(Object.entries(languages).map(([tag, file]) => [tag, new Set(fields(file))]));
  const all = [...new Set([...fieldsByTag.values()].flatMap((own) => [...own]))].toSorted();
  const rows = all.map((field) => {
    const [has, lacks] = [true, false].map((wanted) =>
      [...fieldsByTag].flatMap(([tag, own]) => (own.has(field) === wanted ? tag : [])).join(' '),
    );
    return `| \`${field}\` | ${has} | ${lacks} |`;
  });
  const names = Object.entries(languages).map(([tag, { name }]) => {
    return `| \`${tag}\` | ${name} | ${fieldsByTag.get(tag)?.size ?? 0} of ${all.length} |`;
  });
  return `${[
    '# Languages',
    INTRODUCTION,
    '## What is known, by field',
    ['| Field | Known in | Missing in |', '| --- | --- | --- |', ...rows].join('\n'),
    '## What is known, by language',
    ['| Tag | Language | Fields |', '| --- | --- | --- |', ...names].join('\n'),
    '<!-- Made by `npm run docs` from src/data/languages. -->',
  ].join('\n\n')}\n`;
}

/** Returns the fields that a file has, those of groups as `pages.legal`. A file has all words of an llms.txt, or none. */
function fields({ name: _, ...file }: LanguageFile): string[] {
  return Object.entries(file).flatMap(([group, value]) =>
    typeof value !== 'object' || Array.isArray(value)
      ? [group]
      : Object.keys(value).map((field) => `${group}.${field}`),
  );
}

const INTRODUCTION = `All that Citable knows of a language is in one file, \`src/data/languages/<primary language subtag>.json\`. The schema
(\`src/data/read/language-file.ts\`) explains the fields. Each is optional: a field is missing where nobody has yet written it, or where the
language has no such words. Full names of months come from Intl.

To add a language, or to fill a gap, edit that file and run \`npm run docs\`. Write only words that are certain: a word that also means
something else makes wrong reports. Most words are looked for in pages of all languages. The fields of \`wording\` belong together: without
them, the questions on the wording of a page are asked leniently, or not at all.`;
