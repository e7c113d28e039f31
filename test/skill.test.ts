import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const skills = new URL('../skills/', import.meta.url);
/** The fields of the specification (https://agentskills.io/specification). */
const FIELDS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

describe.each(readdirSync(skills))('the skill %s', (folder) => {
  const text = readFileSync(new URL(`${folder}/SKILL.md`, skills), 'utf8');
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  // Plain scalars on one line each: YAML would read a colon with a space, or a number sign after one, in another way.
  const fields = head.split('\n').map((line) => /^([a-z-]+): ((?:(?!: | #).)+)$/.exec(line)?.slice(1) ?? [line, '']);
  const { name = '', description = '', compatibility = '' } = Object.fromEntries(fields);

  test('has only fields of the specification, each once', () => {
    const names = fields.map(([field = '']) => field);
    expect(FIELDS).toEqual(expect.arrayContaining(names));
    expect(new Set(names).size).toBe(names.length);
  });

  test('is named as its folder, by the rules for names', () => {
    expect(name).toBe(folder);
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(64);
  });

  test('says what it does and when to use it', () => {
    expect(description).toContain('Use when');
    expect(description.length).toBeLessThanOrEqual(1_024);
    expect(compatibility.length).toBeLessThanOrEqual(500);
  });

  test('stays short, and names only tools and commands that exist', async () => {
    expect(body.split('\n').length).toBeLessThan(500);
    const tools = readFileSync(new URL('../docs/agents.md', import.meta.url), 'utf8');
    for (const [, tool = ''] of body.matchAll(/`([a-z]+_[a-z_]+)`/g)) {
      if (!['ask_owner', 'audit_id', 'not_yet', 'untrusted_'].includes(tool)) expect(tools).toContain(`\`${tool}\``);
    }
    const program = readFileSync(new URL('../src/cli/program.ts', import.meta.url), 'utf8');
    for (const [, command] of body.matchAll(/^ {4}citable ([a-z-]+)/gm)) {
      expect(program).toContain(`.command('${command}')`);
    }
  });
});
