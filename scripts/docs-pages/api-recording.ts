import { type RenderedAudit, renderedPage, renderedSite, sentPages } from '../../src/audit/rendered/rendered-site.ts';
import { parseConnectTo } from '../../src/fetch/connect-to.ts';
import { type ApiDocument, type ApiOperation, readOpenApi } from '../../src/server/pages/api-operations.ts';
import type { Site } from '../../src/site/site.ts';
import { combinedLine, USER_AGENTS } from '../../test/support/access-log.ts';
import { engineFor, type FixtureServer, serveFixtures } from '../../test/support/fixture-server.ts';
import type { LiveAudit } from '../../test/support/live-audit.ts';
import { openService, type RunningService } from '../../test/support/open-service.ts';
import { type ApiRequest, CALLS, type Call, createRequest, findMediaType } from './api-calls.ts';

/** A response of the service, as it was. */
export interface ApiResponse {
  readonly status: number;
  /** Without its charset; empty if there is no body. */
  readonly mediaType: string;
  readonly location: string | null;
  readonly body: string;
}

/** A call that is due. */
export interface Step {
  readonly call: Call;
  readonly operation: ApiOperation;
  readonly request: ApiRequest;
  /** Values of the variables in the request, and of `CITABLE_URL` and `CITABLE_API_KEY`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Files that are sent, by their names. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Walk {
  readonly api: ApiDocument;
  readonly recorded: readonly Recorded[];
}

export interface Recorded extends Omit<Step, 'variables' | 'files'> {
  readonly response: ApiResponse;
}

const SETTINGS = {
  BASE_URL: 'https://citable.example',
  RATE_LIMIT: 'off',
  AUDIT_RATE_LIMIT: 'off',
  MAX_RUNNING_AUDITS: '1',
  SCHEDULES: 'off',
  RENDER: 'on',
};

/** Site whose audit runs until it is told to end: until then, the entries of a batch wait. */
const BLOCKER = 'blocker.example.com';

/** Starts a service with an audited and published site, makes all calls in their order, and returns the responses. */
export async function walkThroughApi(send: (step: Step) => Promise<ApiResponse>): Promise<Walk> {
  const sites = await serveFixtures();
  const { liveAudit, completeInventory } = engineFor(sites);
  const blocker = blocking(liveAudit);
  const running = await openService(blocker.liveAudit, SETTINGS, completeInventory, {}, createOutside(sites));
  try {
    const variables = await prepare(running, sites);
    const api = await readApi(running);
    const files = { 'access.log': createLog(Date.now()), 'export.csv': EXPORT };
    const recorded: Recorded[] = [];
    for (const call of CALLS) {
      const operation = api.operations.find(({ operationId }) => operationId === call.operation);
      if (operation === undefined) throw new Error(`There is no operation ${call.operation}.`);
      const request = createRequest(call, operation);
      const isBatch = call.operation === 'queueBatch';
      if (isBatch) await Promise.all([running.postAudit(BLOCKER, running.authorization), blocker.started]);
      const response = await send({ call, operation, request, variables, files });
      if (isBatch) blocker.end();
      await whenAuditsEnd(running);
      if (call.saves !== undefined) variables[call.saves] = readId(response, call);
      recorded.push({ call, operation, request, response });
    }
    return { api, recorded };
  } finally {
    await running.close();
    await sites.close();
  }
}

/** Sends a call, and returns the response. */
export async function sendByFetch({ request, variables, files }: Step): Promise<ApiResponse> {
  const { method, target, hasKey, body } = request;
  const url = `${variables['CITABLE_URL']}${target.replace(/\$([A-Z_]+)/g, (_, name: string) => variables[name] ?? '')}`;
  const type = body === null ? null : findMediaType(body);
  const response = await fetch(url, {
    method,
    headers: {
      ...(hasKey ? { authorization: `Bearer ${variables['CITABLE_API_KEY']}` } : {}),
      ...(type === null ? {} : { 'content-type': type }),
    },
    body: body === null ? null : body instanceof Object ? JSON.stringify(body) : (files[body] ?? ''),
  });
  return {
    status: response.status,
    mediaType: response.headers.get('content-type')?.split(';')[0] ?? '',
    location: response.headers.get('location'),
    body: await response.text(),
  };
}

/** Audits the sites and publishes them. Then the first site gets better. @returns the variables that the first calls need */
async function prepare(running: RunningService, sites: FixtureServer): Promise<Record<string, string>> {
  const { request, authorization, key, url, db } = running;
  await db.updateTable('api_keys').set({ is_admin: 1 }).execute();
  sites.place('example.com', 'web/first-attempt');
  sites.place('shop.example.com', 'base/good');
  const publish = async (domain: string) => {
    const response = await request(`/api/llms-txt?domain=${domain}&tier=vip`, { headers: authorization });
    if (response.status !== 200) throw new Error(`${domain} is not published: ${await response.text()}`);
    return response.headers.get('x-service-audit-id') ?? '';
  };
  const earlier = await publish('example.com');
  await publish('shop.example.com');
  await request('/llms/example.com.txt?tier=vip', { headers: { 'user-agent': USER_AGENTS.GPTBot } });
  sites.place('example.com', 'web/second-attempt');
  const rendered = await request('/api/audit', {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'shop.example.com', render: true }),
  });
  const { id }: { readonly id: string } = JSON.parse(await rendered.text());
  await whenAuditsEnd(running);
  return { CITABLE_URL: url, CITABLE_API_KEY: key, EARLIER_ID: earlier, RENDERED_ID: id };
}

