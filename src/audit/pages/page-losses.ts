import { sum } from '../arithmetic.ts';
import { earnedShare, type Observation, type PageResult } from '../check.ts';
import type { JudgedCheck } from '../findings.ts';
import type { Report } from '../report/report.ts';

/** All pages of a site that were read, judged by the same checks as the pages of the score. */
export interface JudgedPages {
  /** URLs of the pages, that of the home page first. */
  readonly urls: readonly string[];
  /** What the site would score by all these pages. It is shown beside the score, and never is the score. */
  readonly score: number;
  /** What each page loses, by its URL. Pages that lose nothing are absent. */
  readonly losses: ReadonlyMap<string, readonly PageLoss[]>;
  /** URLs of the pages that each question was judged on, by its id such as `metadata.title`. */
  readonly asked: ReadonlyMap<string, readonly string[]>;
}

/** A question that a page loses points in. */
export interface PageLoss {
  /** `metadata.title`. */
  readonly question: string;
  /** What it costs of the score by all pages. The losses of a question add up to what the question lost, before any gate. */
  readonly points: number;
  readonly seen: Observation;
}

/** Shares what each question lost among the pages that lost it, in proportion. */
export function pageLosses(report: Report, judged: readonly JudgedCheck[]): Pick<JudgedPages, 'losses' | 'asked'> {
  const losses = new Map<string, PageLoss[]>();
  const asked = new Map<string, readonly string[]>();
  for (const [i, { check, questions, pageResults }] of judged.entries()) {
    const weights = sum(questions.map(({ weight }) => weight)) || 1;
    const perWeight = (report.findings[i]?.maxPoints ?? 0) / weights;
    for (const { id, weight, share } of questions) {
      const results = pageResults.get(id) ?? [];
      asked.set(
        `${check.key}.${id}`,
        results.map(({ seen }) => seen.url),
      );
      const failing = results.filter(({ passes }) => !passes);
      const missing = sum(failing.map(missingShare));
      const lost = perWeight * weight * (1 - share.earned / share.of);
      for (const result of failing) {
        const points = (lost * missingShare(result)) / missing;
        const loss = { question: `${check.key}.${id}`, points, seen: result.seen };
        const ofPage = losses.get(result.seen.url);
        if (ofPage === undefined) losses.set(result.seen.url, [loss]);
        else ofPage.push(loss);
      }
    }
  }
  return { losses, asked };
}

function missingShare(result: PageResult): number {
  const { earned, of } = earnedShare(result);
  return 1 - earned / of;
}
