/** A change to the text of a file: what Citable adds to it, and how that is removed. */
export interface Edit {
  /** @param text of the file; null when there is none. @throws EditRefusal */
  add(text: string | null): string;
  /** Removes only what `add` adds. Returns null to delete the file, which then is Citable's own. @throws EditRefusal */
  remove(text: string): string | null;
}

/** Reason why a file is left as it is, in a sentence after its path. */
export class EditRefusal extends Error {}

/** Name of the entry that Citable adds. */
export const ENTRY = 'citable';

/** Reason where an entry of the same name was not made by Citable. */
export const FOREIGN = 'it has an entry “citable” that Citable did not write. Change it by hand.';

/** Returns whether an entry starts the MCP server or names that of a service, as those that Citable writes do. */
export function isOwnEntry(entry: unknown): boolean {
  const { command, args, url, serverUrl, httpUrl, headers, bearer_token_env_var: variable } = Object(entry);
  if (typeof command === 'string') return Array.isArray(args) && args.at(-1) === 'mcp';
  const key = String(variable ?? Object(headers).Authorization);
  return (
    String(url ?? serverUrl ?? httpUrl).endsWith('/mcp') && /^(?:Bearer \$\{(?:env:)?)?CITABLE_API_KEY\}?$/.test(key)
  );
}
