import { createReadStream } from 'node:fs';
import { Engine } from '../../service/engine/engine.ts';
import type { EngineSettings } from '../../service/engine/engine-protocol.ts';
import type { AuditOptions } from '../audit.ts';
import { connectionsBy, orUsageError, UsageError, withUsageErrors } from '../audited-site.ts';
import { EXIT } from '../exit-code.ts';
import { refuse } from '../refusal.ts';
import { nextStopSignal } from '../stop-signal.ts';
import { bulkProgressOn } from './bulk-progress.ts';
import { auditAll } from './bulk-run.ts';
import { BulkTally } from './bulk-tally.ts';
import { keyOf, type ListedSite, readDomainList } from './domain-list.ts';
import { type BulkFormat, inputIn, takeUpResults } from './earlier-results.ts';
import { OutputEnded, openWriter } from './result-writer.ts';

export interface BulkAuditOptions extends AuditOptions {
  /** The list of domains; `-` for standard input. */
  readonly from: string;
}

const DEFAULT_CONCURRENCY = 4;

/** What is being audited when the command is interrupted may take this long to finish. */
const GRACE_MS = 5_000;

/**
 * `citable audit --from FILE`: audits every domain of a list and writes a line for each as it is finished, after those that
 * an earlier run has left in the file.
 *
 * @returns the exit status
 */
export function bulkAudit(domain: string | undefined, options: BulkAuditOptions): Promise<number> {
  return withUsageErrors(async () => {
    refuseWhatIsOfOneSite(domain, options);
    const { from, output = null, allowPrivate } = options;
    const format = formatOf(options);
    const engine = new Engine(engineSettings(options));
    const list = await orUsageError(readDomainList(listSource(from), { allowPrivate }), `${from} cannot be read`);

    const tally = new BulkTally(options.failUnder ?? 0);
    const { left, written } = await withoutEarlier(list.sites, { output, format, tally });
    const total = list.sites.length;
    let remaining = left.length;

    const writer = openWriter(output, format, written);
    const progress = bulkProgressOn(process.stderr, { total, done: total - remaining });
    const interruption = new AbortController();
    const end = new AbortController();
    void nextStopSignal().then(() => {
      progress.end();
      tell('Stopping: what is being audited may finish within 5 seconds. Once more ends it at once.');
      interruption.abort();
      setTimeout(() => end.abort(), GRACE_MS);
    });
    try {
      await auditAll(left, {
        atOnce: options.concurrency ?? DEFAULT_CONCURRENCY,
        engine: engine.audit,
        interrupted: interruption.signal,
        ended: end.signal,
        finish: async (result) => {
          await writer.write(result);
          remaining -= 1;
          tally.add(result);
          progress.advance(result.status !== 'refused');
        },
      });
    } catch (error) {
      if (!(error instanceof OutputEnded)) throw error;
      progress.end();
      return error.message === '' ? tally.exitStatus(false) : refuse(error.message, EXIT.couldNotAudit);
    } finally {
      writer.close();
      await engine.close();
    }
    progress.end();
    const before = output === null ? null : { file: output, results: total - left.length };
    tell(tally.describe({ total, before, duplicates: list.duplicates }));
    if (remaining === 0) return tally.exitStatus(true);
    tell(
      `Interrupted with ${remaining} of ${total} to go. ${output === null ? 'With --output FILE, t' : 'T'}he same command goes on from there.`,
    );
    return tally.exitStatus(false);
  });
}

function refuseWhatIsOfOneSite(domain: string | undefined, { fromSite, saveSite, evidence, from }: BulkAuditOptions) {
  const refused = [
    domain === undefined ? [] : [`the domain ${domain}`],
    fromSite === undefined ? [] : ['--from-site'],
    saveSite === undefined ? [] : ['--save-site'],
    evidence ? ['--evidence'] : [],
  ].flat();
  if (refused.length > 0) throw new UsageError(`--from ${from} audits a list; leave out ${refused.join(' and ')}.`);
}

/** What of a list an earlier run has left to do; what it has done goes into the tally. */
async function withoutEarlier(
  sites: readonly ListedSite[],
  { output, format, tally }: { output: string | null; format: BulkFormat; tally: BulkTally },
): Promise<{ readonly left: readonly ListedSite[]; readonly written: number }> {
  if (output === null) return { left: sites, written: 0 };
  const left = new Map(sites.map((site) => [keyOf({ ...site, input: inputIn(format, site.input) }), site]));
  const written = await takeUpResults(output, format, (result) => {
    // The file may have results of other lists too.
    if (left.delete(keyOf(result))) tally.add(result);
  });
  return { left: [...left.values()], written };
}

function formatOf({ format = 'jsonl' }: BulkAuditOptions): BulkFormat {
  if (format === 'jsonl' || format === 'csv') return format;
  throw new UsageError(`--format ${format} is of one site; of a list it is jsonl or csv.`);
}

/** Names are resolved by DNS alone, except for developers, whose machines have names in a hosts file. */
function engineSettings(options: BulkAuditOptions): EngineSettings {
  const { connectTo: rules = [], allowPrivate } = options;
  const { connectTo, egress } = connectionsBy(options);
  return { about: null, connectTo, allowPrivate, egress, usesDnsAlone: !allowPrivate && rules.length === 0 };
}

function listSource(from: string): AsyncIterable<Buffer> {
  return from === '-' ? process.stdin : createReadStream(from);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
