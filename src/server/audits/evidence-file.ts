import Type, { type Static, type TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { GATES } from '../../audit/gates.ts';
import type { ComparableReport } from '../../audit/report/same-pages.ts';
import { parseJson } from '../../values/json.ts';
import type { Parsed } from '../../values/parsed.ts';
import { quote } from '../../values/untrusted-text.ts';
import type { FinishedAudit } from './audit.ts';

/** Maximum length of a URL of a page that is read, in characters. */
const MAX_URL = 2_000;
/** Maximum denominator of a page's share that is read: sums of all smaller ones are exact. */
const MAX_PART = 24;
/** Maximum length of the text of ours that is read, in characters: a question, a reason, a note. */
const MAX_TEXT = 1_000;

const Whole = Type.Integer({ minimum: 0 });
const Points = Type.Number({ minimum: 0 });
const Text = Type.String();
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const Observation = Type.Object({
  url: Text,
  status: orNull(Whole),
  line: orNull(Whole),
  header: orNull(Text),
  note: Text,
  text: orNull(Text),
});

const Question = Type.Object({
  id: Text,
  ask: Text,
  problem: orNull(Text),
  earned: Points,
  max_points: Points,
  share: Type.Object({ earned: Whole, of: Type.Integer({ minimum: 1 }) }),
  not_applicable: orNull(Text),
  observed: Type.Array(Observation),
  weight: Type.Optional(Type.Number({ minimum: 0 })),
  by_page: Type.Optional(
    orNull(Type.Array(Type.Object({ page: Whole, earned: Whole, of: Type.Integer({ minimum: 1 }) }))),
  ),
});

/** Parts of an evidence file that are read; it has more. */
const EvidenceFile = Type.Object({
  domain: Type.String(),
  /** Set by the HTTP interface only: the command makes no demonstrations. */
  kind: Type.Optional(Type.Enum(['live', 'demonstration'])),
  status: Type.Enum(['done', 'failed']),
  rubric_version: Type.Integer({ minimum: 1 }),
  aeo_score: Type.Integer({ minimum: 0, maximum: 100 }),
  gates: Type.Array(
    Type.Object({ id: Type.Enum(GATES.map(({ id }) => id)), cap: Whole, reason: Text, key: Type.Optional(Text) }),
  ),
  findings: Type.Array(
    Type.Object({ key: Text, label: Text, score_impact: Whole, max_score: Whole, questions: Type.Array(Question) }),
  ),
  pages: Type.Array(Type.String()),
});

export type ReadEvidence = Parsed<{
  audit: Pick<FinishedAudit, 'kind' | 'status'> & { readonly report: ComparableReport };
}>;

/** Reads the output of `citable audit --format json --evidence`, or a response of the evidence endpoint. Never throws. */
export function parseEvidence(text: string): ReadEvidence {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, problem: 'It is not JSON.' };
  if (!Check(EvidenceFile, value))
    return { ok: false, problem: 'It has no evidence: write it with citable audit DOMAIN --format json --evidence.' };
  const { kind = 'live', status } = value;
  return { ok: true, audit: { kind, status, report: toReport(value) } };
}

/** Nothing in a file is trusted: every text in it is quoted, because it is printed. */
function toReport(file: Static<typeof EvidenceFile>): ComparableReport {
  const { domain, rubric_version: rubricVersion, aeo_score: score, gates, findings, pages } = file;
  return {
    domain,
    rubricVersion,
    score,
    gates: gates.map(({ id, cap, reason, key }) => {
      return { id, cap, reason: quote(reason, MAX_TEXT), ...(key === undefined ? {} : { key: quote(key) }) };
    }),
    findings: findings.map(({ key, label, score_impact: points, max_score: maxPoints, questions }) => {
      return { key: quote(key), label: quote(label), points, maxPoints, questions: questions.map(toQuestion) };
    }),
    pages: pages.map((page) => quote(page, MAX_URL)),
  };
}

function toQuestion(question: Static<typeof Question>): ComparableReport['findings'][number]['questions'][number] {
  const { id, ask, problem, earned, max_points: maxPoints, share, not_applicable: why, observed } = question;
  const { weight, by_page: byPage = null } = question;
  const isByPage = byPage?.every(({ earned, of }) => earned <= of && of <= MAX_PART) === true;
  return {
    id: quote(id),
    ask: quote(ask, MAX_TEXT),
    ...(problem === null ? {} : { problem: quote(problem, MAX_TEXT) }),
    earned,
    maxPoints,
    share,
    notApplicable: why === null ? null : quote(why, MAX_TEXT),
    observed: observed.map(({ url, status, line, header, note, text }) => ({
      url: quote(url, MAX_URL),
      status,
      line,
      header: header === null ? null : quote(header),
      note: quote(note, MAX_TEXT),
      text: text === null ? null : quote(text),
    })),
    ...(weight === undefined ? {} : { weight }),
    ...(isByPage ? { byPage: byPage.map(({ page, earned, of }) => [page, earned, of] as const) } : {}),
  };
}
