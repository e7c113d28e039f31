import { isIP } from 'node:net';
import { join, relative, sep } from 'node:path';
import { judge } from '../audit/judge.ts';
import { stagingNotes } from '../audit/source-notes.ts';
import { type AuditedSite, auditSite } from '../engine/audit-site.ts';
import { type ConnectToRule, parseConnectTo } from '../fetch/connect-to.ts';
import { type Egress, readEgress } from '../fetch/egress/egress.ts';
import type { Exchange } from '../fetch/exchange.ts';
import type { FetcherOptions } from '../fetch/fetcher.ts';
import { METADATA_RANGES } from '../fetch/guard/address-guard.ts';
import { inRanges } from '../fetch/guard/address-ranges.ts';
import { StagedSite } from '../fetch/staging.ts';
import { type DomainName, firstOrigin, parseDomainName } from '../values/domain-name.ts';
import { quote } from '../values/untrusted-text.ts';
import { commandCrawl, type PagesOptions } from './command-crawl.ts';
import { orUsageError, tell, UsageError } from './exit.ts';
import { redactor } from './own-secrets.ts';
import { progressOn } from './terminal.ts';
import { readTextFile } from './text-file.ts';

/** Options of every command that audits a site. */
export interface SiteOptions extends PagesOptions {
  /** Values of `--connect-to`. */
  readonly connectTo?: readonly string[];
  readonly allowPrivate: boolean;
  /** Header fields for the audited origin alone, as typed: `Name: value`. */
  readonly header?: readonly string[];
  /** `user:password`, for the audited origin alone. Default: `CITABLE_BASIC_AUTH` of the environment. */
  readonly basicAuth?: string;
  /** Origin that serves the site before it is published at its domain. */
  readonly origin?: string;
  /** Path of a saved Site, which is judged instead of fetching the site. */
  readonly fromSite?: string;
  /** Origin at which a folder will be published. The argument is then the folder. */
  readonly baseUrl?: string;
  /** URLs of the pages that an earlier audit judged: they are read again, to compare the two. */
  readonly earlierPages?: readonly string[];
  /** Called with pages that are not in the Site, some at a time. */
  readonly onPages?: (pages: readonly Exchange[]) => void;
}

/** A site that was audited, and of a folder the file that a URL is served from. */
export interface CommandAudit extends AuditedSite {
  /** Path from the current folder, with slashes. */
  readonly findFile?: (url: string) => string | null;
}

/** A path, and never a domain. */
const PATH = /^(?:\.{1,2}(?:[\\/]|$)|[\\/~]|[a-z]:[\\/])/i;

/** Audits a site live or in a folder, or judges a saved one. @throws UsageError */
export async function auditedSite(domain: string | undefined, options: SiteOptions): Promise<CommandAudit> {
  const { baseUrl, fromSite, origin } = options;
  if (origin !== undefined && (baseUrl ?? fromSite) !== undefined)
    throw new UsageError('--origin cannot be combined with --base-url or --from-site.');
  requirePages(options);
  if (baseUrl !== undefined || (domain !== undefined && PATH.test(domain) && fromSite === undefined))
    return inFolder(domain, options);
  const audited = fromSite === undefined ? await live(domain, options) : await saved(fromSite, domain);
  const { site, report } = audited;
  const notes = site.staging === undefined || report.failure !== null ? [] : stagingNotes(site.staging);
  for (const note of notes) tell(note);
  return audited;
}

