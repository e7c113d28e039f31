import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { type Edit, EditRefusal, ENTRY, FOREIGN, isOwnEntry } from './edit.ts';

const SECTION = 'mcp_servers';
const HEADER = `[${SECTION}.${ENTRY}]`;

/** Returns the edit that adds the table `[mcp_servers.citable]` to a TOML file. The rest stays as it is, comments too. */
export function tomlEntry(entry: Readonly<Record<string, string | readonly string[]>>): Edit {
  const table = structuredClone(entry);
  const block = `${stringify({ [SECTION]: { [ENTRY]: table } }).trim()}\n`;

  /** Returns the text without the table. @throws EditRefusal where the table is written in another way */
  function without(text: string, before: TomlTable): string {
    const lines = text.split('\n');
    const start = lines.findIndex((line) => line.trim() === HEADER);
    if (start === -1) throw new EditRefusal(FOREIGN);
    const length = lines.slice(start + 1).findIndex((line) => line.trimStart().startsWith('['));
    const block = lines.slice(start, length === -1 ? lines.length : start + 1 + length);
    const end = start + 1 + block.findLastIndex((line) => line.trim() !== '');
    // The empty line before the table was added with it.
    const first = lines[start - 1]?.trim() === '' ? start - 1 : start;
    const rest = [...lines.slice(0, first), ...lines.slice(end)].join('\n');
    if (!isSame(normalised(read(rest)), withoutEntry(before))) throw new EditRefusal(FOREIGN);
    return rest;
  }

  return {
    add(text) {
      if (text === null || text.trim() === '') return block;
      const before = read(text);
      const found = entryOf(before);
      if (found !== undefined && !isOwnEntry(found)) throw new EditRefusal(FOREIGN);
      if (isSame(found, table)) return text;
      const kept = found === undefined ? text : without(text, before);
      const after = `${kept}${kept.endsWith('\n') ? '' : '\n'}\n${block}`;
      // The section may be an inline table, which nothing can be added to below.
      const added = readOrNull(after);
      if (added === null) throw new EditRefusal(`its “${SECTION}” is an inline table. Change it by hand.`);
      return after;
    },
    remove(text) {
      const before = read(text);
      const found = entryOf(before);
      if (found === undefined) return text;
      if (!isOwnEntry(found)) throw new EditRefusal(FOREIGN);
      return without(text, before);
    },
  };
}

/** Compares parsed values, whose prototypes differ. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}

/** @throws EditRefusal */
function read(text: string): TomlTable {
  const table = readOrNull(text);
  if (table === null) throw new EditRefusal('it cannot be read as TOML. Correct it first.');
  return table;
}

function readOrNull(text: string): TomlTable | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function entryOf(root: TomlTable): unknown {
  return Object(root[SECTION])[ENTRY];
}

/** Returns a table without an entry, and without the section where nothing else is in it. */
function withoutEntry(root: TomlTable): TomlTable {
  const { [ENTRY]: _removed, ...others } = Object(root[SECTION]);
  return normalised({ ...root, [SECTION]: others });
}

function normalised(root: TomlTable): TomlTable {
  const { [SECTION]: entries, ...rest } = root;
  return Object.keys(Object(entries)).length === 0 ? rest : root;
}
