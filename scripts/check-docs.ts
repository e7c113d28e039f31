import { mkdirSync, writeFileSync } from 'node:fs';
import { CHECKS } from '../src/audit/rubric.ts';
import { CRAWLERS } from '../src/crawlers/registry.ts';
import { checkPage } from '../src/documents/check-page.ts';
import { crawlersPage } from '../src/documents/crawlers-page.ts';

/** Writes docs/checks/<key>.md from the check files and docs/crawlers.md from the registry. */
const folder = new URL('../docs/checks/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const check of CHECKS) writeFileSync(new URL(`${check.key}.md`, folder), checkPage(check));
writeFileSync(new URL('../docs/crawlers.md', import.meta.url), crawlersPage(CRAWLERS));
