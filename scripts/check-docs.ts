import { mkdirSync, writeFileSync } from 'node:fs';
import { CHECKS } from '../src/audit/rubric.ts';
import { checkPage } from '../src/documents/check-page.ts';

/** Writes docs/checks/<key>.md from the check files. */
const folder = new URL('../docs/checks/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const check of CHECKS) writeFileSync(new URL(`${check.key}.md`, folder), checkPage(check));
