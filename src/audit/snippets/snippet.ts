import type { Stack } from '../../site/stack.ts';

/** The lines of one change on one stack. `{origin}` stands for the site's origin, `…` for words of the page itself. */
export interface Snippet {
  /** The file, or the screen of the dashboard, in words of ours. */
  readonly where: string;
  /** The info string of a fence: `html`, `nginx`. */
  readonly language: string;
  readonly lines: string;
}

/** One change on the stacks that differ; `unknown` is plain HTML or a plain file. */
export type BuilderSnippets = Partial<Record<Stack['builder'], Snippet>> & { readonly unknown: Snippet };

/** One change that the server makes. */
export type ServerSnippets = Partial<Record<Stack['server'], Snippet>>;

export function snippet(where: string, language: string, ...lines: readonly string[]): Snippet {
  return { where, language, lines: lines.join('\n') };
}
