import { AUDITED_CRAWLERS, type Crawler } from '../../../crawlers/registry.ts';
import { RobotsBudget } from '../../../site/gather/gather-pages.ts';
import { loadedFiles } from '../../../site/html/loaded-files.ts';
import {
  type CheckResult,
  check,
  full,
  type GateCause,
  HALF,
  lost,
  meanShare,
  type QuestionResult,
} from '../../check.ts';
import { are, count, list, places, texts } from '../../formatting.ts';
import { describeResponse } from '../../observe.ts';
import { openFix, robotsAccess } from '../../robots-access.ts';
import type { ProbeFacts, RobotsFacts, SiteFacts } from '../../site-facts.ts';
import { sourceNotes } from '../../source-notes.ts';
import { closedObservations, openObservations, probeObservation, serveFix } from './access-evidence.ts';
import { definition, nameCrawler, type QuestionId } from './crawler-access-definition.ts';
import {
  ANSWER_TOKENS,
  asksToBePaid,
  blockedByName,
  CORE_SEARCH_CRAWLERS,
  type CrawlerAccess,
  closingLines,
  decideForCrawler,
  type JudgedProbe,
  judgeAccess,
  judgeProbe,
  USER_FETCHERS,
  wasBurst,
  wasPutOff,
} from './crawler-probes.ts';
import { policyNotes } from './policy-notes.ts';

/** Engines that cannot be done without: a site that shuts one of these out is never "good". */
const DECISIVE = ['Googlebot', 'OAI-SearchBot'];
/** Number of blocked core crawlers from which a site is never "good". */
const TOO_MANY = 3;

type Facts = Pick<
  SiteFacts,
  'robots' | 'home' | 'contentPages' | 'samplePages' | 'probes' | 'origin' | 'stack' | 'source' | 'staging'
>;

export const crawlerAccess = check({
  ...definition,
  run: (site: Facts): CheckResult<QuestionId> => {
    const entries = judgeAccess([...CORE_SEARCH_CRAWLERS, ...USER_FETCHERS], site);
    const core = entries.slice(0, CORE_SEARCH_CRAWLERS.length);
    const blocked = blockedByName(site.probes);
    const of = (token: string) =>
      resultFor(
        core.filter(({ crawler }) => crawler.token === token),
        blocked,
        site,
      );
    return {
      results: {
        googlebot: of('Googlebot'),
        oai_searchbot: of('OAI-SearchBot'),
        bingbot: of('bingbot'),
        perplexitybot: of('PerplexityBot'),
        claude_searchbot: of('Claude-SearchBot'),
        applebot: of('Applebot'),
      },
      failure: whyItFails(core, blocked, site),
      gates: findGates(core, site),
      details: describe(core, blocked, site),
      notes: [...notesOn(entries.slice(core.length), blocked, site), ...policyNotes(site)],
    };
  },
});

/** The questions, each with the core search crawler that it is about. */
const QUESTIONS: readonly (readonly [QuestionId, token: string])[] = [
  ['googlebot', 'Googlebot'],
  ['oai_searchbot', 'OAI-SearchBot'],
  ['bingbot', 'bingbot'],
  ['perplexitybot', 'PerplexityBot'],
  ['claude_searchbot', 'Claude-SearchBot'],
  ['applebot', 'Applebot'],
];

/** Gates G1, G6 and G7: each opens once one of the crawlers gets in everywhere. They rest on robots.txt alone. */
function findGates(core: readonly CrawlerAccess[], { robots, home }: Facts): readonly GateCause<QuestionId>[] {
  const answers = core.filter(({ crawler }) => ANSWER_TOKENS.includes(crawler.token));
  const opensWith = (entries: readonly CrawlerAccess[]) =>
    QUESTIONS.filter(([, token]) => entries.some(({ crawler }) => crawler.token === token)).map(([id]) => [id]);
  const { further, closedFurther } = closedToAll(core, home.url);
  const gates: GateCause<QuestionId>[] = [];
  if (core.every(({ isShutOut }) => isShutOut)) {
    const reason =
      robotsAccess(robots) === 'unreachable'
        ? 'robots.txt cannot be read, so search crawlers must stay out.'
        : 'robots.txt blocks every core search crawler.';
    gates.push({ id: 'G1', reason, opensWith: opensWith(core) });
  }
  if (answers.every(({ isShutOut }) => isShutOut)) {
    const reason = 'robots.txt blocks every search crawler of AI assistants: those of ChatGPT, Perplexity and Claude.';
    gates.push({ id: 'G6', reason, opensWith: opensWith(answers) });
  }
  if (further > 0 && 2 * closedFurther >= further) {
    const reason = `robots.txt closes ${closedFurther} of ${count(further, 'known content page')} to every core search crawler.`;
    gates.push({ id: 'G7', reason, opensWith: opensWith(core) });
  }
  return gates;
}

