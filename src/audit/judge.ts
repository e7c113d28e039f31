import type { Exchange } from '../fetch/exchange.ts';
import { pageKey } from '../site/page/page-url.ts';
import { isHtmlResponse, readPageFacts } from '../site/read-response.ts';
import type { Site } from '../site/site.ts';
import { sum } from './arithmetic.ts';
import { earnedShare, type PageResult, type QuestionResult, type RunnableCheck } from './check.ts';
import { readEarlierPages } from './earlier-pages.ts';
import { type JudgedCheck, toFindings, type UnscoredQuestion } from './findings.ts';
import { applyGate, gatesThatHold } from './gates.ts';
import { type JudgedPages, pageLosses } from './pages/page-losses.ts';
import { readSite } from './read-site.ts';
import { limitEvidence } from './report/evidence-limit.ts';
import { failedReport } from './report/failed-report.ts';
import type { AuditFailure, PageShare, Report, ReportedChoice } from './report/report.ts';
import { RUBRIC_VERSION } from './rubric.ts';
import { RUNNABLE_CHECKS } from './runnable-checks.ts';
import { shutProblem, withShutPages } from './shut-pages.ts';
import type { SiteFacts } from './site-facts.ts';

/** A Report, and what each page that was read loses. */
export interface Judgement {
  readonly report: Report;
  /** Losses of the pages that were read and can be judged; null for a site that could not be read. */
  readonly allPages: (JudgedPages & { readonly report: Report }) | null;
}

/**
 * Judges a Site by the rubric. Pure: the same Site gives the same Report. A home page that could not be read gives a
 * failed Report with no score. Throws only where a check breaks its own contract, which is a bug.
 */
export function judge(site: Site): Report {
  const failure = whyUnreadable(site);
  return failure === null
    ? withLogs(withEarlierPages(judgeChosen(site), site), site)
    : failedReport(site.domain, failure);
}

/**
 * Judges a Site as {@link judge} does, and by the same checks its other pages that were read, unless they are too large.
 *
 * @param maxHtml maximum length of the HTML of all pages that are judged, in characters
 */
export function judgeAllPages(site: Site, maxHtml = MAX_HTML): Judgement {
  const known = maxHtml === MAX_HTML ? ALL.get(site) : undefined;
  if (known !== undefined) return known;
  const judgement = judgeAll(site, maxHtml);
  if (maxHtml === MAX_HTML) ALL.set(site, judgement);
  return judgement;
}

/** The report and the page table need the same. */
const ALL = new WeakMap<Site, Judgement>();

function judgeAll(site: Site, maxHtml: number): Judgement {
  const failure = whyUnreadable(site);
  if (failure !== null) return { report: failedReport(site.domain, failure), allPages: null };
  const chosen = judgeChosen(site);
  const more = judgeable(site, maxHtml);
  const everything = more.length === 0 ? null : readSite(site, [...site.pages, ...more]);
  const { facts, report, judged } = everything === null ? chosen : judgeFacts(everything);
  const urls = [facts.home, ...facts.samplePages].map(({ url }) => url);
  const own = withLogs(withEarlierPages(chosen, site), site);
  return {
    report: everything === null ? own : withAllPagesScore(own, report.score),
    allPages: { report, urls, score: report.score, ...pageLosses(report, judged) },
  };
}

/** Adds the score of all pages that were read. It is shown beside the score, which it does not change. */
export function withAllPagesScore(report: Report, allPagesScore: number): Report {
  const { choice } = report;
  return choice === undefined ? report : { ...report, choice: { ...choice, allPagesScore } };
}

/** Maximum length of the HTML of all pages that are judged beyond the score, in characters: one to two seconds of processor time. */
const MAX_HTML = 10_000_000;

/** Returns the pages that were read beyond the score, as many as the limit allows. The page table says that others were not judged. */
function judgeable({ morePages = [] }: Site, maxHtml: number): readonly Exchange[] {
  let left = maxHtml;
  return morePages.filter((page) => {
    left -= isHtmlResponse(page) ? readPageFacts(page).htmlLength : 0;
    return left >= 0;
  });
}

/** Judges the pages of the score. The page table needs the same again. */
function judgeChosen(site: Site): JudgedFacts {
  const known = CHOSEN.get(site) ?? judgeFacts(readSite(site));
  CHOSEN.set(site, known);
  return known;
}

interface JudgedFacts {
  readonly facts: SiteFacts;
  readonly report: Report;
  readonly judged: readonly JudgedCheck[];
}

const CHOSEN = new WeakMap<Site, JudgedFacts>();

/** Adds what the owner's logs say. It is shown, and no check reads it. */
function withLogs(report: Report, { logs }: Site): Report {
  return logs === undefined ? report : { ...report, logs };
}

/** Adds the pages of an earlier audit, judged as this audit's own choice of pages is, where they are others. */
function withEarlierPages({ report, facts: ofChoice }: JudgedFacts, site: Site): Report {
  const { earlierPages } = site;
  if (earlierPages === undefined) return report;
  const { facts, gone } = readEarlierPages(site, earlierPages, ofChoice);
  const own = new Set(report.pages.map(pageKey));
  const isOwnChoice =
    facts.samplePages.length === own.size - 1 && facts.samplePages.every(({ url }) => own.has(pageKey(url)));
  return { ...report, earlierPages: { gone, report: isOwnChoice ? null : judgeFacts(facts).report } };
}

