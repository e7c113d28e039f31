import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from './measurements.ts';

/** Lighthouse's scores of a page, each of 100. */
export interface LighthouseResult {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** Bytes transferred, with its stylesheet and modules. */
  readonly bytes: number;
  /** The audits that cost points. */
  readonly faults: readonly string[];
}

export type FormFactor = 'mobile' | 'desktop';

/** Installed by npm at its first use: nothing else needs its 150 MB. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Maximum size of a report, in bytes. */
const MAX_REPORT = 64 * 1024 * 1024;

/** The parts of Lighthouse's report that are used. https://github.com/GoogleChrome/lighthouse/blob/main/types/lhr/lhr.d.ts */
interface Report {
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly displayValue?: string; readonly numericValue?: number }>
  >;
  readonly runtimeError?: { readonly message: string };
}

/**
 * Runs Lighthouse on a URL.
 *
 * @param port Chromium's port for remote debugging
 */
export async function runLighthouse(url: string, formFactor: FormFactor, port: number): Promise<LighthouseResult> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--only-categories=${CATEGORIES.join()}`,
      ...(formFactor === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { maxBuffer: MAX_REPORT },
  );
  const report: Report = JSON.parse(stdout);
  const { categories, audits, runtimeError } = report;
  if (runtimeError !== undefined) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  const readScore = (category: string): number => Math.round((categories[category]?.score ?? 0) * 100);
  const weighted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return {
    performance: readScore('performance'),
    accessibility: readScore('accessibility'),
    bestPractices: readScore('best-practices'),
    seo: readScore('seo'),
    bytes: audits['total-byte-weight']?.numericValue ?? Number.NaN,
    faults: weighted.flatMap(({ id }) => {
      const { score = null, displayValue = '' } = audits[id] ?? {};
      return score === null || score >= 0.9 ? [] : [`${id} ${displayValue}`.trim()];
    }),
  };
}

/** Returns the median time until the last byte of a compressed page, in milliseconds. */
export async function renderTime(url: string, runs = 20): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const before = performance.now();
    await (await fetch(url, { headers: { 'accept-encoding': 'br', accept: 'text/html' } })).arrayBuffer();
    // The first request loads the code that renders the page.
    if (run > 0) times.push(performance.now() - before);
  }
  return median(times);
}
