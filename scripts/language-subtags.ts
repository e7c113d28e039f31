import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes src/data/language-subtags.json: the subtags of the IANA language subtag registry, by type. Reads them from an unpacked
 * npm package:
 *
 *     npm pack language-subtag-registry && tar xzf language-subtag-registry-*.tgz
 *     node scripts/language-subtags.ts package
 */
const [folder = 'package'] = process.argv.slice(2);
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, 'data/json', `${name}.json`), 'utf8'));

/** Returns the subtags of a type: one text for each first character, in alphabetical order. */
function subtags(type: string): readonly string[] {
  const names = Object.keys(Object(read(type))).toSorted();
  return [...Map.groupBy(names, (name) => name.charAt(0)).values()].map((some) => some.join(' '));
}

const { 'File-Date': date } = Object(read('meta'));
const data = {
  date,
  languages: subtags('language'),
  extendedLanguages: subtags('extlang'),
  scripts: subtags('script'),
  regions: subtags('region'),
  variants: subtags('variant'),
  grandfathered: subtags('grandfathered'),
};
writeFileSync(new URL('../src/data/language-subtags.json', import.meta.url), `${JSON.stringify(data, null, 2)}\n`);
