import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentFinding } from '../audit/agents/agent-findings.ts';
import type { JudgedPages } from '../audit/pages/page-losses.ts';
import type { PageTable } from '../audit/pages/page-table.ts';
import type { RenderedAudit } from '../audit/rendered/rendered-site.ts';
import { isWorse } from '../audit/report/compare-reports.ts';
import { isFailing, type Report } from '../audit/report/report.ts';
import type { FileFinder } from '../documents/ci/ci-problems.ts';
import type { Requirements, Threshold } from '../documents/ci/junit.ts';
import { writeHeadline } from '../documents/headlines.ts';
import type { Site } from '../site/site.ts';
import { PICTURE_VERSIONS, type PictureLocator, type PictureVersion } from '../values/page-controls.ts';
import { quote } from '../values/untrusted-text.ts';
import { auditedSite, type SiteOptions } from './audited-site.ts';
import { type ComparedAudit, comparedAudit } from './compare/compared-audit.ts';
import { EXIT, orUsageError, tell, UsageError, withUsageErrors } from './exit.ts';
import { wantsColor } from './terminal.ts';

export type AuditFormat = 'text' | 'json' | 'markdown' | 'jsonl' | 'csv' | PagesFormat | CiFormat;

/** Formats of the page table, and of the faults between pages. */
type PagesFormat = 'pages-csv' | 'pages-jsonl' | 'faults-csv';

/** Formats of tools for continuous integration. */
type CiFormat = 'sarif' | 'junit' | 'github' | 'gitlab';

export interface AuditOptions extends SiteOptions {
  /** Default: text for one site, jsonl for a list. */
  readonly format?: AuditFormat;
  /** Lowest score that is not a failure, 0 to 100. */
  readonly failUnder?: number;
  /** Keys of the checks that must not fail. */
  readonly failOn?: readonly string[];
  /** Id or file of an earlier audit that this one must not be worse than. */
  readonly baseline?: string;
  /** Path to save the Site at. */
  readonly saveSite?: string;
  /** Load the judged pages in a browser, too. */
  readonly render?: boolean;
  /** Folder for pictures of its pages. */
  readonly pictures?: string;
  /** Request what agents look for, too. */
  readonly agents?: boolean;
  /** Print how to fix each problem and where it was seen. */
  readonly details: boolean;
  /** Print every question with its evidence. */
  readonly evidence: boolean;
  /** For lists only: number of concurrent audits, and file of the results. */
  readonly concurrency?: number;
  readonly output?: string;
}

type ReportFormat = Exclude<AuditFormat, 'jsonl'>;

/**
 * Runs `citable audit`: audits a site, live or from a saved Site, and prints the report on standard output.
 *
 * @returns the exit status
 */
export function audit(domain: string | undefined, options: AuditOptions): Promise<number> {
  return withUsageErrors(async () => {
    const format = requireFormat(options);
    requireRenderable(options);
    const baseline = options.baseline === undefined ? undefined : await comparedAudit(options.baseline);
    if (baseline === null) return EXIT.wrongUsage;
    const {
      site,
      report,
      crawled,
      findFile = () => null,
    } = await auditedSite(domain, {
      ...options,
      ...(baseline && { earlierPages: baseline.report.pages }),
    });
    const rendered =
      options.render === true && report.failure === null ? await renderAudit(site, domain, options) : null;
    const agents =
      options.agents === true && report.failure === null ? await observeAgentFiles(site, domain, options) : null;
    const thresholds = report.failure === null ? await listThresholds(report, options, baseline) : [];
    const requirements = { failOn: options.failOn ?? [], thresholds };
    const table = report.failure === null ? await tableIn(format, site, crawled) : null;
    if (options.saveSite !== undefined) {
      // Of a crawl, the pages beyond those of the score are saved as rows.
      const rows = crawled === undefined ? null : (table ?? (await tableIn('text', site, crawled)));
      await save(options.saveSite, site, report, rows);
    }
    process.stdout.write(
      await formatted(report, site, { table, rendered, agents }, format, options, findFile, requirements),
    );
    if (report.failure !== null) {
      if (format !== 'text') tell(report.failure.message);
      return EXIT.couldNotAudit;
    }
    const failing = report.findings.filter((one) => isFailing(one) && options.failOn?.includes(one.key));
    for (const one of failing) tell(`${one.key} fails: ${one.failure ?? writeHeadline(one)}`);
    const isRejected = failing.length > 0 || thresholds.some(({ problem }) => problem !== null);
    return isRejected ? EXIT.belowThreshold : EXIT.fine;
  });
}