function judgeFacts(facts: SiteFacts): JudgedFacts {
  const judged = RUNNABLE_CHECKS.map((check) => runCheck(check, facts));
  const earned = toFindings(judged);
  const gates = gatesThatHold(judged.flatMap((one) => one.gates));
  const [strictest] = gates;
  const findings = limitEvidence(strictest === undefined ? earned : applyGate(earned, strictest));
  const report: Report = {
    kind: 'live',
    rubricVersion: RUBRIC_VERSION,
    domain: facts.domain,
    outcome: 'done',
    failure: null,
    score: sum(findings.map(({ points }) => points)),
    earned: sum(earned.map(({ points }) => points)),
    gates,
    findings,
    stack: facts.stack,
    pages: judgedUrls(facts),
    ...(facts.known !== null && { choice: summarizeChoice(facts, facts.known) }),
  };
  return { facts, report, judged };
}

/** Returns the URLs of the judged pages: the home page, those that were read, then those that robots.txt shuts. */
function judgedUrls({ home, samplePages, unread }: SiteFacts): readonly string[] {
  const urls = [home, ...samplePages, ...unread.shut].map(({ url }) => url);
  return [...new Map(urls.toReversed().map((url) => [pageKey(url), url])).values()].toReversed();
}

function summarizeChoice({ unread, isKnownAtLeast, ...facts }: SiteFacts, known: number): ReportedChoice {
  const { shut, closedToCitable, tooLarge } = unread;
  const all = 1 + facts.samplePages.length + facts.noindexPages.length + facts.excludedPages.length;
  const read = all - shut.filter(({ isRead }) => isRead).length;
  return {
    // What turned out to be missing is not a page.
    known: known - facts.gonePages.amongKnown,
    isAtLeast: isKnownAtLeast,
    read,
    shut: shut.length,
    closedToCitable: closedToCitable.length,
    unread: facts.unknownPages - closedToCitable.length,
    ...(tooLarge && { tooLarge }),
  };
}

function whyUnreadable({ home, domain, staging }: Site): AuditFailure | null {
  const { failure, status } = home;
  if (failure !== null && (failure.kind !== 'too_large' || status === null))
    return { kind: failure.kind, message: failure.message };
  const finalHost = new URL(home.finalUrl).host;
  const host = staging === undefined ? finalHost : new URL(staging.origin).host;
  if (staging !== undefined && withoutWww(finalHost) !== withoutWww(domain)) {
    const message = `${host} redirects to another site, so there is no page to judge. If that asks for a login, give --header or --basic-auth.`;
    return { kind: 'bad_redirect', message };
  }
  if (status === null || status < 200 || status > 299) {
    const message = `${host} returned status ${status ?? 'unknown'} for its home page, so there is no page to judge.`;
    return { kind: 'http_status', message };
  }
  if (!isHtmlResponse(home)) {
    return { kind: 'not_html', message: `The home page of ${host} is not HTML, so there is no page to judge.` };
  }
  return null;
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

/**
 * Runs one check. Throws where it breaks its contract: a question without a result, a share that is not a fraction of 1, a
 * result without evidence, or points taken without a fix.
 */
export function runCheck(check: RunnableCheck, facts: SiteFacts): JudgedCheck {
  const { results, details, failure = null, gates = [], notes = [] } = check.run(facts);
  const pageResults = new Map<string, readonly PageResult[]>();
  let isReduced = false;
  const indexes = new Map(judgedUrls(facts).map((url, i) => [url, i]));
  const questions = Object.entries(check.questions).map(([id, { ask, must, weight }]): UnscoredQuestion => {
    const result = results[id];
    const fault = result === undefined ? 'left its question unanswered' : findFault(result);
    if (result === undefined || fault !== null) throw new Error(`The check ${check.key} ${fault}: ${id}.`);
    const counted = withShutPages(result, facts, check.isAbout?.(id, facts));
    isReduced ||= counted !== result;
    const { pages, ...rest } = counted;
    pageResults.set(id, pages ?? []);
    const byPage = pages?.flatMap((one): PageShare[] => {
      const index = indexes.get(one.seen.url);
      const { earned, of } = earnedShare(one);
      return index === undefined ? [] : [[index, earned, of]];
    });
    const applies = result.notApplicable === null;
    return { id, ask, must: must.join(' '), weight: applies ? weight : 0, ...rest, ...(byPage && { byPage }) };
  });
  // What a check says of the judged pages is not true of those that are shut.
  const said = isReduced ? `${shutProblem(facts.unread)} ${details}` : details;
  return { check, questions, pageResults, details: said, failure, gates, notes };
}

function findFault({ share, notApplicable, observed, fix }: QuestionResult): string | null {
  const { earned, of } = share;
  if (![earned, of].every(Number.isInteger) || earned < 0 || of < 1 || earned > of) {
    return `gave ${earned} of ${of} of its question`;
  }
  if (notApplicable !== null) return null;
  if (observed.length === 0) return 'answered its question without evidence';
  return earned < of && fix === null ? 'took points for its question without a fix' : null;
}
