import type { Severity } from '../../../audit/report/report.ts';
import type { ScoreBand } from '../../../documents/score-band.ts';

/** What a verdict means. */
export const VERDICT_MEANINGS: Readonly<Record<ScoreBand, string>> = {
  good: 'Most of what answer engines need is there.',
  middling: 'Part of what answer engines need is missing or in their way.',
  poor: 'Much of what answer engines need is missing or in their way.',
};

/** A finding in a word, and the band whose colour it has. */
export const SEVERITIES: Readonly<Record<Severity, { readonly word: string; readonly band: ScoreBand }>> = {
  pass: { word: 'passes', band: 'good' },
  warn: { word: 'loses points', band: 'middling' },
  fail: { word: 'fails', band: 'poor' },
};
