import fc from 'fast-check';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml, stringify } from 'smol-toml';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { jsonEntry, tomlEntry } from './config-edits.ts';

const ENTRY = { command: '/usr/bin/node', args: ['/opt/main.js', 'mcp'] };
const json = jsonEntry('mcpServers', ENTRY);
const toml = tomlEntry(ENTRY);

const name = fc.stringMatching(/^[a-z][a-z_-]{0,8}$/).filter((word) => word !== 'citable');
const server = fc.record({ command: fc.string(), args: fc.array(fc.string(), { maxLength: 3 }) });
const servers = fc.dictionary(name, server, { maxKeys: 3 });
const others = fc.dictionary(name, fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())), {
  maxKeys: 4,
});
const gap = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', '\n  // A note.\n  ', ' /* A note, with a comma. */ ');

/** JSON with comments and white space between all tokens. */
const jsonText = fc
  .record({
    others,
    servers: fc.option(servers, { nil: undefined }),
    gaps: fc.array(gap, { minLength: 40, maxLength: 40 }),
  })
  .map(({ others: rest, servers: section, gaps }) => {
    const value = section === undefined ? rest : { ...rest, mcpServers: section };
    let at = 0;
    const next = () => gaps[at++ % gaps.length] ?? '';
    const write = (part: unknown): string => {
      if (Array.isArray(part)) return `[${part.map((one) => `${next()}${JSON.stringify(one)}`).join(',')}${next()}]`;
      if (typeof part !== 'object' || part === null) return JSON.stringify(part);
      const members = Object.entries(part).map(
        ([key, one]) => `${next()}${JSON.stringify(key)}:${next()}${write(one)}`,
      );
      return `{${members.join(`${next()},`)}${next()}}`;
    };
    return { value: { mcpServers: {}, ...value }, text: `${next()}${write(value)}\n` };
  });

const readJson = (text: string) => ({ mcpServers: {}, ...parseJson(text, [], { allowTrailingComma: true }) });

test('an entry is added to JSON and removed, and everything else stays', () => {
  fc.assert(
    fc.property(jsonText, ({ value, text }) => {
      const added = json.add(text);
      expect(readJson(added)).toEqual({ ...value, mcpServers: { ...value.mcpServers, citable: ENTRY } });
      expect(json.add(added)).toBe(added);
      for (const note of text.match(/A note[^\n*]*/g) ?? []) expect(added).toContain(note);
      const removed = json.remove(added);
      expect(readJson(removed ?? '')).toEqual(value);
      // Comments are never lost.
      expect(removed?.match(/A note/g)?.length).toBe(text.match(/A note/g)?.length);
    }),
    runs(500),
  );
});

const tomlText = fc
  .record({ others, servers, hasEnd: fc.boolean() })
  .map(({ others: rest, servers: section, hasEnd }) => {
    const value = { ...rest, ...(Object.keys(section).length > 0 ? { mcp_servers: section } : {}) };
    return { value, text: `# A note.\n${stringify(value)}${hasEnd ? '\n[end]\n# Another note.\nx = 1\n' : ''}` };
  });

const readToml = (text: string) => JSON.parse(JSON.stringify(parseToml(text)));

test('an entry is added to TOML and removed, and everything else stays', () => {
  fc.assert(
    fc.property(tomlText, ({ text }) => {
      const before = readToml(text);
      const added = toml.add(text);
      expect(readToml(added)).toEqual({ ...before, mcp_servers: { ...before.mcp_servers, citable: ENTRY } });
      expect(toml.add(added)).toBe(added);
      expect(readToml(text)).toEqual(before);
      expect(toml.remove(added)).toBe(text);
    }),
    runs(300),
  );
});
