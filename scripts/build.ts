import { rmSync } from 'node:fs';
import { build } from 'rolldown';
import config from '../rolldown.config.ts';

/** Builds `dist/` and its compile cache. */
rmSync('dist', { recursive: true, force: true });
for (const part of config) await build(part);
await import('./warm-up.ts');
