/** A change to the text of a file: what Citable adds to it, and how that is removed. */
export interface Edit {
  /** @param text of the file; null when there is none. @throws EditRefusal */
  add(text: string | null): string;
  /** Returns null where nothing remains. @throws EditRefusal */
  remove(text: string): string | null;
}

/** Reason why a file is left as it is, in a sentence after its path. */
export class EditRefusal extends Error {}

/** Reason where an entry of the same name was not made by Citable. */
export const FOREIGN = 'it has an entry “citable” that Citable did not write. Change it by hand.';

/** Returns whether an entry starts the MCP server, as those that Citable writes do. */
export function isOwnEntry(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null || !('command' in entry) || !('args' in entry)) return false;
  return typeof entry.command === 'string' && Array.isArray(entry.args) && entry.args.at(-1) === 'mcp';
}
