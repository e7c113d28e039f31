import Type from 'typebox';
import { TABLE_STATES } from '../../../audit/pages/compare-tables.ts';
import { FIX_STATES } from '../../../audit/report/fix-verification.ts';
import { DEFAULT_PAGES } from '../../../values/page-count.ts';
import { identifyAuditor } from '../../accounts/auth.ts';
import type { RouteContext } from '../../app/contexts.ts';
import type { App } from '../../app/plugin.ts';
import { requestedDomain } from '../../app/request-log.ts';
import {
  AuditParams,
  exactly,
  Fix,
  failure,
  KEY_OPTIONAL,
  KEY_REQUIRED,
  named,
  Observation,
  orNull,
  Score,
  STORAGE_FAILURES,
  Text,
  Time,
  textOrNull,
  UNNEEDED_BODY_FAILURES,
  Uuid,
} from '../../app/schemas.ts';
import type { Audits } from '../compose-audits.ts';
import { PagesField, requestedPages } from '../requested-pages.ts';
import { ComparedPages } from './changes-routes.ts';

const QuestionPoints = exactly({ earned: Type.Number(), max_points: Type.Number() });

const VerifiedQuestion = named('VerifiedQuestion', {
  state: Type.Enum([...FIX_STATES], {
    description:
      'fixed: lost points then, none now; not_yet: loses points then and now; new: loses points only now; not_read: lost points on a page that was not judged again; gone: lost points only on pages that are gone; not_asked: lost points then, does not apply now; open: loses points now, and the rubric has changed',
  }),
  key: Type.String({ description: 'key of the check' }),
  id: Text,
  ask: Text,
  must: Type.String({ description: 'what must be true to earn all points' }),
  problem: textOrNull({ description: 'the problem now' }),
  before: orNull(QuestionPoints),
  after: orNull(QuestionPoints),
  change: orNull(Type.Enum(['better', 'same', 'worse'])),
  pages: orNull(exactly({ before: Type.Integer(), same: Type.Integer() }), {
    description: 'number of pages that the question was judged on then, and of those that both audits judged',
  }),
  page_states: Type.Array(
    exactly({ url: Text, state: Type.Enum(['fixed', 'not_yet', 'new', 'gone', 'not_read', 'not_asked']) }),
    { description: 'pages on which it lost points then or loses some now' },
  ),
  not_applicable: textOrNull(),
  observed: Type.Array(Observation, { description: 'what was seen now' }),
  fix: orNull(Fix),
});

const VerifiedFixes = named('VerifiedFixes', {
  id: Type.String({ format: 'uuid', description: 'of the new audit' }),
  domain: Text,
  started_at: Time,
  finished_at: Time,
  since: exactly(
    { id: Uuid, finished_at: Time, aeo_score: Score, rubric_version: Type.Integer() },
    { description: 'the earlier audit' },
  ),
  aeo_score: Score,
  rubric_version: Type.Integer(),
  is_comparable: Type.Boolean({ description: 'false if the rubric has changed: then nothing is compared' }),
  is_all_fixed: Type.Boolean({ description: 'true if no question loses points now' }),
  counts: exactly(
    {
      fixed: Type.Integer(),
      not_yet: Type.Integer(),
      new: Type.Integer(),
      not_read: Type.Integer(),
      gone: Type.Integer(),
      not_asked: Type.Integer(),
      open: Type.Integer(),
    },
    { description: 'number of questions by state' },
  ),
  gates: Type.Array(
    exactly({
      id: Text,
      state: Type.Enum(['fixed', 'not_yet', 'new', 'open']),
      cap: Type.Integer(),
      reason: textOrNull({ description: 'null if it no longer applies' }),
    }),
    { description: 'gates that cap the score now, the strictest first, or capped it then' },
  ),
  pages: ComparedPages,
  questions: Type.Array(VerifiedQuestion, {
    description: 'questions that lost points then or lose points now, by state; open ones in the order to fix them',
  }),
  all_pages: orNull(
    exactly({
      judged_before: Type.Integer(),
      judged_now: Type.Integer(),
      judged_both: Type.Integer({ description: 'only on these can a problem be fixed or new' }),
      questions: Type.Array(
        exactly({
          question: Text,
          counts: exactly(
            {
              fixed: Type.Integer(),
              not_yet: Type.Integer(),
              new: Type.Integer(),
              gone: Type.Integer(),
              not_read: Type.Integer(),
            },
            {
              description:
                'number of pages by state; fixed: it loses nothing there now, also where it no longer applies',
            },
          ),
          pages: Type.Array(exactly({ url: Text, state: Type.Enum([...TABLE_STATES]) }), {
            description: 'the first 1,000',
          }),
        }),
      ),
    }),
    {
      description:
        'the problems of every page of the two page tables; null unless more than 25 pages were asked for, and where the rubric has changed or the earlier audit has no page table',
    },
  ),
});

/** Serves `/api/audit/{id}/verify`, which audits the domain of an audit again and compares the two. Not part of the contract. */
export default async function verifyRoutes(
  app: App,
  { audits, auditQueue, config }: Pick<Audits, 'audits' | 'auditQueue'> & Pick<RouteContext, 'config'>,
): Promise<void> {
  app.post(
    '/api/audit/:id/verify',
    {
      config: { dependsOnKey: () => true, isReport: true },
      schema: {
        operationId: 'verifyFixes',
        tags: ['Reports'],
        summary: 'Verify the fixes since an audit',
        description:
          'Audits the domain of an earlier live audit again and lists the questions that lost points then or lose points now: fixed, not yet fixed, or new. The new audit is a live audit, with the same key, limits and errors. The response is sent when it is finished, which may take a minute, and longer with `pages`. No body is needed. Anyone who may run live audits may verify any audit whose id they know.',
        security: config.LIVE_AUDITS === 'public' ? KEY_OPTIONAL : KEY_REQUIRED,
        params: AuditParams,
        body: orNull(exactly({ pages: PagesField })),
        response: {
          200: VerifiedFixes,
          400: failure(
            'The domain is no longer accepted, the body is not JSON, or its number of pages is not accepted',
          ),
          401: failure('Live audits need a valid API key'),
          404: failure('The id is unknown'),
          409: failure('The audit is not finished, failed, or is a demonstration'),
          ...UNNEEDED_BODY_FAILURES,
          502: failure('The site could not be read; X-Service-Audit-Id names the new audit'),
          ...STORAGE_FAILURES,
          503: failure('Too many audits are waiting, nothing can be stored for now, or the service is stopping'),
        },
      },
    },
    async (request, reply) => {
      const earlier = await audits.findComparable(request.params.id);
      const domain = requestedDomain(request, earlier.domain, config);
      const pages = requestedPages(request.body?.pages, config);
      await app.limitLiveAudits(request, reply);
      const audit = await auditQueue.run(domain, { ...identifyAuditor(request), pages, comparedWith: earlier.id });
      request.subject.audit = audit.id;
      // Loaded when first needed, because it includes the rubric.
      const { toVerification } = await import('../verified-fixes.ts');
      const compared = pages > DEFAULT_PAGES ? await audits.compareAllPages(earlier, audit) : null;
      return toVerification(earlier, audit, compared);
    },
  );
}
