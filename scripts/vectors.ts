import { readFileSync } from 'node:fs';

/** The fields of a published test vector. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the vectors of a file.
 *
 * @throws when it is not a list of objects
 */
export function readVectors(path: string): readonly Fields[] {
  const vectors: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(vectors) || !vectors.every(isFields)) throw new Error('it is not a list of vectors');
  return vectors;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a required field of a vector.
 *
 * @throws when it is not a string
 */
export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`a vector has no "${name}"`);
  return value;
}
