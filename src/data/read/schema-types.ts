import Type from 'typebox';
import { readJson, Texts } from './read-json.ts';

/**
 * Branches of schema.org's type hierarchy: types with their direct subtypes. A type with several parents is listed under
 * each.
 */
export const SUBTYPES = readJson('schema-types.json', Type.Record(Type.String(), Texts));
