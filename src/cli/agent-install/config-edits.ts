import { isDeepStrictEqual } from 'node:util';
import { createScanner, findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { parse, stringify, type TomlTable } from 'smol-toml';

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
function isOwnEntry(entry: unknown): boolean {
  const { command, args, url, serverUrl, httpUrl, headers, bearer_token_env_var: variable } = Object(entry);
  if (typeof command === 'string') return Array.isArray(args) && args.at(-1) === 'mcp';
  const key = String(variable ?? Object(headers).Authorization);
  return (
    String(url ?? serverUrl ?? httpUrl).endsWith('/mcp') && /^(?:Bearer \$\{(?:env:)?)?CITABLE_API_KEY\}?$/.test(key)
  );
}

/** Kinds of tokens of the scanner. Its enumeration exists for the compiler only. */
const COMMA = 5;
const COMMENTS: ReadonlySet<number> = new Set([12, 13]);
const END = 17;

/** Returns the edit that adds an entry to a section of a JSON file, as `mcpServers.citable`. Every other character stays. */
export function jsonEntry(section: string, entry: Readonly<Record<string, unknown>>): Edit {
  return {
    add(text) {
      if (text === null || text.trim() === '') return `${JSON.stringify({ [section]: { [ENTRY]: entry } }, null, 2)}\n`;
      const root = parseObject(text, section);
      const format = detectFormat(text);
      const found = findNodeAtLocation(root, [section, ENTRY]);
      if (found !== undefined) {
        requireOwn(found);
        if (JSON.stringify(getNodeValue(found)) === JSON.stringify(entry)) return text;
        return replaced(text, found, format.value(entry, 2));
      }
      const parent = findNodeAtLocation(root, [section]);
      return parent === undefined
        ? inserted(text, root, section, format.value({ [ENTRY]: entry }, 1), format)
        : inserted(text, parent, ENTRY, format.value(entry, 2), format);
    },
    remove(text) {
      const root = text.trim() === '' ? undefined : parseObject(text, section);
      const found = root === undefined ? undefined : findNodeAtLocation(root, [section, ENTRY]);
      if (root === undefined || found === undefined) return text;
      requireOwn(found);
      const parent = found.parent?.parent;
      const isOnly = parent?.children?.length === 1 && !hasComment(text, parent);
      return isOnly ? replaced(text, parent, '{}') : readable(without(text, found.parent));
    },
  };
}

/** Parses a file as JSON with comments. @throws EditRefusal when that is not possible */
function parseObject(text: string, section: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (root === undefined || first !== undefined) {
    const line = text.slice(0, first?.offset ?? 0).split('\n').length;
    throw new EditRefusal(`it cannot be read as JSON: see line ${line}. Correct it first.`);
  }
  if (root.type !== 'object') throw new EditRefusal('it is not a JSON object. Correct it first.');
  const parent = findNodeAtLocation(root, [section]);
  if (parent !== undefined && parent.type !== 'object') {
    throw new EditRefusal(`its “${section}” is not an object. Correct it first.`);
  }
  return root;
}

function requireOwn(entry: Node): void {
  if (!isOwnEntry(getNodeValue(entry))) throw new EditRefusal(FOREIGN);
}

interface Format {
  readonly unit: string;
  readonly eol: string;
  /** Returns a value as text. @param depth of its property */
  value(value: unknown, depth: number): string;
}

/** Returns the indentation and line ends that a text has. */
function detectFormat(text: string): Format {
  const [, unit = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const value = (of: unknown, depth: number) =>
    JSON.stringify(of, null, unit).replaceAll('\n', `${eol}${unit.repeat(depth)}`);
  return { unit, eol, value };
}

function replaced(text: string, { offset, length }: Pick<Node, 'offset' | 'length'>, by: string): string {
  return `${text.slice(0, offset)}${by}${text.slice(offset + length)}`;
}

/** Inserts a property as the first of an object: what follows stays as it is, trailing commas too. */
function inserted(text: string, object: Node, name: string, value: string, { unit, eol }: Format): string {
  const depth = object.parent === undefined ? 1 : 2;
  const property = `${eol}${unit.repeat(depth)}${JSON.stringify(name)}: ${value}`;
  const inner = text.slice(object.offset + 1, object.offset + object.length - 1);
  // White space of an empty object would follow the end that is added. Comments stay.
  const isBlank = inner.trim() === '';
  const isEmpty = object.children?.length === 0;
  const end = isBlank ? `${eol}${unit.repeat(depth - 1)}` : isEmpty ? '' : ',';
  const gap = isBlank ? inner.length : 0;
  return replaced(text, { offset: object.offset + 1, length: gap }, `${property}${end}`);
}

/** Removes a property with its comma, and the white space before it. */
function without(text: string, property: Node | undefined): string {
  if (property === undefined) return text;
  const kept = text.slice(0, property.offset).trimEnd();
  // A line comment ends with its line.
  const isAfterNote = kept.slice(kept.lastIndexOf('\n') + 1).includes('//');
  const start = isAfterNote ? property.offset : kept.length;
  const end = property.offset + property.length;
  const next = commaAfter(text, end);
  if (next !== null) {
    const withoutComma = replaced(text, { offset: next, length: 1 }, '');
    return replaced(withoutComma, { offset: start, length: end - start }, '');
  }
  const rest = replaced(text, { offset: start, length: end - start }, '');
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const comma = previous === undefined ? null : commaAfter(text, previous.offset + previous.length);
  return comma === null ? rest : replaced(rest, { offset: comma, length: 1 }, '');
}

/** Returns a changed text. @throws EditRefusal where a comment would swallow what follows */
function readable(text: string): string {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length === 0) return text;
  throw new EditRefusal('the entry “citable” cannot be removed without its neighbours. Remove it by hand.');
}

/** Returns the offset of the comma that follows a property; null where the object ends. Comments may stand between. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : null;
}

/** Returns whether there is a comment in a part of a text. */
function hasComment(text: string, part: Pick<Node, 'offset' | 'length'>): boolean {
  const scanner = createScanner(text.slice(part.offset, part.offset + part.length), false);
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) if (COMMENTS.has(kind)) return true;
  return false;
}

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
      const found = findEntry(before);
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
      const found = findEntry(before);
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

function findEntry(root: TomlTable): unknown {
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
