/** A request of the API reference. All values are literal, or the name of a variable: `$AUDIT_ID`. */
export interface Call {
  /** Its operationId. */
  readonly operation: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON; the name of a file: its content is sent as plain text, or as CSV. */
  readonly body?: object | string;
  /** Default: whether the operation needs a key. */
  readonly hasKey?: boolean;
  /** Maximum lines of the response in the reference. Default 12 for text; JSON is shown with the first entry of each long list. */
  readonly lines?: number;
  /** The variable that the `id` of the response is stored in. */
  readonly saves?: string;
  /** The file that the response is written to, because it is not text. */
  readonly file?: string;
}

const EXAMPLE = { domain: 'example.com' };
const SHOP = { domain: 'shop.example.com' };
const VIP = { ...EXAMPLE, tier: 'vip' };
const AUDIT = { id: '$AUDIT_ID' };
const RENDERED = { id: '$RENDERED_ID' };
const BATCH = { id: '$BATCH_ID' };
const KEY = { id: '$KEY_ID' };

/** A request for each operation, in the order of the reference. Each can be sent after those before it. */
export const CALLS: readonly Call[] = [
  { operation: 'runAudit', query: VIP, hasKey: true, saves: 'AUDIT_ID' },
  { operation: 'queueAudit', body: { ...SHOP, pages: 100 }, hasKey: true, saves: 'CRAWL_ID' },
  { operation: 'getAudit', path: AUDIT },
  { operation: 'watchAudit', path: AUDIT },
  { operation: 'endCrawl', path: { id: '$CRAWL_ID' } },
  { operation: 'getScores', query: EXAMPLE },
  { operation: 'getEvidence', path: AUDIT },
  { operation: 'getProblems', path: AUDIT },
  { operation: 'getPages', path: AUDIT, query: { sort: '-lost', limit: '10' } },
  { operation: 'getSiteFaults', path: AUDIT },
  { operation: 'getRendering', path: RENDERED },
  { operation: 'getPicture', path: { ...RENDERED, place: '0', version: 'after-scripts' }, lines: 0, file: 'page.webp' },
  { operation: 'getChanges', path: AUDIT, query: { since: '$EARLIER_ID' } },
  { operation: 'verifyFixes', path: { id: '$EARLIER_ID' } },
  { operation: 'getSnapshot', path: AUDIT },
  { operation: 'queueBatch', body: { domains: ['example.com', 'shop.example.com'] }, saves: 'BATCH_ID' },
  { operation: 'listBatches' },
  { operation: 'getBatch', path: BATCH },
  { operation: 'getBatchResults', path: BATCH },
  { operation: 'cancelBatch', path: BATCH },
  { operation: 'getLlmsTxt', query: VIP, hasKey: true },
  { operation: 'getFixGuide', query: VIP, hasKey: true },
  { operation: 'getBadge', query: EXAMPLE, lines: 1 },
  { operation: 'getHostedLlmsTxt', path: EXAMPLE, query: { tier: 'vip' } },
  { operation: 'changeDomain', path: EXAMPLE, body: { badge: { label: 'AI ready', color: '0b5d52' } } },
  { operation: 'getOwnership', path: EXAMPLE },
  { operation: 'checkHostedFile', path: EXAMPLE },
  { operation: 'withdrawDomain', path: SHOP },
  { operation: 'getCrawlerIndex' },
  { operation: 'getVisits', path: EXAMPLE },
  { operation: 'uploadTraffic', path: EXAMPLE, body: 'access.log' },
  { operation: 'getTraffic', path: EXAMPLE, query: { group: 'path' } },
  { operation: 'importSearchReport', path: EXAMPLE, body: 'export.csv' },
  { operation: 'getJoinedPages', path: EXAMPLE },
  { operation: 'addSites', body: { domains: ['shop.example.com', 'https://docs.example.com/a-page'] } },
  { operation: 'listSites', query: { sort: 'score' } },
  { operation: 'scheduleSite', path: SHOP, body: { schedule: 'weekly' } },
  { operation: 'removeSite', path: SHOP },
  { operation: 'getStorage' },
  { operation: 'deleteAudits', query: { before: '2026-01-01' } },
  { operation: 'createKey', body: { name: 'shop', audits_per_day: 100 }, hasKey: true, saves: 'KEY_ID' },
  { operation: 'listKeys' },
  { operation: 'changeKey', path: KEY, body: { audits_per_day: 200 }, hasKey: true },
  { operation: 'revokeKey', path: KEY },
  { operation: 'getHealth' },
  { operation: 'getReadiness' },
  { operation: 'getMetrics', lines: 2 },
  { operation: 'getOpenApi', lines: 0 },
];

