import { writeFileSync } from 'node:fs';
import { apiPage } from './docs-pages/api.ts';
import { sendByFetch, walkThroughApi } from './docs-pages/api-recording.ts';

/** Writes docs/api.md from the OpenAPI document of a service, and from its responses. The build must exist. */
writeFileSync(new URL('../docs/api.md', import.meta.url), apiPage(await walkThroughApi(sendByFetch)));