/**
 * Returns the thresholds of the whole report, and prints what is worse than the baseline on standard error.
 *
 * @throws UsageError
 */
async function listThresholds(
  report: Report,
  { failUnder, baseline: name }: AuditOptions,
  baseline: ComparedAudit | undefined,
): Promise<readonly Threshold[]> {
  const thresholds: Threshold[] = [];
  if (failUnder !== undefined) {
    const problem = report.score < failUnder ? `The score is ${report.score}.` : null;
    thresholds.push({ name: `The score is at least ${failUnder} (--fail-under)`, problem });
  }
  if (baseline === undefined) return thresholds;
  if (baseline.report.domain !== report.domain)
    throw new UsageError(`${name} is an audit of ${quote(baseline.report.domain)}, not ${report.domain}.`);
  const [{ changesBetween }, { changesText }] = await Promise.all([
    import('../documents/changes/changes-between.ts'),
    import('../documents/changes/changes-text.ts'),
  ]);
  const changes = changesBetween(baseline.report, report);
  const worse = isWorse(changes.comparison);
  const text = changesText(changes, { color: false, width: 100 });
  if (worse || !changes.comparison.comparable) process.stderr.write(text);
  thresholds.push({ name: `Not worse than ${name} (--baseline)`, problem: worse ? text : null });
  return thresholds;
}

/** Requests what agents look for. @throws UsageError */
async function observeAgentFiles(
  site: Site,
  folder: string | undefined,
  options: AuditOptions,
): Promise<readonly AgentFinding[]> {
  return await (await import('./observed/agent-files.ts')).observeAgentFiles(site, folder, options);
}

/** Loads the judged pages in a browser. What goes wrong there ends the rendering, not the audit. @throws UsageError */
async function renderAudit(site: Site, folder: string | undefined, options: AuditOptions): Promise<RenderedAudit> {
  const { pictures } = options;
  if (pictures !== undefined) await orUsageError(mkdir(pictures, { recursive: true }), `${pictures} cannot be written`);
  const { renderAudit: render } = await import('./observed/render-audit.ts');
  return await render(site, folder, {
    ...options,
    onPictures:
      pictures === undefined
        ? undefined
        : (place, taken) => {
            for (const version of PICTURE_VERSIONS) writeFileSync(pictureIn(pictures, place, version), taken[version]);
          },
  });
}

function pictureIn(folder: string, place: number, version: PictureVersion): string {
  return join(folder, `${place + 1}-${version}.webp`);
}

/** Saves a site. @param table of all pages of a crawl; null without one @throws UsageError */
async function save(path: string, site: Site, report: Report, table: PageTable | null): Promise<void> {
  const { formatSiteFile } = await import('../site/site-file.ts');
  const { savedTable } = await import('./compare/saved-table.ts');
  const saved = table === null ? site : { ...site, ...savedTable(table, report.rubricVersion) };
  await orUsageError(writeFile(path, formatSiteFile(saved)), `${path} cannot be written`);
}

/** @throws UsageError where there is nothing to request, or nowhere to show it */
function requireRenderable({
  render = false,
  pictures,
  agents = false,
  format = 'text',
  fromSite,
  header,
  basicAuth,
}: AuditOptions): void {
  if (pictures !== undefined && !render) throw new UsageError('--pictures requires --render.');
  if (!render && !agents) return;
  if (fromSite !== undefined)
    throw new UsageError('--render and --agents cannot be combined with --from-site: a saved site is not fetched.');
  if (format !== 'text' && format !== 'json')
    throw new UsageError('--render and --agents require --format text or json.');
  if (!render) return;
  const { CITABLE_HEADERS, CITABLE_BASIC_AUTH } = process.env;
  if ([...(header ?? []), basicAuth, CITABLE_HEADERS, CITABLE_BASIC_AUTH].some((secret) => (secret ?? '') !== ''))
    throw new UsageError('--render cannot be combined with --header or --basic-auth: the browser gets no credentials.');
}

