import { rmSync } from 'node:fs';
import { build } from 'rolldown';
import config from '../rolldown.config.ts';

/** Builds `dist/` anew, and the compile cache in it. */
rmSync('dist', { recursive: true, force: true });
for (const part of config) await build(part);
await import('./warm-up.ts');
