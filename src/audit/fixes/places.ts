import { FIXES } from '../../data/read/fixes.ts';
import { STACKS } from '../../data/read/stacks.ts';
import type { Stack } from '../../site/stack.ts';
import type { FixPlace } from './fix.ts';

/** Returns where such a fix is usually made on a site of this stack, in one or two sentences. */
export function whereToFix(place: FixPlace, { builder, server }: Stack): string {
  const stacks = [server === 'unknown' ? builder : server, builder, 'unknown'];
  const found = stacks.map((stack) => FIXES[stack]?.places?.[place]).find((where) => where !== undefined);
  if (found === undefined) throw new Error(`src/data/fixes/unknown.json does not say where to fix ${place}.`);
  return found;
}

/** Returns whether it is known where templates are on sites of this stack. */
export function hasOwnPlaces({ builder }: Stack): boolean {
  return builder !== 'unknown' && FIXES[builder]?.places?.['page_template'] !== undefined;
}

/** Names of what pages are made with, and of the server software; none for `unknown`. */
export const { builders: BUILDER_NAMES, servers: SERVER_NAMES } = STACKS;