async function live(text: string | undefined, options: SiteOptions): Promise<AuditedSite> {
  if (text === undefined)
    throw new UsageError('No domain given. Name one, such as example.com, or use --from-site FILE.');
  const domain = requireTarget(text, options);
  const fields = ownHeaders(options);
  const { origin, earlierPages } = options;
  const staging = origin === undefined ? undefined : stagedSite(domain, origin, options);
  const originHeaders =
    fields.length === 0 ? {} : { originHeaders: { origin: staging?.origin ?? firstOrigin(domain), fields } };
  const fetcher = { ...fetcherOptions(options), ...originHeaders, ...(staging && { staging }) };
  const redact = fields.length === 0 ? null : redactor(fields, domain);
  const crawl = await commandCrawl(domain, options, redact);
  const progress = progressOn(process.stderr);
  try {
    const audited = await auditSite(domain, {
      ...fetcher,
      ...(earlierPages && { earlierPages }),
      ...(crawl && {
        crawl: {
          ...crawl.options,
          ...(options.onPages && { onPages: options.onPages }),
          onProgress: (crawled) => progress.show(crawl.progressText(crawled)),
        },
      }),
      onProgress: (stage, requests) => {
        if (crawl?.hasBegun !== true) progress.show(`Auditing ${domain}: ${stage}, ${requests} requests`);
      },
    });
    progress.end();
    await crawl?.end(audited.site);
    return redact === null ? audited : await withoutSecrets(audited, redact);
  } finally {
    progress.end();
  }
}

/** Returns an audited site without the credentials that its pages echo. Its report is that of the site as it is stored. */
async function withoutSecrets({ site, ...rest }: AuditedSite, redact: (text: string) => string): Promise<AuditedSite> {
  const { parseSiteFile } = await import('../site/site-file.ts');
  const text = JSON.stringify(site, (_, value: unknown) => (typeof value === 'string' ? redact(value) : value));
  const read = parseSiteFile(text);
  if (!read.ok) throw new UsageError('The site repeats a credential where it cannot be removed, so it was not judged.');
  return { ...rest, site: read.site, report: judge(read.site) };
}

/**
 * Parses `--origin`: where requests for a domain are sent.
 *
 * @throws UsageError
 */
function stagedSite(domain: DomainName, origin: string, options: SiteOptions): StagedSite {
  if (origin.includes('@')) throw new UsageError('--origin cannot contain credentials. Use --basic-auth.');
  if (!/^https?:\/\/[^/?#]+\/?$/i.test(origin)) {
    const example = '--origin https://staging.example.net';
    throw new UsageError(`${quote(origin)} is not an origin. Give http or https and a host, no path: ${example}`);
  }
  const target = requireTarget(origin, options);
  return new StagedSite(firstOrigin(domain), `${origin.slice(0, origin.indexOf(':'))}://${target}`);
}

/** Parses the domain of a live audit. Says which options allow a private one. @throws UsageError */
export function requireTarget(text: string, { allowPrivate = false }: { readonly allowPrivate?: boolean }): DomainName {
  const parsed = parseDomainName(text, { allowPrivate });
  if (parsed.ok) return parsed.domain;
  const target = parseDomainName(text, { allowPrivate: true });
  if (!target.ok) throw new UsageError(parsed.problem);
  const host = target.domain.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  const isMetadata = isIP(host) !== 0 && inRanges(METADATA_RANGES)(host);
  const advice = isMetadata
    ? 'Only --allow-private and ALLOW_TARGETS together allow it.'
    : 'The option --allow-private allows it.';
  throw new UsageError(`${parsed.problem} ${advice}`);
}

/** Fields that every request has already, or that are about the connection. */
const RESERVED =
  /^(?:accept|accept-encoding|connection|content-length|expect|host|if-none-match|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

/**
 * Parses `--header` and `--basic-auth`, or `CITABLE_HEADERS` (one a line) and `CITABLE_BASIC_AUTH` of the environment. No message
 * contains a value: it may be a secret.
 *
 * @throws UsageError
 */
function ownHeaders({
  header = (process.env['CITABLE_HEADERS'] ?? '').split(/\r?\n/).filter((line) => line.trim() !== ''),
  basicAuth = process.env['CITABLE_BASIC_AUTH'] ?? '',
}: SiteOptions): readonly (readonly [name: string, value: string])[] {
  const fields = header.map((text) => {
    // RFC 9110 §5.1 and §5.5.
    const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\x20-\x7e\t]+)$/.exec(text) ?? [];
    if (name === '')
      throw new UsageError("--header requires 'Name: value', and CITABLE_HEADERS one of these per line.");
    if (RESERVED.test(name)) throw new UsageError(`--header cannot set ${name}.`);
    return [name, value.trim()] as const;
  });
  if (basicAuth === '') return fields;
  if (!basicAuth.includes(':')) throw new UsageError('--basic-auth requires user:password.');
  return [...fields, ['Authorization', `Basic ${Buffer.from(basicAuth).toString('base64')}`]];
}

