import Type from 'typebox';
import { cacheForADay } from '../../app/caching.ts';
import type { App } from '../../app/plugin.ts';
import {
  AuditParams,
  exactly,
  FINDING_FIELDS,
  Fix,
  failure,
  NOT_MODIFIED,
  named,
  Observation,
  orNull,
  Score,
  Text,
  textOrNull,
  Uuid,
} from '../../app/schemas.ts';
import type { Audits } from '../compose-audits.ts';
import { toEvidence } from '../evidence.ts';
import { asSeenBy, isOwnLogsReader } from '../own-logs.ts';

const GradedEvidence = named('ResearchEvidence', {
  grade: Type.Enum(['A', 'B', 'C', 'D'], { description: 'grade of the evidence that the question matters' }),
  meaning: Type.String({ description: 'what the grade means' }),
  says: Type.String({ description: 'known evidence, for and against' }),
  figure: textOrNull({ description: 'null if nothing was measured' }),
  sources: Type.Array(exactly({ title: Text, url: Text })),
});

const Question = named('Question', {
  id: Text,
  ask: Text,
  problem: textOrNull({ description: 'the problem; null if no points are lost' }),
  must: Type.String({ description: 'what must be true to earn all points' }),
  earned: Type.Number({ description: 'points before any gate, with at most one decimal' }),
  max_points: Type.Number({
    description: 'its part of max_score, with at most one decimal; 0 if the question does not apply',
  }),
  weight: Type.Number({ description: 'its points if all questions of the check apply; 0 if it does not apply' }),
  share: exactly(
    { earned: Type.Integer({ minimum: 0 }), of: Type.Integer({ minimum: 1 }) },
    { description: 'earned share of the weight, exact' },
  ),
  fails: Type.Boolean({ description: 'whether it earned nothing' }),
  not_applicable: textOrNull(),
  observed: Type.Array(Observation, { description: 'every place of the fault, or what supports the points' }),
  omitted: Type.Integer({ minimum: 0, description: 'number of places that were left out, to bound a report' }),
  by_page: orNull(
    Type.Array(exactly({ page: Type.Integer({ minimum: 0 }), earned: Type.Integer(), of: Type.Integer() })),
    { description: 'share that it earned on each page, by place in `pages`; null where it is about the site' },
  ),
  fix: orNull(Fix),
  evidence: orNull(GradedEvidence),
});

const Improvement = named('Improvement', {
  problem: Type.String({ description: 'headline of the problem' }),
  questions: Type.Array(exactly({ key: Text, id: Text }), {
    description: 'the questions that it solves: all have the same fix or cause',
  }),
  score_before: Type.Integer({ description: 'after the improvements before it' }),
  score_after: Type.Integer(),
  points: Type.Number({ description: 'what it gains exactly, with one decimal' }),
  opens: Type.Array(Text, { description: 'the gates that it opens' }),
});

const Evidence = named('Report', {
  id: Uuid,
  domain: Text,
  kind: Type.Enum(['live', 'demonstration']),
  status: Type.Enum(['done', 'failed']),
  rubric_version: Type.Integer(),
  aeo_score: Score,
  earned: Type.Integer({ minimum: 0, maximum: 100, description: 'the score without the cap of any gate' }),
  reachable: Type.Integer({ minimum: 0, maximum: 100, description: 'the score after all improvements' }),
  failure: orNull(exactly({ kind: Text, message: Text })),
  gates: Type.Array(named('Gate', { id: Text, cap: Type.Integer(), key: Text, reason: Text }), {
    description: 'gates that cap the score, the strictest first',
  }),
  improvements: Type.Array(Improvement, { description: 'the changes, in the order to make them' }),
  findings: Type.Array(
    named('ReportFinding', {
      ...FINDING_FIELDS,
      earned: Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'points before any gate, with at most one decimal',
      }),
      failure: textOrNull(),
      questions: Type.Array(Question),
      notes: Type.Array(Text),
    }),
  ),
  stack: exactly({ builder: Text, server: Text, evidence: Type.Array(Text) }),
  pages: Type.Array(Text, { description: 'judged pages, the home page first' }),
  choice: orNull(
    exactly({
      known: Type.Integer({ minimum: 0, description: 'known pages, the home page included' }),
      is_at_least: Type.Boolean({ description: 'true when there may be more known pages' }),
      read: Type.Integer({ minimum: 0, description: 'chosen pages that were read' }),
      shut: Type.Integer({
        minimum: 0,
        description: 'chosen pages that robots.txt shuts for all core search crawlers',
      }),
      closed_to_citable: Type.Integer({ minimum: 0, description: 'chosen pages that robots.txt shuts for Citable' }),
      unread: Type.Integer({ minimum: 0, description: 'chosen pages that could not be read for other reasons' }),
      too_large: orNull(exactly({ url: Text, bytes: Type.Integer({ minimum: 0 }) }), {
        description:
          'the page whose HTML exceeded what one audit reads of all pages together, and its size; later ones were not read',
      }),
    }),
  ),
});

/** `/api/audit/{id}/evidence`: the evidence for each point of an audit. Not part of the contract. */
export default async function evidenceRoutes(app: App, { audits }: Pick<Audits, 'audits'>): Promise<void> {
  app.get(
    '/api/audit/:id/evidence',
    {
      config: { isReport: true, readsKeyHeader: true },
      schema: {
        operationId: 'getEvidence',
        tags: ['Reports'],
        summary: 'The evidence of an audit',
        description:
          'The audit with its evidence: the questions of each check with their points, what was observed, the fix with a proof, the gates, and the changes to make in order. `proof` is a shell command and its output after the fix; `$PAGE` in it stands for the `url` of an observation. The findings of a failed audit have no questions. A demonstration has no observations and no fixes, because nothing was fetched. For the owner of the domain who started the audit, and sends the key, the notes say which verified crawlers the access logs of the last 30 days show as refused.',
        params: AuditParams,
        response: {
          200: Evidence,
          304: NOT_MODIFIED,
          404: failure('The id is unknown'),
          409: failure('The audit is not finished'),
        },
      },
    },
    async (request, reply) => {
      const audit = await audits.findFinished(request.params.id);
      request.subject.audit = audit.id;
      if (isOwnLogsReader(audit, request.caller)) reply.header('cache-control', 'private, no-store');
      else cacheForADay(reply);
      return toEvidence(asSeenBy(audit, request.caller));
    },
  );
}