/** Returns the number of content pages beside the home page, and of those that are closed to all these crawlers. */
function closedToAll(core: readonly CrawlerAccess[], homeUrl: string): { further: number; closedFurther: number } {
  const [first, ...others] = core.map(({ closed }) => new Set(closed.map(({ url }) => url)));
  const closed = [...(first ?? [])].filter((url) => url !== homeUrl && others.every((urls) => urls.has(url)));
  return { further: core[0]?.further ?? 0, closedFurther: closed.length };
}

function resultFor(entries: readonly CrawlerAccess[], blocked: readonly JudgedProbe[], site: Facts): QuestionResult {
  const closed = entries.filter((entry) => entry.closed.length > 0);
  const shares = entries.map(({ share }) => share);
  const barred = entries.flatMap(({ crawler, probe }) =>
    blocked.flatMap((one) => (one.probe === probe?.probe ? { crawler, probe: one } : [])),
  );
  const [first] = barred;
  if (closed.length > 0) {
    const observed = closed.flatMap((entry) => closedObservations(entry, site));
    return lost(meanShare(shares), observed, openFix(site), closedProblem(closed, site));
  }
  if (first === undefined) return full(...openObservations(entries, site));
  const observed = barred.map(({ crawler, probe }) => probeObservation(crawler, probe, site));
  return lost(HALF, observed, serveFix(first.probe), headline(barred, BARRED[first.probe.outcome]));
}

function closedProblem(closed: readonly CrawlerAccess[], { robots }: Facts): string {
  if (robotsAccess(robots) === 'unreachable') return 'robots.txt cannot be read, so crawlers must stay out.';
  const [entry] = closed;
  const isWhole = closed.every((one) => one.share.earned === 0);
  const from = entry === undefined ? '' : ` from ${entry.closed.length} of ${count(entry.further + 1, 'content page')}`;
  return headline(closed, ['is', `blocked by robots.txt${isWhole ? '' : from}`]);
}

/** Treatment of a barred crawler after its name. A probe from here cannot prove what a real crawler is served. */
const BARRED: Readonly<Record<JudgedProbe['outcome'], readonly [verb: 'is' | 'seems', rest: string]>> = {
  served: ['is', 'served'],
  refused: ['seems', 'to be blocked by the server'],
  limited: ['seems', 'to be turned away by the server (429)'],
  thin: ['seems', 'to be served less text than visitors'],
};

/** Returns `ChatGPT search (OAI-SearchBot) is blocked by robots.txt.` */
function headline(
  entries: readonly { readonly crawler: Crawler }[],
  [verb, rest]: readonly [verb: 'is' | 'seems', rest: string],
): string {
  const verbs = entries.length === 1 ? verb : { is: 'are', seems: 'seem' }[verb];
  return `${list(entries.map(({ crawler }) => nameCrawler(crawler.token)))} ${verbs} ${rest}.`;
}

function whyItFails(
  core: readonly CrawlerAccess[],
  blocked: readonly JudgedProbe[],
  { robots, home }: Facts,
): string | null {
  if (robotsAccess(robots) === 'unreachable') {
    return 'robots.txt cannot be read: crawlers must assume complete disallow (RFC 9309 §2.3.1.4).';
  }
  const shutOut = core.filter((entry) => entry.isShutOut).map(({ crawler }) => crawler.token);
  if (shutOut.length === core.length && !robots.file.isAllowed('*', home.url)) {
    return 'robots.txt disallows the site for every crawler, and lets none of the core search crawlers in.';
  }
  if (shutOut.length >= TOO_MANY || shutOut.some((token) => DECISIVE.includes(token))) {
    return `robots.txt blocks ${listAll(shutOut)}.`;
  }
  const { further, closedFurther } = closedToAll(core, home.url);
  if (further > 0 && 2 * closedFurther >= further) {
    return `robots.txt closes ${closedFurther} of ${count(further, 'known content page')} to AI search.`;
  }
  const tokens = listAll(blocked.map(({ probe }) => probe.productToken));
  return blocked.length === 0 ? null : `The server seems to block AI search crawlers by name: ${tokens}.`;
}