async function inFolder(
  folder: string | undefined,
  { baseUrl, fromSite, pages, earlierPages, onPages }: SiteOptions,
): Promise<CommandAudit> {
  if (folder === undefined || fromSite !== undefined)
    throw new UsageError('--base-url requires a folder: citable audit ./dist --base-url https://example.com');
  const domain = domainOfBase(baseUrl);
  const { auditFolder } = await import('../engine/audit-folder.ts');
  const asked = {
    ...(pages !== undefined && { pages }),
    ...(earlierPages && { earlierPages }),
    ...(onPages && { onPages }),
  };
  const audited = await orUsageError(auditFolder(folder, domain, asked), `${folder} cannot be read`);
  if (audited.site.home.status === 404)
    throw new UsageError(`${folder} has no index.html. Name the build output folder, such as ./dist.`);
  for (const note of audited.notes) tell(note);
  const findFile = (url: string) => {
    const file = audited.findFile(url);
    return file === null ? null : relative(process.cwd(), join(folder, file)).split(sep).join('/');
  };
  const { site, report, crawled } = audited;
  return { site, report, findFile, ...(crawled !== undefined && { crawled }) };
}

/** @throws UsageError for options of a crawl where there is none */
function requirePages({ pages, rate, crawlFile, fromSite, baseUrl }: SiteOptions): void {
  if (pages === undefined && (rate ?? crawlFile) !== undefined)
    throw new UsageError('--rate and --crawl-file require --pages.');
  if (pages !== undefined && fromSite !== undefined)
    throw new UsageError('--pages cannot be combined with --from-site: a saved site is not fetched.');
  if (baseUrl !== undefined && (rate ?? crawlFile) !== undefined)
    throw new UsageError('--rate and --crawl-file are for sites, not for folders.');
}

/** Returns the domain at which a folder will be published. @throws UsageError */
function domainOfBase(baseUrl: string | undefined): DomainName {
  const example = '--base-url https://example.com';
  if (baseUrl === undefined) throw new UsageError(`Name the origin that the folder will be published at: ${example}`);
  const url = URL.parse(baseUrl);
  if (url === null || url.protocol !== 'https:' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new UsageError(`${quote(baseUrl)} is not an origin. Give https and a host, without a path: ${example}`);
  const parsed = parseDomainName(baseUrl);
  if (!parsed.ok) throw new UsageError(parsed.problem);
  return parsed.domain;
}

async function saved(path: string, domain: string | undefined): Promise<AuditedSite> {
  // Loaded only here: a live audit does not need the schema library.
  const { parseSiteFile } = await import('../site/site-file.ts');
  const read = parseSiteFile(await readTextFile(path));
  if (!read.ok) throw new UsageError(`${path}: ${read.problem}`);
  if (domain !== undefined && domain !== read.site.domain) {
    throw new UsageError(`${path} is a saved site of ${read.site.domain}, not ${domain}.`);
  }
  return { site: read.site, report: judge(read.site) };
}

/** Returns the options of a fetcher. @throws UsageError */
export function fetcherOptions(options: SiteOptions): FetcherOptions {
  const { connectTo, egress } = connectionOptions(options);
  return { connectTo, allowPrivate: options.allowPrivate, ...egress };
}

/** Parses `--connect-to`, and `ALLOW_TARGETS`, `DENY_TARGETS` and `EGRESS_PROXY` of the environment. @throws UsageError */
export function connectionOptions({ connectTo = [] }: SiteOptions): {
  readonly connectTo: readonly ConnectToRule[];
  readonly egress: Egress;
} {
  const { ALLOW_TARGETS, DENY_TARGETS, EGRESS_PROXY } = process.env;
  const read = readEgress({ ALLOW_TARGETS, DENY_TARGETS, EGRESS_PROXY });
  if (!read.ok) throw new UsageError(read.problem);
  const rules = connectTo.flatMap((text) => {
    const parsed = parseConnectTo(text);
    if (!parsed.ok) throw new UsageError(parsed.problem);
    return parsed.rules;
  });
  return { connectTo: rules, egress: read.egress };
}
