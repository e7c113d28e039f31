import type { Stack } from '../../site/stack.ts';
import { FILE_SNIPPETS, SERVER_SNIPPETS } from './file-snippets.ts';
import type { BuilderSnippets, ServerSnippets, Snippet, SnippetName } from './fix.ts';
import { BODY_SNIPPETS, HEAD_SNIPPETS } from './page-snippets.ts';
import { STRUCTURED_DATA_SNIPPETS } from './structured-data-snippets.ts';

const BY_BUILDER: Partial<Record<SnippetName, BuilderSnippets>> = {
  ...HEAD_SNIPPETS,
  ...STRUCTURED_DATA_SNIPPETS,
  ...BODY_SNIPPETS,
  ...FILE_SNIPPETS,
};
const BY_SERVER: Partial<Record<SnippetName, ServerSnippets>> = SERVER_SNIPPETS;

/**
 * The lines of a change, as the stack of the site wants them; null where none are known for it.
 *
 * @param origin of the site, for lines that name it: a serialised origin that the caller knows to be the site's own
 */
export function exactLines(name: SnippetName, { builder, server }: Stack, origin: string): Snippet | null {
  const builders = BY_BUILDER[name];
  const found = builders === undefined ? BY_SERVER[name]?.[server] : (builders[builder] ?? builders.unknown);
  if (found === undefined) return null;
  return { ...found, where: fill(found.where, origin), lines: fill(found.lines, origin) };
}

function fill(text: string, origin: string): string {
  return text.replaceAll('{origin}', origin);
}
