import { readdirSync, readFileSync } from 'node:fs';
import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

const DATA = new URL('../', import.meta.url);

/** An object without other fields. */
export const exactly = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

/** At least one text. */
export const Texts = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 });

/** Returns the content of a file of `src/data/`. @throws Error for a file that does not fit the schema */
export function readJson<Schema extends TSchema>(path: string, schema: Schema): Static<Schema> {
  const value: unknown = JSON.parse(readFileSync(new URL(path, DATA), 'utf8'));
  if (Value.Check(schema, value)) return value;
  const faults = Value.Errors(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`);
  throw new Error(`src/data/${path}: ${faults.join('; ')}`);
}

/** Returns the content of the files of a folder of `src/data/`, by their names without `.json`, in the order of these. */
export function readFolder<Schema extends TSchema>(
  folder: string,
  schema: Schema,
): Readonly<Record<string, Static<Schema>>> {
  const files = readdirSync(new URL(`${folder}/`, DATA)).toSorted();
  return Object.fromEntries(files.map((file) => [file.replace(/\.json$/, ''), readJson(`${folder}/${file}`, schema)]));
}
