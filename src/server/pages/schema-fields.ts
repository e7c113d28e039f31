import { isRecord } from '../../values/json.ts';

/** A field of a JSON Schema, described for people. */
export interface SchemaField {
  readonly name: string;
  /** `text`, `whole number or null`, `list of objects`, `"free" or "vip"`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | null;
  /** Name of the schema of the object, or of the objects in the list; null if it has none. */
  readonly schemaName: string | null;
  /** Fields of the object, or of the objects in the list. */
  readonly fields: readonly SchemaField[];
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
  null: 'null',
};

/** Returns the fields of an object's schema, nested; none of any other schema. */
export function listFields(schema: unknown): readonly SchemaField[] {
  const properties = readMember(schema, 'properties');
  const required = readMember(schema, 'required');
  if (!isRecord(properties)) return [];
  return Object.entries(properties).map(([name, field]) => {
    const description = readMember(field, 'description');
    const object = findObject(field);
    const title = readMember(object, 'title');
    return {
      name,
      type: describeType(field),
      isRequired: Array.isArray(required) && required.includes(name),
      description: typeof description === 'string' ? description : null,
      schemaName: typeof title === 'string' ? title : null,
      fields: listFields(object),
    };
  });
}

/** Returns an example of an object: the first example of each field that has one. */
export function buildExample(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = readMember(schema, 'properties');
  if (!isRecord(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      const examples = readMember(field, 'examples');
      return Array.isArray(examples) && examples.length > 0 ? [[name, examples[0]]] : [];
    }),
  );
}

/** Describes the type in words. */
export function describeType(schema: unknown): string {
  const values = readMember(schema, 'enum');
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ');
  const value = readMember(schema, 'const');
  if (value !== undefined) return JSON.stringify(value);
  const alternatives = readMember(schema, 'anyOf');
  if (Array.isArray(alternatives)) return alternatives.map(describeType).join(' or ');
  const type = readMember(schema, 'type');
  const format = readMember(schema, 'format');
  const names = [type].flat().map((one) => (typeof one === 'string' ? (NAMES[one] ?? one) : 'anything'));
  if (type === 'array') return `list of ${toPlural(describeType(readMember(schema, 'items')))}`;
  return `${names.join(' or ')}${typeof format === 'string' ? ` (${format})` : ''}`;
}

function toPlural(type: string): string {
  return type === 'object' ? 'objects' : type === 'text' ? 'texts' : type;
}

/** Returns the schema of the object: the schema itself, its items, or the alternative that is not null. */
function findObject(schema: unknown): unknown {
  const items = readMember(schema, 'items');
  if (items !== undefined) return findObject(items);
  const alternatives = readMember(schema, 'anyOf');
  return Array.isArray(alternatives) ? alternatives.find((one) => isRecord(readMember(one, 'properties'))) : schema;
}

/** Returns a member of an object; undefined if there is none, or no object. */
export function readMember(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
