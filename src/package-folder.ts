import { fileURLToPath } from 'node:url';

/** Folder of this package: both the modules of `src/` and the bundle in `dist/` are one level below it. */
export const PACKAGE_FOLDER = fileURLToPath(new URL('../', import.meta.url));
