import { createReadStream } from 'node:fs';
import { Engine } from '../../engine/engine.ts';
import type { EngineSettings } from '../../engine/engine-protocol.ts';
import type { BulkResult } from '../../server/audits/bulk-result.ts';
import type { AuditOptions } from '../audit-command.ts';
import { connectionOptions } from '../audited-site.ts';
import { EXIT, orUsageError, refuse, UsageError, withUsageErrors } from '../exit.ts';
import { nextStopSignal } from '../terminal.ts';
import { bulkProgressOn } from './bulk-progress.ts';
import { auditAll } from './bulk-run.ts';
import { BulkTally } from './bulk-tally.ts';
import { type ListedSite, readDomainList, toSiteKey } from './domain-list.ts';
import { InOrder } from './in-order.ts';
import { type BulkFormat, inputIn, OutputEnded, openWriter, readResults } from './result-file.ts';

export interface BulkAuditOptions extends AuditOptions {
  /** Path of the list of domains; `-` for standard input. */
  readonly from: string;
  /** Whether results are written in the order of the list, not as they are finished. */
  readonly inOrder?: boolean;
}

const DEFAULT_CONCURRENCY = 4;

/** Time for running audits to finish after an interruption. */
const GRACE_MS = 5_000;

/**
 * Runs `citable audit --from FILE`: audits every domain of a list and writes a line for each as it is finished. With `--output`,
 * domains that have a result in that file are skipped.
 *
 * @returns the exit status
 */
export function bulkAudit(domain: string | undefined, options: BulkAuditOptions): Promise<number> {
  return withUsageErrors(async () => {
    refuseOptionsOfOneSite(domain, options);
    const { from, output = null, allowPrivate } = options;
    const format = requireFormat(options);
    const engine = new Engine(engineSettings(options));
    const list = await orUsageError(readDomainList(listSource(from), { allowPrivate }), `${from} cannot be read`);

    const tally = new BulkTally(options.failUnder ?? 0);
    const { sites, size } = await withoutResults(list.sites, { output, format, tally });
    const total = list.sites.length;
    const skipped = total - sites.length;
    let remaining = sites.length;

    const writer = openWriter(output, format, size);
    const order = options.inOrder === true ? new InOrder<BulkResult>(sites.map(toSiteKey)) : null;
    const write = async (results: readonly BulkResult[]) => {
      for (const result of results) await writer.write(result);
    };
    const progress = bulkProgressOn(process.stderr, { total, done: skipped });
    const interruption = new AbortController();
    const end = new AbortController();
    void nextStopSignal().then(() => {
      progress.end();
      tell('Stopping: running audits have 5 seconds to finish. Press Ctrl-C again to stop now.');
      interruption.abort();
      setTimeout(() => end.abort(), GRACE_MS);
    });
    try {
      await auditAll(sites, {
        concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
        engine: engine.audit,
        interrupted: interruption.signal,
        ended: end.signal,
        onResult: async (result) => {
          await write(order === null ? [result] : order.add(toSiteKey(result), result));
          remaining -= 1;
          tally.add(result);
          progress.advance(result.status !== 'refused');
        },
      });
      await write(order?.rest() ?? []);
    } catch (error) {
      if (!(error instanceof OutputEnded)) throw error;
      progress.end();
      return error.message === '' ? tally.exitStatus(false) : refuse(error.message, EXIT.couldNotAudit);
    } finally {
      writer.close();
      await engine.close();
    }
    progress.end();
    const before = output === null ? null : { file: output, results: skipped };
    tell(tally.describe({ total, before, duplicates: list.duplicates }));
    if (remaining === 0) return tally.exitStatus(true);
    tell(
      `Interrupted with ${remaining} of ${total} to go. ${output === null ? 'With --output FILE, t' : 'T'}he same command resumes where it stopped.`,
    );
    return tally.exitStatus(false);
  });
}

/** Refuses options that make sense for one site only. */
function refuseOptionsOfOneSite(domain: string | undefined, options: BulkAuditOptions) {
  const { fromSite, saveSite, evidence, from, baseUrl, origin, header, basicAuth, failOn, baseline, pages } = options;
  const refused = [
    domain === undefined ? [] : [`the domain ${domain}`],
    fromSite === undefined ? [] : ['--from-site'],
    saveSite === undefined ? [] : ['--save-site'],
    baseUrl === undefined ? [] : ['--base-url'],
    origin === undefined ? [] : ['--origin'],
    header === undefined ? [] : ['--header'],
    basicAuth === undefined ? [] : ['--basic-auth'],
    failOn === undefined ? [] : ['--fail-on'],
    baseline === undefined ? [] : ['--baseline'],
    // The results of a list have no page table.
    pages === undefined ? [] : ['--pages'],
    evidence ? ['--evidence'] : [],
    options.render === true ? ['--render'] : [],
    options.agents === true ? ['--agents'] : [],
  ].flat();
  if (refused.length > 0) throw new UsageError(`--from ${from} audits a list; leave out ${refused.join(' and ')}.`);
}

/** Drops the sites that have a result in the output file, and tallies those results. */
async function withoutResults(
  sites: readonly ListedSite[],
  { output, format, tally }: { output: string | null; format: BulkFormat; tally: BulkTally },
): Promise<{ readonly sites: readonly ListedSite[]; readonly size: number }> {
  if (output === null) return { sites, size: 0 };
  const left = new Map(sites.map((site) => [toSiteKey({ ...site, input: inputIn(format, site.input) }), site]));
  const size = await readResults(output, format, (result) => {
    // The file may have results of other lists.
    if (left.delete(toSiteKey(result))) tally.add(result);
  });
  return { sites: [...left.values()], size };
}

function requireFormat({ format = 'jsonl' }: BulkAuditOptions): BulkFormat {
  if (format === 'jsonl' || format === 'csv') return format;
  throw new UsageError(`--format ${format} works for one site only. For a list, use jsonl or csv.`);
}

/** Returns the engine's settings. Names are resolved by DNS alone, except for developers, who use a hosts file. */
function engineSettings(options: BulkAuditOptions): EngineSettings {
  const { connectTo: rules = [], allowPrivate } = options;
  const { connectTo, egress } = connectionOptions(options);
  return { about: null, connectTo, allowPrivate, egress, usesDnsAlone: !allowPrivate && rules.length === 0 };
}

function listSource(from: string): AsyncIterable<Buffer> {
  return from === '-' ? process.stdin : createReadStream(from);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
