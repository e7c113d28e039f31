import { expect, test } from 'vitest';
import { buildExample, describeType, listFields } from './schema-fields.ts';

test.each([
  [{ type: 'string' }, 'text'],
  [{ type: 'string', format: 'uuid' }, 'text (uuid)'],
  [{ type: 'integer' }, 'whole number'],
  [{ type: ['integer', 'null'] }, 'whole number or null'],
  [{ enum: ['free', 'vip'] }, '"free" or "vip"'],
  [{ const: 7 }, '7'],
  [{ type: 'array', items: { type: 'string' } }, 'list of texts'],
  [{ type: 'array', items: { type: 'object' } }, 'list of objects'],
  [{ anyOf: [{ type: 'object' }, { type: 'null' }] }, 'object or null'],
  [{}, 'anything'],
  [undefined, 'anything'],
])('%j is described as: %s', (schema, words) => {
  expect(describeType(schema)).toBe(words);
});

test('fields are found in objects, lists of objects, and objects or null', () => {
  const inner = { type: 'object', properties: { b: { type: 'string' } } };
  const fields = listFields({
    type: 'object',
    required: ['plain'],
    properties: {
      plain: { type: 'string', description: 'what it is' },
      object: inner,
      list: { type: 'array', items: inner },
      nullable: { anyOf: [inner, { type: 'null' }] },
    },
  });
  expect(fields.map(({ name, isRequired, description }) => [name, isRequired, description])).toEqual([
    ['plain', true, 'what it is'],
    ['object', false, null],
    ['list', false, null],
    ['nullable', false, null],
  ]);
  for (const { fields: found } of fields.slice(1)) expect(found.map(({ name }) => name)).toEqual(['b']);
});

test.each([undefined, null, 'text', { type: 'string' }, []])('%j has no fields', (schema) => {
  expect(listFields(schema)).toEqual([]);
});

test('an example of an object has the first example of each field that has one', () => {
  const properties = {
    domain: { type: 'string', examples: ['example.com', 'example.org'] },
    domains: { type: 'array', examples: [['example.com', 'example.org']] },
    other: { type: 'string' },
  };
  expect(buildExample({ type: 'object', properties })).toEqual({
    domain: 'example.com',
    domains: ['example.com', 'example.org'],
  });
  expect(buildExample({ type: 'string' })).toEqual({});
  expect(buildExample(undefined)).toEqual({});
});