/** What a call sends. Variables are still names. */
export interface ApiRequest {
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly hasKey: boolean;
  readonly body: object | string | null;
  /** The file that the response is written to; null for a response that is printed. */
  readonly file: string | null;
}

/** Returns the request of a call. @param path of the operation: `/api/audit/{id}` */
export function createRequest(
  { path: values = {}, query = {}, body, hasKey, file }: Call,
  { method, path, key }: { readonly method: string; readonly path: string; readonly key: string },
): ApiRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const target = search.length === 0 ? filled : `${filled}?${search.join('&')}`;
  return { method, target, hasKey: hasKey ?? key === 'needed', body: body ?? null, file: file ?? null };
}

/** Returns the media type of a body. */
export function findMediaType(body: object | string): string {
  if (body instanceof Object) return 'application/json';
  return body.endsWith('.csv') ? 'text/csv' : 'text/plain';
}

/** The languages of the examples, with the name that Markdown has for them. */
export const LANGUAGES = { sh: curlExample, js: javaScriptExample, python: pythonExample } as const;

function curlExample({ method, target, hasKey, body, file }: ApiRequest): string {
  return [
    `curl${method === 'GET' || (method === 'POST' && body !== null) ? '' : ` -X ${method}`} "$CITABLE_URL${target}"`,
    ...(hasKey ? ['-H "Authorization: Bearer $CITABLE_API_KEY"'] : []),
    ...(typeof body === 'string' ? [`-H 'Content-Type: ${findMediaType(body)}' --data-binary @${body}`] : []),
    ...(body instanceof Object ? [`-H 'Content-Type: application/json' -d '${oneLine(body)}'`] : []),
    ...(file === null ? [] : [`-o ${file}`]),
  ].join(' \\\n  ');
}

function javaScriptExample({ method, target, hasKey, body, file }: ApiRequest): string {
  const variables = ['CITABLE_URL', ...(hasKey ? ['CITABLE_API_KEY'] : []), ...listVariables(target)];
  const headers = [
    ...(hasKey ? [`authorization: \`Bearer \${CITABLE_API_KEY}\``] : []),
    ...(body === null ? [] : [`'content-type': '${findMediaType(body)}'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body instanceof Object ? [`  body: JSON.stringify(${oneLine(body)}),`] : []),
    ...(typeof body === 'string' ? [`  body: await readFile('${body}'),`] : []),
  ];
  return [
    ...(typeof body === 'string' ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    ...(file === null ? [] : ["import { writeFile } from 'node:fs/promises';", '']),
    `const { ${variables.join(', ')} } = process.env;`,
    `const response = await fetch(\`\${CITABLE_URL}${target.replace(VARIABLE, `\${$1}`)}\`${options.length === 0 ? ');' : ', {'}`,
    ...(options.length === 0 ? [] : [...options, '});']),
    file === null
      ? 'console.log(response.status, await response.text());'
      : `await writeFile('${file}', Buffer.from(await response.arrayBuffer()));`,
  ].join('\n');
}

/** Returns JSON as Python writes it. The bodies have no text with these words. */
function asPython(json: string): string {
  return json.replace(/\b(?:true|false)\b/g, (word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
}

function pythonExample({ method, target, hasKey, body, file }: ApiRequest): string {
  const headers = [
    ...(hasKey ? [`"Authorization": f"Bearer {environ['CITABLE_API_KEY']}"`] : []),
    ...(body === null ? [] : [`"Content-Type": "${findMediaType(body)}"`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body instanceof Object ? [`    data=json.dumps(${asPython(oneLine(body))}).encode(),`] : []),
    ...(typeof body === 'string' ? [`    data=open("${body}", "rb").read(),`] : []),
  ];
  return [
    ...(body instanceof Object ? ['import json'] : []),
    'from os import environ',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    f"{environ['CITABLE_URL']}${target.replace(VARIABLE, "{environ['$1']}")}",`,
    ...options,
    ')',
    'with urlopen(request) as response:',
    file === null
      ? '    print(response.status, response.read().decode())'
      : `    open("${file}", "wb").write(response.read())`,
  ].join('\n');
}

const VARIABLE = /\$([A-Z_]+)/g;

function listVariables(target: string): string[] {
  return [...target.matchAll(VARIABLE)].map(([, name = '']) => name);
}

/** Writes JSON on one line, with spaces. */
export function oneLine(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
}
