import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { count } from '../../audit/formatting.ts';
import { seenBy, signInPath } from '../../web/layout/instance.ts';
import { requireHolderId } from '../accounts/auth.ts';
import type { PageContext } from '../app/contexts.ts';
import { Refusal } from '../app/errors.ts';
import { sendPage } from '../app/pages/html-reply.ts';
import type { App } from '../app/plugin.ts';
import { requireSameOrigin } from '../app/same-origin.ts';
import { ServiceError } from '../app/service-error.ts';
import type { Audits } from '../audits/compose-audits.ts';
import { requestedPages } from '../audits/requested-pages.ts';
import type { MySites } from './compose-sites.ts';
import { parseSiteQuery, SiteQueryFields, sitesPath } from './pages/site-query.ts';
import type { SitesNotice } from './pages/sites-page.tsx';
import type { SiteQuery } from './select-sites.ts';
import { type AddedSites, MAX_SITES, type RefusedEntry, readEntries, splitList } from './sites.ts';

/** Room for a pasted list of {@link MAX_SITES} domains of usual length, and their line breaks in a form. */
const MAX_FORM_BYTES = 512 * 1024;

const AddFields = Type.Object({ sites: Type.Optional(Type.String()), audit: Type.Optional(Type.Literal('now')) });
const ChangeFields = Type.Object({
  back: Type.Optional(Type.String()),
  action: Type.Enum(['audit', 'remove', 'daily', 'weekly', 'off']),
  pages: Type.Optional(Type.String()),
  all: Type.Optional(Type.Literal('yes')),
  'domain[]': Type.Optional(Type.Array(Type.String(), { maxItems: MAX_SITES })),
});
/** A query has a list for a repeated field only. */
const RemoveQuery = Type.Object({
  back: Type.Optional(Type.String()),
  all: Type.Optional(Type.Literal('yes')),
  'domain[]': Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: MAX_SITES })])),
});
type Action = Type.Static<typeof ChangeFields>['action'];

/** What the last form did, and the typed entries that were not accepted. */
const Notice = Type.Object({ text: Type.String(), typed: Type.Optional(Type.String()) });