function describe(core: readonly CrawlerAccess[], blocked: readonly JudgedProbe[], site: Facts): string {
  const { robots, source, home, probes } = site;
  if (robotsAccess(robots) === 'unreachable') {
    return `robots.txt could not be read. ${describeResponse(robots.exchange)} Until it can, every crawler must assume that the whole site is disallowed (RFC 9309 §2.3.1.4).`;
  }
  const tokens = (some: readonly CrawlerAccess[]) => listAll(some.map(({ crawler }) => crawler.token));
  const { further, closedFurther } = closedToAll(core, home.url);
  const shutOut = core.filter((entry) => entry.share.earned === 0);
  const partly = core.filter((entry) => entry.share.earned > 0 && entry.closed.length > 0);
  const sentences = texts(
    closedFurther > 0 &&
      `${closedFurther} of ${count(further, 'known content page')} besides the home page ${are(closedFurther)} closed to AI search by robots.txt.`,
    shutOut.length > 0 && `robots.txt blocks ${tokens(shutOut)}${formatLines(shutOut)}.`,
    partly.length > 0 && `robots.txt blocks ${tokens(partly)} from some content pages${formatLines(partly)}.`,
    closesOnlyToGoogle(core, site) &&
      `Google reads misspelt lines (${listAll(robots.file.lenientLines.map(({ line }) => `line ${line}`))}). It is not known whether other crawlers do, so they do not count as blocked by them.`,
    blocked.length > 0 &&
      `The server refuses the names of ${listAll(blocked.map(({ probe }) => probe.productToken))}, and serves a browser, Googlebot’s and bingbot’s names and the name of no crawler. That proves a rule about these names, not that the real crawlers are refused.`,
  );
  if (sentences.length > 0) return sentences.join(' ');
  const pages = further === 0 ? 'the home page' : `the home page and ${count(further, 'known content page')}`;
  const served = probes.filter((probe) => judgeProbe(probe)?.outcome === 'served').length;
  const probed =
    source === 'folder'
      ? 'how the server treats their user agents was not judged'
      : served === 0
        ? 'no request with a crawler’s user agent could be judged'
        : `${served} of ${count(probes.length, 'request')} with a crawler’s user agent ${served === 1 ? 'was' : 'were'} served`;
  return robotsAccess(robots) === 'rules'
    ? `robots.txt allows all six core search crawlers on ${pages}; ${probed}.`
    : `No rule that was read blocks the six core search crawlers on ${pages}, and ${probed}.`;
}

/** Returns whether robots.txt closes pages to Googlebot by lines that only Google is known to read. */
function closesOnlyToGoogle(core: readonly CrawlerAccess[], { robots: { file } }: Facts): boolean {
  return (
    file.lenientLines.length > 0 &&
    core.some(({ crawler: { token, vendor }, closed }) => {
      return (
        vendor === 'Google' && closed.some(({ url, rule }) => rule !== null && file.decideStrictly(token, url).allowed)
      );
    })
  );
}

function formatLines(entries: readonly CrawlerAccess[]): string {
  const lines = closingLines(entries);
  return lines.length === 0 ? '' : ` (${list(lines)})`;
}

