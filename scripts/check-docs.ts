import { mkdirSync, writeFileSync } from 'node:fs';
import { CHECKS } from '../src/audit/rubric.ts';
import { CRAWLERS } from '../src/crawlers/registry.ts';
import { checkPage } from '../src/documents/check-markdown.ts';
import { SETTINGS } from '../src/values/config.ts';
import { crawlersPage } from './docs-pages/crawlers.ts';
import { settingsPage } from './docs-pages/settings.ts';

/** Writes docs/checks/<key>.md from the check files, docs/crawlers.md from the registry and docs/settings.md from the schema. */
const folder = new URL('../docs/checks/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const check of CHECKS) writeFileSync(new URL(`${check.key}.md`, folder), checkPage(check));
writeFileSync(new URL('../docs/crawlers.md', import.meta.url), crawlersPage(CRAWLERS));
writeFileSync(new URL('../docs/settings.md', import.meta.url), settingsPage(SETTINGS));
