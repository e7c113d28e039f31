import Type from 'typebox';
import { readJson } from './read-json.ts';

/** Characters by the width at which Verdana at 11 px sets them, in hundredths of a pixel. Written by `scripts/verdana-widths.ts`. */
export const BADGE_WIDTHS = readJson(
  'badge-widths.json',
  Type.Record(Type.String({ pattern: '^\\d+$' }), Type.String()),
);
