import { stat } from 'node:fs/promises';
import { ToolRefusal, type Traffic, type TrafficQuery } from '../../agents/backend.ts';
import { count } from '../../audit/formatting.ts';
import { noUserAgentText } from '../../documents/logs/traffic-words.ts';
import { BadLogFormat } from '../../logs/formats/catalogue.ts';
import { withoutPort } from '../../logs/log-entry.ts';
import { summarize, type TrafficSummary } from '../../logs/summary.ts';
import { parseDomainName } from '../../values/domain-name.ts';
import { quote } from '../../values/untrusted-text.ts';
import { describeError } from '../exit.ts';
import { inOrder } from '../logs/log-source.ts';
import { hostsNote, UnreadableLog } from '../logs/read-log.ts';
import { readLogs } from '../logs/read-logs.ts';

/** Reads access logs as `citable logs` does. @throws ToolRefusal */
export async function trafficOfLogs({ domain, logFiles, paths }: TrafficQuery): Promise<Traffic> {
  const parsed = domain === null ? null : parseDomainName(domain, { allowPrivate: true });
  if (parsed?.ok === false) throw new ToolRefusal(parsed.problem);
  const host = parsed === null ? null : withoutPort(parsed.domain).replace(/^www\./, '');
  for (const path of logFiles) await requireFile(path);
  try {
    const filter = {
      format: null,
      trustProxy: 'off' as const,
      since: null,
      until: null,
      domain: host,
      ranges: null,
      robots: null,
    };
    const result = await readLogs(inOrder(logFiles), filter);
    if (result.lines === 0 && result.withoutUserAgent > 0) {
      throw new ToolRefusal(noUserAgentText(result.withoutUserAgent));
    }
    if (result.lines === 0 && result.bad > 0) throw new ToolRefusal('No line could be parsed.');
    const note = hostsNote(result, host);
    if (note !== null) throw new ToolRefusal(note);
    return toTraffic(summarize(result.tally, { ...result, rangesFetchedAt: null, site: null }, paths));
  } catch (error) {
    if (error instanceof UnreadableLog || error instanceof BadLogFormat) throw new ToolRefusal(error.message);
    if (error instanceof Error && 'code' in error)
      throw new ToolRefusal(`A log cannot be read: ${describeError(error)}.`);
    throw error;
  }
}

/** Accepts only regular files: a pipe may never end, and `-` is the channel of the protocol. @throws ToolRefusal */
async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => describeError(error));
  if (typeof found === 'string') throw new ToolRefusal(`${quote(path)} cannot be read: ${found}.`);
  if (!found.isFile()) throw new ToolRefusal(`${quote(path)} is not a file.`);
}

function toTraffic({ from, to, lines, bad_lines, requests, crawlers }: TrafficSummary): Traffic {
  const bad = bad_lines === 0 ? '' : ` ${count(bad_lines, 'line')} could not be read.`;
  return {
    from,
    to,
    basis: `${count(lines, 'entry', 'entries')} of access logs, by user agent: no address was verified.${bad}`,
    requests,
    crawlers: crawlers.map(({ crawler, vendor, purpose, requests, verification, paths }) => {
      const { verified, spoofed } = verification;
      return { crawler, vendor, purpose, requests, verified, spoofed, paths };
    }),
  };
}