async function readApi({ request }: RunningService): Promise<ApiDocument> {
  return readOpenApi(JSON.parse(await (await request('/openapi.json')).text()));
}

/** The beginning of a WebP, which is not text. */
const PICTURE = Buffer.from('RIFF\x1e\x00\x00\x00WEBPVP8L\x11\x00\x00\x00\xff', 'latin1');
const PICTURES = { 'as-sent': PICTURE, 'after-scripts': PICTURE };

/** Returns what a browser would show of the home page of a site, with a sentence that a script adds. */
function createRendering(site: Site): RenderedAudit {
  const pages = sentPages(site)
    .slice(0, 1)
    .map((page) =>
      renderedPage(page, {
        html: (page.html ?? '').replace('</main>', '<p>Three of these boats are for sale this week.</p></main>'),
        missing: 0,
        forms: { forms: 1, fields: 1, labelled: 1, completed: 1, tools: 0 },
        controls: [{ role: 'textbox', name: 'E-mail', autocomplete: 'email' }],
        controlCount: 1,
        stoodAfter: 480,
        revealed: {
          pressed: 1,
          folds: 1,
          lines: ['Delivery takes two days.'],
          hovered: 1,
          hovers: 1,
          hoverLines: ['Boats and trailers'],
        },
        pictures: PICTURES,
      }),
    );
  const requests = { sent: 14, bytes: 183_204, refused: { not_text: 9 } };
  return { failure: null, site: renderedSite(pages), browser: 'HeadlessChrome/153.0.0.0', isSandboxed: true, requests };
}

/** Returns an engine that audits {@link BLOCKER} until it is told to end, and all other sites as the given one does. */
function blocking(liveAudit: LiveAudit) {
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const withBlocker: LiveAudit = async (domain, progress, signal, work) => {
    if (domain === BLOCKER) {
      started.resolve();
      await ended.promise;
    }
    const audited = await liveAudit(domain, progress, signal);
    return work?.render === true
      ? { ...audited, rendering: createRendering(audited.site), pictures: [{ place: 0, ...PICTURES }] }
      : audited;
  };
  return { liveAudit: withBlocker, started: started.promise, end: () => ended.resolve() };
}

/** Waits until no audit is queued or running: their events end then. */
async function whenAuditsEnd({ db, request }: RunningService): Promise<void> {
  const unfinished = await db.selectFrom('audits').select('id').where('finished_at', 'is', null).execute();
  await Promise.all(unfinished.map(async ({ id }) => (await request(`/api/audits/${id}/events`)).text()));
}

function readId({ body }: ApiResponse, { operation }: Call): string {
  const { id }: { readonly id?: unknown } = JSON.parse(body);
  if (typeof id !== 'string') throw new Error(`${operation} returned no id: ${body}`);
  return id;
}

/** A report of Bing on the pages of example.com that AI answers cite. */
const EXPORT = 'URL,Citations\nhttps://example.com/,31\nhttps://example.com/products/gauge-200,12\n';

/** An access log. @param now in milliseconds since 1970 */
function createLog(now: number): string {
  return ['/', '/products/gauge-200', '/old']
    .flatMap((target, n) =>
      [USER_AGENTS.GPTBot, USER_AGENTS['OAI-SearchBot'], USER_AGENTS.Firefox].map((userAgent) =>
        combinedLine({ time: now, target, userAgent, status: n === 2 ? 404 : 200, bytes: 4_096 }),
      ),
    )
    .join('');
}

/** Access to the audited sites alone: there is no DNS. */
function createOutside({ connectTo, caPem }: FixtureServer) {
  const rules = parseConnectTo(connectTo);
  if (!rules.ok) throw new Error(rules.problem);
  const absent = () => Promise.reject(new Error('There is no DNS.'));
  return {
    fetching: { connectTo: rules.rules, ca: [caPem] },
    about: null,
    dns: { resolveNames: absent, resolveAddresses: absent, resolveTexts: absent },
  };
}
