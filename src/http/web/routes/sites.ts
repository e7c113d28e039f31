import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { count } from '../../../audit/formatting.ts';
import type { SiteQuery } from '../../../service/sites/select-sites.ts';
import { MAX_SITES, splitList } from '../../../service/sites/sites.ts';
import { holderIdOf } from '../../auth.ts';
import type { App } from '../../plugin.ts';
import { requireSameOrigin } from '../../session-cookie.ts';
import { sendPage } from '../layout/html-reply.ts';
import { seenBy, signInPath } from '../layout/instance.ts';
import type { PageRoutesOptions } from '../page-routes.ts';
import { parseSiteQuery, SiteQueryFields, sitesPath } from '../sites/site-query.ts';
import type { SitesNotice } from '../sites/sites-page.tsx';

/** Room for a pasted list of {@link MAX_SITES} domains of usual length, and their line breaks in a form. */
const MAX_FORM_BYTES = 512 * 1024;

const AddFields = Type.Object({ sites: Type.Optional(Type.String()), audit: Type.Optional(Type.Literal('now')) });
const ChangeFields = Type.Object({
  back: Type.Optional(Type.String()),
  action: Type.Enum(['audit', 'remove', 'daily', 'weekly', 'off']),
  all: Type.Optional(Type.Literal('yes')),
  'domain[]': Type.Optional(Type.Array(Type.String(), { maxItems: MAX_SITES })),
});
type Action = Type.Static<typeof ChangeFields>['action'];

const ListFields = Type.Intersect([
  SiteQueryFields,
  Type.Object({ done: Type.Optional(Type.String()), count: Type.Optional(Type.String()) }),
]);

/** `/sites`: the sites of the key that has signed in. Forms redirect to the list, which says what was done. */
export async function sitesRoutes(app: App, { service, config, instance }: PageRoutesOptions): Promise<void> {
  const { sites } = service;
  const options = { allowPrivate: config.ALLOW_PRIVATE_TARGETS };

  app.get('/sites', { schema: { querystring: ListFields } }, async (request, reply) => {
    if (request.caller.kind !== 'key') return reply.redirect(signInPath(request.url), 303);
    const { done, count: changed, ...query } = request.query;
    return sendList(request, reply, parseSiteQuery(query), noticeOf(done, Number(changed)));
  });

  app.post('/sites', { bodyLimit: MAX_FORM_BYTES, schema: { body: AddFields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    if (request.caller.kind !== 'key') return reply.redirect(signInPath('/sites'), 303);
    const keyId = holderIdOf(request);
    const { domains, added, refused } = await sites.add(keyId, splitList(request.body.sites ?? ''), options);
    const isAudited = request.body.audit === 'now' && domains.length > 0;
    if (isAudited) {
      await app.limitLiveAudits(request, reply, domains.length);
      await sites.audit(keyId, domains, options);
    }
    if (refused.length === 0)
      return reply.redirect(`/sites?done=${isAudited ? 'audited' : 'added'}&count=${added}`, 303);
    const outcome = added === 0 ? 'Nothing was added' : `${count(added, 'site')} added`;
    const text = `${outcome}. ${refused.length === 1 ? '1 entry is not a web address.' : `${refused.length} entries are not web addresses.`}`;
    return sendList(request, reply.code(400), parseSiteQuery({}), { text, refused });
  });

  app.post('/sites/change', { bodyLimit: MAX_FORM_BYTES, schema: { body: ChangeFields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    if (request.caller.kind !== 'key') return reply.redirect(signInPath('/sites'), 303);
    const { back = '/sites', action, all, 'domain[]': ticked = [] } = request.body;
    const query = parseSiteQuery(Object.fromEntries(URL.parse(back, 'http://own.invalid')?.searchParams ?? []));
    const keyId = holderIdOf(request);
    const domains = all === undefined ? ticked : await sites.select(keyId, query);
    if (domains.length === 0)
      return sendList(request, reply.code(400), query, { text: 'Select sites first, then choose an action.' });
    if (action === 'audit') await app.limitLiveAudits(request, reply, domains.length);
    const changed = await change(action, keyId, domains);
    const path = sitesPath(query);
    return reply.redirect(
      `${path}${path.includes('?') ? '&' : '?'}done=${encodeURIComponent(action)}&count=${changed}`,
      303,
    );
  });

  /** Returns how many sites were changed. */
  async function change(action: Action, keyId: string, domains: readonly string[]): Promise<number> {
    if (action === 'audit') return sites.audit(keyId, domains, options);
    if (action === 'remove') return sites.remove(keyId, domains);
    return sites.schedule(keyId, domains, action);
  }

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    query: SiteQuery,
    notice: SitesNotice | null,
  ): Promise<FastifyReply> {
    const list = await sites.list(holderIdOf(request), query, Date.now());
    const { sitesPage } = await import('../sites/sites-page.tsx');
    return sendPage(
      reply,
      sitesPage(seenBy(instance, request), { list, query: { ...query, page: list.page }, notice }),
    );
  }
}

const DONE: Readonly<Record<string, (n: number) => string>> = {
  added: (n) => (n === 0 ? 'They were in the list already.' : `${count(n, 'site')} added.`),
  audited: (n) =>
    `${n === 0 ? 'They were in the list already' : `${count(n, 'site')} added`}, and will be audited now.`,
  audit: (n) => `${count(n, 'site')} will be audited now.`,
  daily: (n) => `${count(n, 'site')} will be audited every day.`,
  weekly: (n) => `${count(n, 'site')} will be audited every week.`,
  off: (n) => `Schedule removed from ${count(n, 'site')}. Published sites are still audited daily.`,
  remove: (n) => `${count(n, 'site')} removed. Published sites remain until you withdraw them on their page.`,
};

function noticeOf(done: string | undefined, n: number): SitesNotice | null {
  const say = done === undefined || !Number.isSafeInteger(n) || n < 0 ? undefined : DONE[done];
  return say === undefined ? null : { text: say(n) };
}
