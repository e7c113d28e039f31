import { readFile } from 'node:fs/promises';
import { judge } from '../audit/judge.ts';
import { parseDomainName } from '../domain-name.ts';
import { type ConnectToRule, parseConnectTo } from '../fetch/connect-to.ts';
import { type Egress, readEgress } from '../fetch/egress/egress.ts';
import type { FetcherOptions } from '../fetch/fetcher.ts';
import { type AuditedSite, auditSite } from '../service/engine/audit-site.ts';
import { EXIT } from './exit-code.ts';
import { progressOn } from './progress.ts';
import { refuse } from './refusal.ts';

/** Which site a command is about, and how it is come by. */
export interface SiteOptions {
  readonly connectTo?: readonly string[];
  readonly allowPrivate: boolean;
  readonly fromSite?: string;
}

/** Wrong usage: the sentence is for the person who typed it. */
export class UsageError extends Error {}

/** Runs a command; wrong usage becomes one line on standard error and its exit status. */
export async function withUsageErrors(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse(error.message, EXIT.wrongUsage);
  }
}

/** Audits a site live, or judges a saved one. @throws UsageError */
export function auditedSite(domain: string | undefined, options: SiteOptions): Promise<AuditedSite> {
  return options.fromSite === undefined ? live(domain, options) : saved(options.fromSite, domain);
}

async function live(text: string | undefined, options: SiteOptions): Promise<AuditedSite> {
  if (text === undefined)
    throw new UsageError('Say which domain to audit, such as example.com, or give --from-site FILE.');
  const parsed = parseDomainName(text, options);
  if (!parsed.ok) throw new UsageError(parsed.problem);
  const { domain } = parsed;
  const fetching = fetchingBy(options);

  const progress = progressOn(process.stderr);
  try {
    return await auditSite(domain, {
      ...fetching,
      onProgress: (stage, requests) => progress.show(`Auditing ${domain}: ${stage}, ${requests} requests`),
    });
  } finally {
    progress.end();
  }
}

/** Returns {@link connectionsBy} as options of a fetcher. @throws UsageError */
export function fetchingBy(options: SiteOptions): FetcherOptions {
  const { connectTo, egress } = connectionsBy(options);
  return { connectTo, allowPrivate: options.allowPrivate, ...egress };
}

/** Reads `--connect-to`, and `DENY_TARGETS` and `EGRESS_PROXY` from the environment. @throws UsageError */
export function connectionsBy({ connectTo = [] }: SiteOptions): {
  readonly connectTo: readonly ConnectToRule[];
  readonly egress: Egress;
} {
  const { DENY_TARGETS, EGRESS_PROXY } = process.env;
  const read = readEgress({ DENY_TARGETS, EGRESS_PROXY });
  if (!read.ok) throw new UsageError(read.problem);
  return { connectTo: connectRules(connectTo), egress: read.egress };
}

/** What `--connect-to` says. @throws UsageError */
function connectRules(texts: readonly string[]): readonly ConnectToRule[] {
  return texts.flatMap((text) => {
    const parsed = parseConnectTo(text);
    if (!parsed.ok) throw new UsageError(parsed.problem);
    return parsed.rules;
  });
}

async function saved(path: string, domain: string | undefined): Promise<AuditedSite> {
  // Loaded only here: the schema library is not needed to audit a live site.
  const { parseSiteFile } = await import('../site/site-file.ts');
  const read = parseSiteFile(await orUsageError(readFile(path, 'utf8'), `${path} cannot be read`));
  if (!read.ok) throw new UsageError(`${path}: ${read.problem}`);
  if (domain !== undefined && domain !== read.site.domain) {
    throw new UsageError(`${path} holds ${read.site.domain}, not ${domain}.`);
  }
  return { site: read.site, report: judge(read.site) };
}

/** What fails becomes wrong usage. @param what the beginning of the sentence */
export async function orUsageError<T>(work: Promise<T>, what: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UsageError(`${what}: ${error instanceof Error && 'code' in error ? error.code : 'unknown error'}.`);
  }
}
