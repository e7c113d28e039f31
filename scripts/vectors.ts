import { readFileSync } from 'node:fs';

/** One published test vector, as its file has it. */
export type Fields = Readonly<Record<string, unknown>>;

/** The vectors of a file; throws when it is not a list of them. */
export function readVectors(path: string): readonly Fields[] {
  const vectors: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(vectors) || !vectors.every(isFields)) throw new Error('it is not a list of vectors');
  return vectors;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that every vector of its kind has. */
export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`a vector has no "${name}"`);
  return value;
}
