import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isRecord, parseJson } from './values/json.ts';

/** Folder of this package: both the modules of `src/` and the bundle in `dist/` are one level below it. */
export const PACKAGE_FOLDER = fileURLToPath(new URL('../', import.meta.url));

const manifest = parseJson(readFileSync(`${PACKAGE_FOLDER}package.json`, 'utf8'));

/** Version of this package, as its package.json has it. */
export const VERSION = isRecord(manifest) ? String(manifest['version']) : '0.0.0';

/** The day on which this version was made. */
export const VERSION_DATE = '2026-11-26';
