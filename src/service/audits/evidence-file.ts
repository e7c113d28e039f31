import Type from 'typebox';
import { Check } from 'typebox/schema';
import type { EarlierReport } from '../../audit/report/verify-fixes.ts';
import { quote } from '../../untrusted-text.ts';
import type { FinishedAudit } from './audit.ts';

/** Longest URL of a page that is read, in characters. */
const MAX_URL = 2_000;

const Whole = Type.Integer({ minimum: 0 });

/** Parts of an evidence file that are read; it has more. */
const EvidenceFile = Type.Object({
  domain: Type.String(),
  /** Set by the HTTP interface only: the command makes no demonstrations. */
  kind: Type.Optional(Type.Enum(['live', 'demonstration'])),
  status: Type.Enum(['done', 'failed']),
  rubric_version: Type.Integer({ minimum: 1 }),
  aeo_score: Type.Integer({ minimum: 0, maximum: 100 }),
  gates: Type.Array(Type.Object({ id: Type.Enum(['G1', 'G2', 'G3', 'G4', 'G5']), cap: Whole })),
  findings: Type.Array(
    Type.Object({
      key: Type.String(),
      questions: Type.Array(
        Type.Object({
          id: Type.String(),
          earned: Whole,
          max_points: Whole,
          share: Type.Object({ earned: Whole, of: Type.Integer({ minimum: 1 }) }),
          not_applicable: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
    }),
  ),
  pages: Type.Array(Type.String()),
});

export type ReadEvidence =
  | { readonly ok: true; readonly audit: Pick<FinishedAudit, 'kind' | 'status'> & { readonly report: EarlierReport } }
  | { readonly ok: false; readonly problem: string };

/** Reads the output of `citable audit --format json --evidence`, or a response of the evidence endpoint. Never throws. */
export function parseEvidence(text: string): ReadEvidence {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, problem: 'It is not JSON.' };
  if (!Check(EvidenceFile, value))
    return { ok: false, problem: 'It has no evidence: write it with citable audit DOMAIN --format json --evidence.' };
  const { domain, kind = 'live', status, rubric_version: rubricVersion, aeo_score: score, gates } = value;
  const pages = value.pages.map((page) => quote(page, MAX_URL));
  const findings = value.findings.map(({ key, questions }) => ({
    key,
    questions: questions.map(({ id, earned, max_points: maxPoints, share, not_applicable: notApplicable }) => {
      return { id, earned, maxPoints, share, notApplicable };
    }),
  }));
  return { ok: true, audit: { kind, status, report: { domain, rubricVersion, score, gates, findings, pages } } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
