import { mkdirSync, writeFileSync } from 'node:fs';
import { CHECKS } from '../src/audit/rubric.ts';
import { CRAWLERS } from '../src/crawlers/registry.ts';
import { LANGUAGE_FILES } from '../src/data/read/languages.ts';
import { checkPage } from '../src/documents/check-markdown.ts';
import { SETTINGS } from '../src/values/config.ts';
import { crawlersPage } from './docs-pages/crawlers.ts';
import { languagesPage } from './docs-pages/languages.ts';
import { settingsPage } from './docs-pages/settings.ts';

/** Writes docs/checks/<key>.md from the check files, docs/crawlers.md from the registry, docs/languages.md and docs/settings.md. */
const folder = new URL('../docs/checks/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const check of CHECKS) writeFileSync(new URL(`${check.key}.md`, folder), checkPage(check));
writeFileSync(new URL('../docs/crawlers.md', import.meta.url), crawlersPage(CRAWLERS));
writeFileSync(new URL('../docs/languages.md', import.meta.url), languagesPage(LANGUAGE_FILES));
writeFileSync(new URL('../docs/settings.md', import.meta.url), settingsPage(SETTINGS));
