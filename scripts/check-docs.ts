import { mkdirSync, writeFileSync } from 'node:fs';
import { CHECKS } from '../src/audit/rubric.ts';
import { CRAWLERS } from '../src/crawlers/registry.ts';
import { checkPage } from '../src/documents/check-markdown.ts';
import { SETTINGS } from '../src/values/config.ts';
import { apiPage } from './docs-pages/api.ts';
import { sendByFetch, walkThroughApi } from './docs-pages/api-recording.ts';
import { crawlersPage } from './docs-pages/crawlers.ts';
import { settingsPage } from './docs-pages/settings.ts';

/** Writes docs/checks/<key>.md from the check files, docs/crawlers.md from the registry, docs/settings.md from the schema and docs/api.md from the OpenAPI document. */
const folder = new URL('../docs/checks/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const check of CHECKS) writeFileSync(new URL(`${check.key}.md`, folder), checkPage(check));
writeFileSync(new URL('../docs/crawlers.md', import.meta.url), crawlersPage(CRAWLERS));
writeFileSync(new URL('../docs/settings.md', import.meta.url), settingsPage(SETTINGS));
writeFileSync(new URL('../docs/api.md', import.meta.url), apiPage(await walkThroughApi(sendByFetch)));