function requireFormat({ format = 'text', concurrency, output }: AuditOptions): ReportFormat {
  if (format === 'jsonl') throw new UsageError('--format jsonl requires a list: see --from FILE.');
  if (concurrency !== undefined) throw new UsageError('--concurrency requires a list: see --from FILE.');
  if (output !== undefined) throw new UsageError('--output requires a list: see --from FILE.');
  return format;
}

/** Returns the page table of a site, where a format shows it. @throws UsageError for a saved site without an inventory */
async function tableIn(format: ReportFormat, site: Site, crawled?: JudgedPages | null): Promise<PageTable | null> {
  if (format !== 'text' && !isPagesFormat(format)) return null;
  const { pageTableOfSite } = await import('../engine/audit-site.ts');
  const table = pageTableOfSite(site, crawled);
  if (table === null && isPagesFormat(format))
    throw new UsageError(
      'This saved site has no list of its pages: an earlier version saved it. Audit the site again.',
    );
  return table;
}

function isPagesFormat(format: ReportFormat): format is PagesFormat {
  return format === 'pages-csv' || format === 'pages-jsonl' || format === 'faults-csv';
}

/** What is shown beside a report. */
interface Extras {
  readonly table: PageTable | null;
  readonly rendered: RenderedAudit | null;
  readonly agents: readonly AgentFinding[] | null;
}

async function formatted(
  report: Report,
  site: Site,
  { table, rendered, agents }: Extras,
  format: ReportFormat,
  { details, evidence, pictures }: Pick<AuditOptions, 'details' | 'evidence' | 'pictures'>,
  findFile: FileFinder,
  requirements: Requirements,
): Promise<string> {
  const locatePicture: PictureLocator | null =
    pictures === undefined ? null : (...which) => pictureIn(pictures, ...which);
  switch (format) {
    case 'sarif':
      return (await import('../documents/ci/ci-problems.ts')).sarifReport(report, findFile);
    case 'junit':
      return (await import('../documents/ci/junit.ts')).junitReport(report, findFile, requirements);
    case 'github':
      return (await import('../documents/ci/ci-problems.ts')).githubReport(report, findFile);
    case 'gitlab':
      return (await import('../documents/ci/ci-problems.ts')).gitlabReport(report, findFile);
    case 'text': {
      const { textReport } = await import('../documents/text-report.ts');
      const options = {
        color: wantsColor(),
        width: process.stdout.columns || 100,
        isOfFolder: site.source === 'folder',
      };
      return textReport(report, {
        ...options,
        details,
        evidence,
        pages: table,
        agents,
        rendered: rendered && { ...rendered, origin: site.origin, locatePicture },
      });
    }
    case 'markdown': {
      const { markdownReport } = await import('../documents/markdown-report.ts');
      return markdownReport(report, { evidence, staging: site.staging });
    }
    case 'csv': {
      const { csvReport } = await import('../documents/csv-report.ts');
      return csvReport(report);
    }
    case 'pages-csv':
    case 'pages-jsonl':
    case 'faults-csv':
      return table === null ? '' : pagesReport(table, format);
    case 'json': {
      const [{ toJsonReport }, { toRenderingJson }, { toAgentsJson }] = await Promise.all([
        import('../server/audits/evidence.ts'),
        import('../documents/rendering-json.ts'),
        import('../documents/agents-text.ts'),
      ]);
      const json = toJsonReport(report, site, evidence);
      const extras = {
        ...(rendered && { rendering: toRenderingJson(rendered, locatePicture) }),
        ...(agents && { agents: toAgentsJson(agents) }),
      };
      return `${JSON.stringify({ ...json, ...extras }, null, 2)}\n`;
    }
  }
}

async function pagesReport(table: PageTable, format: PagesFormat): Promise<string> {
  const { pagesCsv, pagesJsonLines, siteIssuesCsv } = await import('../documents/pages/pages-csv.ts');
  if (format === 'pages-jsonl') return pagesJsonLines(table);
  return format === 'pages-csv' ? pagesCsv(table) : siteIssuesCsv(table);
}
