import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { median } from './figures.ts';

/** What Lighthouse says of a page, each category of 100. */
export interface Lighthouse {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** Over the line, with its stylesheet and modules. */
  readonly bytes: number;
  /** The audits that cost something. */
  readonly faults: readonly string[];
}

export type FormFactor = 'mobile' | 'desktop';

/** @param port where Chromium lets itself be driven */
export async function askLighthouse(url: string, formFactor: FormFactor, port: number): Promise<Lighthouse> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  };
  const result = await lighthouse(url, flags, formFactor === 'desktop' ? desktopConfig : undefined);
  if (result === undefined) throw new Error(`Lighthouse says nothing of ${url}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  const scoreOf = (category: string): number => Math.round((categories[category]?.score ?? 0) * 100);
  const weighing = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    bestPractices: scoreOf('best-practices'),
    seo: scoreOf('seo'),
    bytes: audits['total-byte-weight']?.numericValue ?? Number.NaN,
    faults: weighing.flatMap(({ id }) => {
      const { score = null, displayValue = '' } = audits[id] ?? {};
      return score === null || score >= 0.9 ? [] : [`${id} ${displayValue}`.trim()];
    }),
  };
}

/** How long the server takes for a page until its last byte is there, compressed, in milliseconds: the median. */
export async function renderTime(url: string, runs = 20): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const before = performance.now();
    await (await fetch(url, { headers: { 'accept-encoding': 'br', accept: 'text/html' } })).arrayBuffer();
    // The first loads what draws the page.
    if (run > 0) times.push(performance.now() - before);
  }
  return median(times);
}
