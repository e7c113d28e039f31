import { FIXES } from '../../data/read/fixes.ts';
import type { Stack } from '../../site/stack.ts';
import type { Fix, Snippet, SnippetName } from './fix.ts';
import { whereToFix } from './places.ts';

/** Lines that are the same but for who the site is. */
const ENTITIES: Readonly<Record<string, string>> = {
  identity: 'Organization',
  identity_person: 'Person',
  identity_website: 'WebSite',
};

/**
 * The lines of a change, as the stack of the site wants them; null where none are known for it.
 *
 * @param origin of the site, for lines that name it: a serialised origin that the caller knows to be the site's own
 */
export function exactLines(name: SnippetName, { builder, server }: Stack, origin: string): Snippet | null {
  const entity = ENTITIES[name] ?? '';
  const key = entity === '' ? name : 'identity';
  // What a server changes is in no file of a builder.
  const plain = FIXES['unknown']?.snippets?.[key];
  const own = FIXES[plain === undefined ? server : builder]?.snippets?.[key];
  const found = own ?? plain;
  if (found === undefined) return null;
  const { where, language, lines } = found;
  const fill = (text: string) => text.replaceAll('{origin}', origin).replaceAll('{entity}', entity);
  return { where: fill(where), language, lines: fill(lines.join('\n')), isOwn: own !== undefined };
}

/** Returns the exact lines of a fix, see {@link exactLines}; null where it has none. */
export function linesToFix({ snippet }: Pick<Fix, 'snippet'>, stack: Stack, origin: string): Snippet | null {
  return snippet == null ? null : exactLines(snippet, stack, origin);
}

/** Returns where a fix is made: where its lines belong if they are those of the site's stack, else where such fixes usually are. */
export function placeToFix({ place }: Pick<Fix, 'place'>, lines: Snippet | null, stack: Stack): string {
  return lines?.isOwn === true ? lines.where : whereToFix(place, stack);
}