function notesOn(
  users: readonly CrawlerAccess[],
  blocked: readonly JudgedProbe[],
  { robots, home, stack, ...site }: Facts,
): string[] {
  const refused = site.probes.filter((probe) => isBarred(judgeProbe(probe)) && !asksToBePaid(probe));
  const paid = site.probes.filter(asksToBePaid);
  const putOff = site.probes.filter(wasPutOff);
  const inBursts = site.probes.filter(wasBurst);
  const unjudged = site.probes.filter((probe) => judgeProbe(probe) === null && !wasPutOff(probe) && !wasBurst(probe));
  const closed = users.filter(({ isShutOut }) => isShutOut).map(({ crawler }) => crawler);
  const obedient = closed.filter(({ robots: obeys }) => obeys === 'obeys').map(({ token }) => token);
  const others = closed.filter(({ robots: obeys }) => obeys !== 'obeys').map(({ token }) => token);
  const scripts = shutScripts(robots, home);
  const tokens = (some: readonly ProbeFacts[]) => listAll(some.map(({ productToken }) => productToken));
  return texts(
    ...sourceNotes(site),
    robotsNote(robots, home.url),
    obedient.length > 0 &&
      `robots.txt blocks ${listAll(obedient)}, which ${fetches(obedient)} a page when a person asks for it. That is not scored.`,
    others.length > 0 &&
      `robots.txt blocks ${listAll(others)}, which ${fetches(others)} a page when a person asks for it. No vendor of these documents that robots.txt is obeyed. That is not scored.`,
    scripts.length > 0 &&
      `robots.txt keeps Googlebot from scripts or styles that the home page loads, so Google may not see the page as people do: ${places(scripts, site.origin)}. That is not scored.`,
    refused.length > 0 &&
      (blocked.length > 0
        ? `Refused with the user agent of ${tokens(refused)}. A real crawler may be let in by its address, which is not ours.`
        : `Refused with the user agent of ${tokens(refused)}. Servers rightly refuse impostors, and these requests came from our address. So it cannot be seen from outside whether the real crawlers get in: the logs of the site can show it. That costs nothing.`),
    paid.length > 0 &&
      `The server asks ${tokens(paid)} to pay (402 with crawler-price): pay per crawl. That costs nothing.`,
    refused.length > 0 &&
      stack.server === 'cloudflare' &&
      'The site is behind Cloudflare, whose bot settings may refuse AI crawlers without a rule of the site’s own. A block on training crawlers there can also catch crawlers that serve search.',
    putOff.length > 0 &&
      `Told to come back later (429 with Retry-After) with the user agent of ${tokens(putOff)}; that counts for nothing.`,
    inBursts.length > 0 &&
      `The server limits bursts of requests: it refused ${tokens(inBursts)}, but not when asked again slowly, or it refused a browser as well. That costs nothing.`,
    unjudged.length > 0 && `No response to the probe as ${tokens(unjudged)}; that counts for nothing.`,
  );
}

function fetches({ length }: readonly string[]): string {
  return length === 1 ? 'fetches' : 'fetch';
}

/** Returns the scripts and styles of the home page on its own origin that robots.txt closes to Googlebot, while the page is open. */
function shutScripts({ file }: RobotsFacts, { exchange, url }: SiteFacts['home']): readonly { readonly url: string }[] {
  if (!file.isAllowed('Googlebot', url)) return [];
  const budget = new RobotsBudget(file.groupFor('Googlebot')?.rules.length ?? 0);
  return loadedFiles(exchange.body ?? '', url)
    .filter((one) => budget.spend(one) && !file.isAllowed('Googlebot', one))
    .map((one) => ({ url: one }));
}

function isBarred(probe: JudgedProbe | null): boolean {
  return probe !== null && probe.outcome !== 'served';
}

/** Says whether robots.txt allows training crawlers, which is never scored, or that it is unknown. */
function robotsNote(robots: RobotsFacts, url: string): string | false {
  const access = robotsAccess(robots);
  if (access === 'unreachable') return false;
  if (access === 'unknown') return 'The audit could not request robots.txt, so nothing in it costs points.';
  const disallowed = AUDITED_CRAWLERS.filter(
    ({ purpose, token, vendor }) =>
      purpose === 'training' && !decideForCrawler(robots.file, token, vendor, url).allowed,
  ).map(({ token }) => token);
  return disallowed.length === 0
    ? `${access === 'rules' ? 'robots.txt allows the training crawlers too' : 'No rule blocks the training crawlers either'}: the owner’s choice, never scored.`
    : `robots.txt disallows the home page for these training crawlers: ${listAll(disallowed)}. That is the owner’s choice and never scored.`;
}

function listAll(items: readonly string[]): string {
  return list(items, items.length);
}