/** `/sites`: the sites of the key that has signed in. Forms redirect to the list, which says what was done. */
export async function sitesRoutes(app: App, dependencies: PageContext<MySites & Audits>): Promise<void> {
  removalRoutes(app, dependencies);
  const { service, config, instance, notices } = dependencies;
  const { sites } = service;
  const options = { allowPrivate: config.ALLOW_PRIVATE_TARGETS };

  app.get('/sites', { schema: { querystring: SiteQueryFields } }, async (request, reply) => {
    if (request.caller.kind !== 'key') return reply.redirect(signInPath(request.url), 303);
    const notice = await notices.take(request, reply, Notice);
    const { typed = '' } = notice ?? {};
    const shown = notice && { text: notice.text, typed, ...readEntries(splitList(typed), options) };
    return sendList(request, reply, parseSiteQuery(request.query), shown);
  });

  app.post('/sites', { bodyLimit: MAX_FORM_BYTES, schema: { body: AddFields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    if (request.caller.kind !== 'key') return reply.redirect(signInPath('/sites'), 303);
    const { sites: typed = '', audit } = request.body;
    const { domains, added, refused, problem } = await addSites(requireHolderId(request), typed, {
      service,
      config,
      notices,
    });
    if (problem !== null)
      return sendList(request, reply.code(400), parseSiteQuery({}), { text: problem, typed, refused });
    const outcome = added === 0 ? 'Nothing new: the list had that already.' : `${count(added, 'site')} added.`;
    const audits = audit === undefined ? '' : ` ${await auditAdded(domains, request, reply)}`;
    const skipped = refused.length === 0 ? '' : ` We skipped ${count(refused.length, 'entry', 'entries')}:`;
    const notice = { text: `${outcome}${audits}${skipped}`, typed: joinEntries(refused) };
    return notices.redirect(request, reply, '/sites', notice);
  });

  /** Queues audits of added sites. @returns a sentence: that they will be audited, or why not, because they are added already */
  async function auditAdded(domains: readonly string[], request: FastifyRequest, reply: FastifyReply): Promise<string> {
    try {
      await app.limitLiveAudits(request, reply);
      await sites.audit(requireHolderId(request), domains, options);
      return `${domains.length === 1 ? 'It' : 'They'} will be audited now.`;
    } catch (error) {
      if (!(error instanceof ServiceError) && !(error instanceof Refusal)) throw error;
      return `${domains.length === 1 ? 'It is' : 'They are'} not audited yet. ${error.message}`;
    }
  }

  app.post('/sites/change', { bodyLimit: MAX_FORM_BYTES, schema: { body: ChangeFields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    if (request.caller.kind !== 'key') return reply.redirect(signInPath('/sites'), 303);
    const { back = '/sites', action, pages: pagesText, all, 'domain[]': ticked = [] } = request.body;
    const query = parseQuery(back);
    const keyId = requireHolderId(request);
    const pages = requestedPages(pagesText, config);
    const domains = all === undefined ? ticked : await sites.select(keyId, query);
    const path = sitesPath(query);
    if (domains.length === 0)
      return notices.redirect(request, reply, path, { text: 'Select sites first, then choose an action.' });
    if (action === 'audit') await app.limitLiveAudits(request, reply);
    const changed = await change(action, keyId, domains, pages);
    const text = changed === 0 && action !== 'remove' ? NOT_LISTED : DONE[action](changed);
    return notices.redirect(request, reply, path, { text });
  });

  /** Returns how many sites were changed. */
  async function change(action: Action, keyId: string, domains: readonly string[], pages: number): Promise<number> {
    if (action === 'audit') return sites.audit(keyId, domains, { ...options, pages });
    if (action === 'remove') return sites.remove(keyId, domains);
    return sites.schedule(keyId, domains, action);
  }

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    query: SiteQuery,
    notice: SitesNotice | null,
  ): Promise<FastifyReply> {
    const keyId = requireHolderId(request);
    const [{ sitesPage }, { SHOWN_AUDITS }] = await Promise.all([
      import('./pages/sites-page.tsx'),
      import('./pages/own-audits.tsx'),
    ]);
    const [list, recent, removal, storage] = await Promise.all([
      sites.list(keyId, query, Date.now()),
      sites.recentAudits(keyId, SHOWN_AUDITS),
      sites.lastRemoval(keyId),
      service.storage.measureUse(keyId),
    ]);
    const shown = { list, query: { ...query, page: list.page }, notice, recent, removal, storage };
    return sendPage(reply, sitesPage(seenBy(instance, request), shown));
  }
}

/** `/sites/remove` asks before sites are removed, and `/sites/undo` adds those removed last again. */
function removalRoutes(
  app: App,
  { service: { sites }, config, instance, notices }: PageContext<MySites & Audits>,
): void {
  app.get('/sites/remove', { schema: { querystring: RemoveQuery } }, async (request, reply) => {
    if (request.caller.kind !== 'key') return reply.redirect(signInPath('/sites'), 303);
    const { back = '/sites', all, 'domain[]': ticked = [] } = request.query;
    const query = parseQuery(back);
    const keyId = requireHolderId(request);
    const domains = all === undefined ? await sites.listed(keyId, [ticked].flat()) : await sites.select(keyId, query);
    if (domains.length === 0)
      return notices.redirect(request, reply, sitesPath(query), { text: 'Select sites first, then choose an action.' });
    const { removeSitesPage } = await import('./pages/remove-page.tsx');
    return sendPage(reply, removeSitesPage(seenBy(instance, request), domains, query));
  });

  app.post(
    '/sites/undo',
    { schema: { body: Type.Object({ removed: Type.Optional(Type.String()) }) } },
    async (request, reply) => {
      requireSameOrigin(request, config);
      if (request.caller.kind !== 'key') return reply.redirect(signInPath('/sites'), 303);
      const restored = await sites.undoRemoval(requireHolderId(request), request.body.removed ?? '');
      const text =
        restored === 0 ? 'There was nothing to undo.' : `${count(restored, 'site')} added again, as they were.`;
      return notices.redirect(request, reply, '/sites', { text });
    },
  );
}

/** Parses the list that a form was on. @param back its path and query */
function parseQuery(back: string): SiteQuery {
  return parseSiteQuery(Object.fromEntries(URL.parse(back, 'http://own.invalid')?.searchParams ?? []));
}

/** Adds the sites of a list, or says why nothing was added. What a notice has no room for must stay in the form. */
async function addSites(
  keyId: string,
  typed: string,
  { service: { sites }, config, notices }: Pick<PageContext<MySites & Audits>, 'service' | 'config' | 'notices'>,
): Promise<AddedSites & { readonly problem: string | null }> {
  const options = { allowPrivate: config.ALLOW_PRIVATE_TARGETS };
  const nothing = { domains: [], added: 0, refused: [] };
  try {
    const { domains, refused } = readEntries(splitList(typed), options);
    if (domains.length === 0)
      return { ...nothing, refused, problem: 'Nothing was added. Type the address of a website.' };
    if (!notices.fits({ text: LONGEST_TEXT, typed: joinEntries(refused) }))
      return { ...nothing, refused, problem: `Nothing was added. Fix or remove these ${refused.length} entries:` };
    return { ...(await sites.add(keyId, domains, options)), refused, problem: null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'too_many_sites') throw error;
    return { ...nothing, problem: error.message };
  }
}

/** Stands for the longest sentences of a notice. */
const LONGEST_TEXT = ' '.repeat(600);

const NOT_LISTED = 'Nothing changed: your list does not have these sites.';

const DONE: Readonly<Record<Action, (n: number) => string>> = {
  audit: (n) => `${count(n, 'site')} will be audited now.`,
  daily: (n) => `${count(n, 'site')} will be audited every day.`,
  weekly: (n) => `${count(n, 'site')} will be audited every week.`,
  off: (n) => `Schedule removed from ${count(n, 'site')}. Published sites are still audited daily.`,
  remove: (n) => `${count(n, 'site')} removed. Published sites remain until you withdraw them on their page.`,
};

function joinEntries(refused: readonly RefusedEntry[]): string {
  return refused.map(({ entry }) => entry).join('\n');
}
