import type { Exchange } from '../../fetch/exchange.ts';
import type { Site } from '../../site/site.ts';
import { judgeAllPages } from '../judge.ts';
import type { JudgedPages, PageLoss } from './page-losses.ts';

/**
 * Judges the pages of a large crawl some at a time, so that only what they lose stays in memory. What checks compare between pages,
 * such as titles, they compare within one batch: the pages of the score and the first others are the first.
 */
export class CrawledPages {
  readonly #batches: { readonly pages: number; readonly judged: JudgedPages }[] = [];

  /**
   * Judges further pages of a site, which lasts longer than the pages. The first time, those of the site are among them.
   *
   * @param pages their HTML may be released afterwards
   */
  add(site: Site, pages: readonly Exchange[]): void {
    // Pages that robots.txt shuts count once. An earlier audit is compared with the score alone.
    const { choice, earlierPages: _, ...rest } = site;
    const batch: Site =
      this.#batches.length === 0
        ? { ...rest, ...(choice && { choice }), morePages: [...(site.morePages ?? []), ...pages] }
        : { ...rest, pages: [], morePages: pages };
    const { allPages } = judgeAllPages(batch, Number.POSITIVE_INFINITY);
    if (allPages === null) return;
    const { urls: judgedUrls, score, losses, asked } = allPages;
    // A copy: its strings would retain the HTML.
    const judged = structuredClone({ urls: judgedUrls, score, losses, asked });
    this.#batches.push({ pages: judgedUrls.length - 1, judged });
  }

  /**
   * Returns what all pages lose, and what they would score: the mean of the batches by their pages. Null for a site that cannot be judged.
   *
   * @param site all of whose pages may be in it, where no others were read
   */
  result(site: Site): JudgedPages | null {
    if (this.#batches.length === 0) this.add(site, []);
    const [first, ...others] = this.#batches;
    if (first === undefined || others.length === 0) return first?.judged ?? null;
    const pages = this.#batches.reduce((sum, batch) => sum + batch.pages, 0);
    const urls = new Set<string>();
    const losses = new Map<string, PageLoss[]>();
    const asked = new Map<string, Set<string>>();
    let score = 0;
    for (const { pages: own, judged } of this.#batches) {
      const part = pages === 0 ? 1 / this.#batches.length : own / pages;
      score += part * judged.score;
      for (const url of judged.urls) urls.add(url);
      for (const [question, ofQuestion] of judged.asked)
        asked.set(question, (asked.get(question) ?? new Set()).union(new Set(ofQuestion)));
      for (const [url, ofPage] of judged.losses) {
        const scaled = ofPage.map((loss) => ({ ...loss, points: part * loss.points }));
        const known = losses.get(url);
        if (known === undefined) losses.set(url, scaled);
        else addLosses(known, scaled);
      }
    }
    return {
      urls: [...urls],
      score: Math.round(score),
      losses,
      asked: new Map([...asked].map(([question, ofQuestion]) => [question, [...ofQuestion]])),
    };
  }
}

/** Adds the losses of a page that is part of several batches, as the home page is. */
function addLosses(known: PageLoss[], more: readonly PageLoss[]): void {
  for (const loss of more) {
    const at = known.findIndex(({ question }) => question === loss.question);
    const same = known[at];
    if (same === undefined) known.push(loss);
    else known[at] = { ...same, points: same.points + loss.points };
  }
}
