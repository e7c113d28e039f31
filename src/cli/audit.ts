import { readFile, writeFile } from 'node:fs/promises';
import { judge } from '../audit/judge.ts';
import type { Report } from '../audit/report.ts';
import { parseDomainName } from '../domain-name.ts';
import { type ConnectToRule, parseConnectTo } from '../fetch/connect-to.ts';
import { auditSite } from '../service/audit-site.ts';
import type { Site } from '../site/site.ts';
import { EXIT } from './exit-code.ts';
import { progressOn } from './progress.ts';

export type AuditFormat = 'text' | 'json' | 'markdown';

export interface AuditOptions {
  readonly format: AuditFormat;
  /** The lowest score that is not a failure, 0 to 100. */
  readonly failUnder?: number;
  readonly connectTo?: readonly string[];
  readonly allowPrivate: boolean;
  readonly saveSite?: string;
  readonly fromSite?: string;
  readonly evidence: boolean;
}

/** Wrong usage: the sentence is for the person who typed it. */
class UsageError extends Error {}

/**
 * `citable audit`: audits a site, live or from a saved Site, and prints the report on standard output.
 * @returns the exit status
 */
export async function audit(domain: string | undefined, options: AuditOptions): Promise<number> {
  try {
    const { site, report } =
      options.fromSite === undefined ? await live(domain, options) : await saved(options.fromSite, domain);
    if (options.saveSite !== undefined) await save(options.saveSite, site);
    process.stdout.write(await formatted(report, site, options));
    if (report.failure !== null) {
      if (options.format !== 'text') process.stderr.write(`citable: ${report.failure.message}\n`);
      return EXIT.couldNotAudit;
    }
    return options.failUnder !== undefined && report.score < options.failUnder ? EXIT.belowThreshold : EXIT.fine;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`citable: ${error.message}\n`);
    return EXIT.wrongUsage;
  }
}

interface Audited {
  readonly site: Site;
  readonly report: Report;
}

async function live(text: string | undefined, { connectTo = [], allowPrivate }: AuditOptions): Promise<Audited> {
  if (text === undefined)
    throw new UsageError('Say which domain to audit, such as example.com, or give --from-site FILE.');
  const parsed = parseDomainName(text, { allowPrivate });
  if (!parsed.ok) throw new UsageError(parsed.problem);
  const { domain } = parsed;

  const progress = progressOn(process.stderr);
  let stage = 'home page';
  let requests = 0;
  const show = () => progress.show(`Auditing ${domain}: ${stage}, ${requests} requests`);
  try {
    return await auditSite(domain, {
      connectTo: rules(connectTo),
      allowPrivate,
      onStage: (next) => {
        stage = next;
        show();
      },
      onRequest: () => {
        requests += 1;
        show();
      },
    });
  } finally {
    progress.end();
  }
}

function rules(texts: readonly string[]): readonly ConnectToRule[] {
  return texts.flatMap((text) => {
    const parsed = parseConnectTo(text);
    if (!parsed.ok) throw new UsageError(parsed.problem);
    return parsed.rules;
  });
}

async function saved(path: string, domain: string | undefined): Promise<Audited> {
  // Loaded only here: the schema library is not needed to audit a live site.
  const { parseSiteFile } = await import('../site/site-file.ts');
  const read = parseSiteFile(await orUsageError(readFile(path, 'utf8'), `${path} cannot be read`));
  if (!read.ok) throw new UsageError(`${path}: ${read.problem}`);
  if (domain !== undefined && domain !== read.site.domain) {
    throw new UsageError(`${path} holds ${read.site.domain}, not ${domain}.`);
  }
  return { site: read.site, report: judge(read.site) };
}

async function save(path: string, site: Site): Promise<void> {
  const { formatSiteFile } = await import('../site/site-file.ts');
  await orUsageError(writeFile(path, formatSiteFile(site)), `${path} cannot be written`);
}

async function orUsageError<T>(work: Promise<T>, what: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UsageError(`${what}: ${error instanceof Error && 'code' in error ? error.code : 'unknown error'}.`);
  }
}

async function formatted(report: Report, site: Site, { format, evidence }: AuditOptions): Promise<string> {
  switch (format) {
    case 'text': {
      const { textReport } = await import('../documents/text-report.ts');
      return textReport(report, { color: wantsColor(), width: process.stdout.columns || 100, evidence });
    }
    case 'markdown': {
      const { markdownReport } = await import('../documents/markdown-report.ts');
      return markdownReport(report, { evidence });
    }
    case 'json': {
      const { toJsonReport } = await import('../service/json-report.ts');
      return `${JSON.stringify(toJsonReport(report, site, evidence), null, 2)}\n`;
    }
  }
}

/** https://no-color.org: any value but the empty one turns colour off. */
function wantsColor(): boolean {
  return process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
