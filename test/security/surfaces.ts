import { type Inspector, inCsv, inEvents, inHtml, inJson, inMarkdown, inSvg, inText } from './inactive.ts';

/** A resource with text of a site or of a caller. */
export interface Surface {
  /** Path with `{domain}` and `{id}` of an audit, and `{payload}` and the shorter `{label}` for input of a caller. */
  readonly path: string;
  readonly inspect: Inspector;
  /** Default: GET. */
  readonly method?: 'POST';
  /** True to request it without a key. */
  readonly isPublic: boolean;
}

const withKey = (path: string, inspect: Inspector): Surface => ({ path, inspect, isPublic: false });
const open = (path: string, inspect: Inspector): Surface => ({ path, inspect, isPublic: true });
/** Every error is JSON. */
const orJson =
  (inspect: Inspector): Inspector =>
  (body) =>
    (body.startsWith('{"error"') ? inJson : inspect)(body);

/** All resources of the API with text of a site or of a caller. */
const RESOURCES: readonly Surface[] = [
  open('/api/audit/{id}', inJson),
  open('/api/audit/{id}/evidence', inJson),
  open('/api/audit/{id}/problems.json', inJson),
  open('/api/audit/{id}/changes?since={id}', inJson),
  open('/api/audit/{id}/changes?since={payload}', inJson),
  { ...withKey('/api/audit/{id}/verify', inJson), method: 'POST' },
  open('/api/audits/{id}/events', inEvents),
  withKey('/api/audits?domain={domain}', inJson),
  withKey('/api/llms-txt?domain={domain}&tier=vip', inMarkdown),
  open('/llms/{domain}.txt?tier=vip', inMarkdown),
  open('/llms/{domain}.txt', inMarkdown),
  withKey('/api/agent-prompt?domain={domain}&tier=vip', inMarkdown),
  open('/api/agent-prompt?domain={domain}', inMarkdown),
  open('/api/badge?domain={domain}', inSvg),
  open('/api/badge?domain={domain}&size=compact&theme=light&label={label}', orJson(inSvg)),
  withKey('/api/domains/{domain}/visits', inJson),
  withKey('/api/domains/{domain}/traffic', inJson),
  withKey('/api/domains/{domain}/traffic?format=csv', inCsv),
  withKey('/api/domains/{domain}/ownership', inJson),
  withKey('/api/domains/{payload}/ownership', inJson),
  withKey('/api/domains/{domain}/visits?format=csv', inCsv),
  open('/api/ai-bot-index', inJson),
  withKey('/api/audit?tier=vip&domain={payload}', inJson),
  withKey('/api/audit?domain=example.com&tier={payload}', inJson),
  open('/api/audit?domain={payload}.example.com', inJson),
  open('/api/audit/{payload}', inJson),
  open('/llms/{payload}.txt', inJson),
  open('/{payload}', orJson(inHtml)),
  open('/audits/{id}/fix-guide.md', orJson(inMarkdown)),
  open('/audits/{id}/llms.txt', orJson(inMarkdown)),
];

/** Pages of the website. Add new ones here. */
const PAGES = [
  '/',
  '/crawlers',
  '/checks',
  '/checks/{payload}',
  '/audits?domain={payload}',
  '/audits/{id}',
  '/audits/{payload}',
  '/audits/{id}/badge',
  '/audits/{id}/fix-guide',
  '/audits/{id}/designer',
  '/audits/{id}/evidence',
  '/audits/{id}/llms-txt',
  '/domains/{domain}',
  '/domains/{payload}',
];

export const SURFACES: readonly Surface[] = [...RESOURCES, ...PAGES.map((path) => open(path, orJson(inHtml)))];

/** Fills in the placeholders of a path. */
export function fillPath({ path }: Surface, values: { domain: string; id: string; payload: string }): string {
  return path
    .replace('{domain}', values.domain)
    .replaceAll('{id}', values.id)
    .replace('{payload}', () => encodeURIComponent(values.payload))
    .replace('{label}', () => encodeURIComponent(values.payload.slice(0, 30)));
}

/** Commands by the words after `citable`. FILE is a saved Site. Only keys and serve print no text of a site. */
export const COMMANDS: readonly { readonly words: string; readonly inspect: Inspector }[] = [
  { words: 'audit', inspect: inText },
  { words: 'audit --evidence', inspect: inText },
  { words: 'audit --format json --evidence', inspect: inJson },
  { words: 'audit --format markdown --evidence', inspect: inMarkdown },
  { words: 'verify --since FILE', inspect: inText },
  { words: 'verify --format json --since FILE', inspect: inJson },
  { words: 'fix-guide', inspect: inMarkdown },
  { words: 'llms-txt', inspect: inMarkdown },
  { words: 'badge', inspect: inSvg },
];
