import { readFileSync } from 'node:fs';
import { PACKAGE_FOLDER } from './package-folder.ts';

const manifest: unknown = JSON.parse(readFileSync(`${PACKAGE_FOLDER}package.json`, 'utf8'));

/** The version of this package, as its package.json has it. */
export const VERSION: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string'
    ? manifest.version
    : '0.0.0';
