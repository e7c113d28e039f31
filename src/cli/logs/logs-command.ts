import { readFile } from 'node:fs/promises';
import { trafficCsv } from '../../documents/logs/traffic-csv.ts';
import { trafficMarkdown } from '../../documents/logs/traffic-markdown.ts';
import { trafficText } from '../../documents/logs/traffic-text.ts';
import { noUserAgentText } from '../../documents/logs/traffic-words.ts';
import type { SiteFacts } from '../../logs/audited-site-facts.ts';
import { BadLogFormat, findLogFormat, LOG_FORMATS } from '../../logs/formats/catalogue.ts';
import { withoutPort } from '../../logs/log-entry.ts';
import { summarize, type TrafficSummary } from '../../logs/summary.ts';
import { PACKAGE_FOLDER } from '../../package.ts';
import { type Config, parseTrustProxy } from '../../values/config.ts';
import { parseDomainName } from '../../values/domain-name.ts';
import { quote } from '../../values/untrusted-text.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import { describeError, EXIT, orUsageError, refuse, tell, UsageError } from '../exit.ts';
import { inOrder } from './log-source.ts';
import { type RangesOptions, rangesFor } from './ranges.ts';
import { hostsNote, type LogResult, UnreadableLog } from './read-log.ts';
import { readLogs } from './read-logs.ts';

/** Options of `citable logs`. */
export interface LogsOptions extends RangesOptions {
  readonly format: 'text' | 'json' | 'csv' | 'markdown' | 'html';
  readonly logFormat?: string;
  /** As in `TRUST_PROXY`. */
  readonly trustProxy?: string;
  /** A date or time in ISO 8601. */
  readonly since?: string;
  readonly until?: string;
  readonly domain?: string;
  /** Path of a saved Site to compare the requests with. */
  readonly site?: string;
  /** Maximum number of paths for each crawler. */
  readonly paths: number;
}

/**
 * `citable logs`: reads access logs, and prints which AI crawlers requested which pages and what they got. Works offline.
 * @returns the exit status
 */
export async function logs(files: readonly string[], options: LogsOptions): Promise<number> {
  const since = options.since === undefined ? null : dayOrTime(options.since, 0);
  const until = options.until === undefined ? null : dayOrTime(options.until, DAY_MS);
  if (Number.isNaN(since)) return refuseTime('--since');
  if (Number.isNaN(until)) return refuseTime('--until');
  if (since !== null && until !== null && until <= since) {
    return refuse('--until must be after --since.', EXIT.wrongUsage);
  }
  const format = options.logFormat ?? null;
  try {
    const site = options.site === undefined ? null : await readSite(options.site);
    const domain = requireDomain(options.domain ?? site?.domain);
    if (format !== null && findLogFormat(format) === null) {
      const names = LOG_FORMATS.map(({ name }) => name).join(', ');
      return refuse(
        `--log-format must be one of ${names}, an nginx format such as '$remote_addr … "$http_user_agent"', or a mapping such as '{"path":"url",…}'.`,
        EXIT.wrongUsage,
      );
    }
    const trustProxy = requireTrustProxy(options.trustProxy);
    const ranges = await rangesFor(options);
    const robotsTxt = site?.robotsTxt ?? null;
    const robots =
      site === null || robotsTxt === null ? null : { readAt: Date.parse(site.gatheredAt), text: robotsTxt };
    const result = await readLogs(inOrder(files), { format, trustProxy, since, until, domain, ranges, robots });
    tellBadLines(result);
    const note = hostsNote(result, domain);
    if (note !== null) tell(note);
    if (result.lines === 0 && result.bad > result.withoutUserAgent) {
      return refuse('No line could be parsed.', EXIT.couldNotRead);
    }
    const facts = { ...result, rangesFetchedAt: ranges?.fetchedAt ?? null, site };
    process.stdout.write(await output(summarize(result.tally, facts, options.paths), options.format));
    return EXIT.fine;
  } catch (error) {
    if (error instanceof BadLogFormat || error instanceof UsageError) return refuse(error.message, EXIT.wrongUsage);
    if (error instanceof UnreadableLog) return refuse(error.message, EXIT.couldNotRead);
    if (error instanceof Error && 'code' in error) {
      return refuse(`The log cannot be read: ${describeError(error)}.`, EXIT.couldNotRead);
    }
    throw error;
  }
}

/** Host without port and `www.`; null when none is given. @throws UsageError */
function requireDomain(text: string | undefined): string | null {
  if (text === undefined) return null;
  const parsed = parseDomainName(text, { allowPrivate: true });
  if (!parsed.ok) throw new UsageError(parsed.problem);
  return withoutPort(parsed.domain).replace(/^www\./, '');
}

/** @throws UsageError */
export function requireTrustProxy(text = 'off'): Config['TRUST_PROXY'] {
  const trustProxy = parseTrustProxy(text);
  if (trustProxy !== null) return trustProxy;
  throw new UsageError('--trust-proxy must be the number of proxies (1 to 16), or their addresses or CIDR ranges.');
}

/** @throws UsageError */
async function readSite(path: string): Promise<SiteFacts> {
  const text = await orUsageError(readFile(path, 'utf8'), `${path} cannot be read`);
  // Loaded only here: the readers of sites are large.
  const { parseSiteFile } = await import('../../site/site-file.ts');
  const { toSiteFacts } = await import('../../logs/audited-site-facts.ts');
  const read = parseSiteFile(text);
  if (read.ok) return toSiteFacts(read.site);
  throw new UsageError(`${path}: ${read.problem} \`citable audit example.com --save-site FILE\` saves one.`);
}

async function output(summary: TrafficSummary, format: LogsOptions['format']): Promise<string> {
  if (format === 'json') return `${JSON.stringify(summary, null, 2)}\n`;
  if (format === 'html') {
    // Loaded only here: the other formats need no renderer.
    const { logReport } = await import('../../documents/logs/traffic-html.tsx');
    return logReport(summary, await readFile(`${PACKAGE_FOLDER}assets/citable.css`, 'utf8'));
  }
  if (format === 'csv') return trafficCsv(summary);
  return format === 'markdown' ? trafficMarkdown(summary) : trafficText(summary);
}

function tellBadLines({ bad, withoutUserAgent, samples }: LogResult): void {
  if (bad === 0) return;
  const lines = samples.map(({ path, text }) => `\n  ${quote(path, 80)}: ${quote(text)}`).join('');
  tell(`${bad} lines do not match the log format. The first of them:${lines}`);
  if (withoutUserAgent > 0) tell(noUserAgentText(withoutUserAgent));
}

/** Milliseconds since the epoch of a time, in UTC unless it has a zone, or of a day's start plus `dayMs`; NaN for other texts. */
function dayOrTime(text: string, dayMs: number): number {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(`${text}T00:00:00Z`) + dayMs;
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return Number.NaN;
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}

function refuseTime(option: string): number {
  return refuse(`${option} must be a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z.`, EXIT.wrongUsage);
}
