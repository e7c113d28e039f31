import Type from 'typebox';
import { cacheForADay } from '../../app/caching.ts';
import type { App } from '../../app/plugin.ts';
import {
  AuditParams,
  exactly,
  failure,
  integerOrNull,
  NOT_MODIFIED,
  named,
  Observation,
  Score,
  Text,
  Time,
  textOrNull,
  Uuid,
} from '../../app/schemas.ts';
import type { Audits } from '../compose-audits.ts';

const State = named('QuestionState', {
  earned: Type.Unsafe<number | null>({
    description: 'with at most one decimal; null if it did not apply',
    type: ['number', 'null'],
  }),
  max_points: Type.Number(),
  not_applicable: textOrNull(),
  observed: Type.Array(Observation),
});

/** Pages that two audits are compared on, and the others. */
export const ComparedPages = exactly(
  {
    same: Type.Array(Text, { description: 'pages that both judged: the scores and questions are of these' }),
    gone: Type.Array(Text, { description: 'pages of the earlier audit that are gone' }),
    not_read: Type.Array(Text, { description: 'pages of the earlier audit that were not judged again' }),
    added: Type.Array(Text, { description: 'pages that only the later audit judged; they are not compared' }),
    are_scores_of_same: Type.Boolean({
      description:
        'false if an audit by an earlier version of Citable does not tell what each page earned: then the scores are of other pages too',
    }),
  },
  { description: 'the pages that the two audits judged' },
);

const Changes = named('Changes', {
  id: Uuid,
  finished_at: Time,
  since: exactly(
    { id: Uuid, finished_at: Time, aeo_score: Score, rubric_version: Type.Integer() },
    { description: 'the earlier audit' },
  ),
  domain: Text,
  aeo_score: Score,
  rubric_version: Type.Integer(),
  is_comparable: Type.Boolean({ description: 'false if the rubric has changed: then nothing is compared' }),
  is_worse: Type.Boolean({
    description: 'true if the score is lower, a new gate applies, or a question has lost points',
  }),
  score_difference: integerOrNull({ description: 'null if nothing is compared' }),
  gates: Type.Array(exactly({ id: Text, cap: Type.Integer(), change: Type.Enum(['new', 'gone']), reason: Text }), {
    description: 'gates that apply only in one of the audits',
  }),
  findings: Type.Array(exactly({ key: Text, label: Text, before: Score, after: Score, max_points: Score }), {
    description: 'counted points of every check',
  }),
  pages: ComparedPages,
  counts: exactly(
    { lost: Type.Integer(), better: Type.Integer(), worse: Type.Integer(), new: Type.Integer(), gone: Type.Integer() },
    { description: 'number of questions: lost counts those with is_loss, the others count by change' },
  ),
  questions: Type.Array(
    exactly({
      change: Type.Enum(['better', 'worse', 'new', 'gone'], {
        description: 'compares the points before gates; new: did not apply before; gone: no longer applies',
      }),
      is_loss: Type.Boolean({ description: 'true if it is worse, or new and loses points' }),
      key: Type.String({ description: 'key of the check' }),
      id: Text,
      ask: Text,
      problem: textOrNull({ description: 'the problem now' }),
      before: State,
      after: State,
    }),
    { description: 'questions whose result changed, in the order of the rubric' },
  ),
});

/** Serves `/api/audit/{id}/changes`, the comparison with an earlier audit of the site. Not part of the contract. */
export default async function changesRoutes(app: App, { audits }: Pick<Audits, 'audits'>): Promise<void> {
  app.get(
    '/api/audit/:id/changes',
    {
      config: { isReport: true },
      schema: {
        operationId: 'getChanges',
        tags: ['Reports'],
        summary: 'Changes since an earlier audit',
        description:
          'Compares two finished live audits of one site, question by question, with the evidence of both. Nothing is fetched. If the rubric has changed, `is_comparable` is false and the lists are empty. `pages` names pages that were judged in only one of the audits: questions may have changed because of them.',
        params: AuditParams,
        querystring: Type.Object({ since: Type.String({ description: 'id of the earlier audit' }) }),
        response: {
          200: Changes,
          304: NOT_MODIFIED,
          400: failure('The parameter since is missing or repeated'),
          404: failure('One of the ids is unknown'),
          409: failure('An audit is not finished, failed, is a demonstration, or is of another site'),
        },
      },
    },
    async (request, reply) => {
      const [earlier, audit] = await audits.findComparablePair(request.query.since, request.params.id);
      request.subject.audit = audit.id;
      // Loaded when first needed, because it includes the rubric.
      const { toStoredChanges } = await import('../stored-changes.ts');
      cacheForADay(reply);
      return toStoredChanges(earlier, audit);
    },
  );
}
