import { AUDITED_CRAWLERS, type Crawler } from '../../../crawlers/registry.ts';
import { type CheckResult, check, full, type GateCause, HALF, lost, NONE, type QuestionResult } from '../../check.ts';
import { all, count, list, texts } from '../../formatting.ts';
import { describeResponse } from '../../observe.ts';
import { robotsAccess } from '../../robots-access.ts';
import type { ProbeFacts, RobotsFacts, SiteFacts } from '../../site-facts.ts';
import { sourceNotes } from '../../source-notes.ts';
import { closedObservations, openFix, openObservations, probeObservation, serveFix } from './access-evidence.ts';
import { definition, nameOf, type QuestionId } from './crawler-access-definition.ts';
import {
  accessOf,
  CORE_SEARCH_CRAWLERS,
  type CrawlerAccess,
  closingLines,
  type JudgedProbe,
  judgeProbe,
  OBEDIENT_USER_FETCHERS,
  ruleOf,
  wasBurst,
  wasPutOff,
} from './crawler-probes.ts';
import { policyNotes } from './policy-notes.ts';

/** Engines that cannot be done without: shutting one of these out fails the check. */
const DECISIVE = ['Googlebot', 'OAI-SearchBot'];
/** Number of blocked core crawlers from which the check fails. */
const TOO_MANY = 3;

type Facts = Pick<SiteFacts, 'robots' | 'home' | 'samplePages' | 'probes' | 'origin' | 'stack' | 'source' | 'staging'>;

export const crawlerAccess = check({
  ...definition,
  run: (site: Facts): CheckResult<QuestionId> => {
    const core = CORE_SEARCH_CRAWLERS.map((crawler) => accessOf(crawler, site));
    const users = OBEDIENT_USER_FETCHERS.map((crawler) => accessOf(crawler, site));
    const of = (token: string) => core.filter(({ crawler }) => crawler.token === token);
    const results = {
      googlebot: resultFor(of('Googlebot'), site),
      oai_searchbot: resultFor(of('OAI-SearchBot'), site),
      bingbot: resultFor(of('bingbot'), site),
      perplexitybot: resultFor(of('PerplexityBot'), site),
      claude_searchbot: resultFor(of('Claude-SearchBot'), site),
      applebot_and_fetchers: resultFor([...of('Applebot'), ...users], site),
    };
    const probes = site.probes.flatMap((probe) => judgeProbe(probe) ?? []);
    const reason = whyItFails(core, probes, site);
    return {
      results,
      failure: reason === null ? null : { reason, questions: failingOf(core) },
      gates: gatesOf(whyNoneGetsIn(core, probes, site)),
      details: describe([...core, ...users], site),
      notes: [...notesOn(probes, site), ...policyNotes(site)],
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
  ['applebot_and_fetchers', 'Applebot'],
];

/**
 * Returns the questions that cause a failure: those of the crawlers that robots.txt blocks, or of all where probes are
 * refused.
 */
function failingOf(core: readonly CrawlerAccess[]): readonly QuestionId[] {
  const shutOut = core.filter(({ isShutOut }) => isShutOut).map(({ crawler }) => crawler.token);
  const failing = shutOut.length === 0 ? QUESTIONS : QUESTIONS.filter(([, token]) => shutOut.includes(token));
  return failing.map(([id]) => id);
}

/** Each of the questions is about a core search crawler: one that gets in opens the gate. */
function gatesOf(reason: string | null): readonly GateCause<QuestionId>[] {
  return reason === null ? [] : [{ id: 'G1', reason, opensWith: QUESTIONS.map(([id]) => [id]) }];
}

function resultFor(entries: readonly CrawlerAccess[], site: Facts): QuestionResult {
  const closed = entries.filter((entry) => entry.disallowed.length > 0);
  if (closed.length > 0) {
    const observed = closed.flatMap((entry) => closedObservations(entry, site));
    return lost(NONE, observed, openFix(site), closedProblem(closed, site));
  }
  const barred = entries.flatMap(({ crawler, probe }) => (isBarred(probe) ? [{ crawler, probe }] : []));
  const [first] = barred;
  if (first === undefined) return full(...openObservations(entries, site));
  const observed = barred.map(({ crawler, probe }) => probeObservation(crawler, probe, site));
  return lost(HALF, observed, serveFix(first.probe, site), headline(barred, BARRED[first.probe.outcome]));
}

function closedProblem(closed: readonly CrawlerAccess[], { robots }: Facts): string {
  if (robotsAccess(robots) === 'unreachable') return 'robots.txt cannot be read, so crawlers must stay out.';
  const isShutOut = closed.every((entry) => entry.isShutOut);
  return headline(closed, ['is', `blocked by robots.txt${isShutOut ? '' : ' from some pages'}`]);
}

/** Treatment of a barred crawler after its name. A probe from here cannot prove what a real crawler is served. */
const BARRED: Readonly<Record<JudgedProbe['outcome'], readonly [verb: 'is' | 'seems', rest: string]>> = {
  served: ['is', 'served'],
  refused: ['seems', 'to be blocked by the server'],
  limited: ['seems', 'to be turned away by the server (429)'],
  thin: ['is', 'served less text than visitors'],
};

/** Returns `ChatGPT search (OAI-SearchBot) is blocked by robots.txt.` */
function headline(
  entries: readonly { readonly crawler: Crawler }[],
  [verb, rest]: readonly [verb: 'is' | 'seems', rest: string],
): string {
  const verbs = entries.length === 1 ? verb : { is: 'are', seems: 'seem' }[verb];
  return `${list(entries.map(({ crawler }) => nameOf(crawler.token)))} ${verbs} ${rest}.`;
}

function isBarred(probe: JudgedProbe | null): probe is JudgedProbe {
  return probe !== null && probe.outcome !== 'served';
}

function whyItFails(
  core: readonly CrawlerAccess[],
  probes: readonly JudgedProbe[],
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
  return refusedEveryProbe(probes);
}

/** Returns the reason for gate G1: none of the six core search crawlers gets in, as far as this audit can see. */
function whyNoneGetsIn(
  core: readonly CrawlerAccess[],
  probes: readonly JudgedProbe[],
  { robots }: Facts,
): string | null {
  if (robotsAccess(robots) === 'unreachable') {
    return 'robots.txt cannot be read, so search crawlers must stay out.';
  }
  if (core.every(({ isShutOut }) => isShutOut)) return 'robots.txt blocks every core search crawler.';
  const refused = refusedEveryProbe(probes);
  if (refused !== null) return refused;
  if (core.every(({ isShutOut, probe }) => isShutOut || probe?.outcome === 'refused')) {
    return 'Every core search crawler is blocked, by robots.txt or by its user agent.';
  }
  return null;
}

function refusedEveryProbe(probes: readonly JudgedProbe[]): string | null {
  // A limit that our own requests reached blocks no crawler.
  const counted = probes.filter(({ outcome }) => outcome !== 'limited');
  // One refusal among probes without a response is one user agent, not all of them.
  if (counted.length < 2 || counted.some(({ outcome }) => outcome !== 'refused')) return null;
  return `The server refuses all ${counted.length} crawler user agents that could be judged, and serves a browser.`;
}

function describe(entries: readonly CrawlerAccess[], { robots, samplePages, source }: Facts): string {
  const pages =
    samplePages.length === 0 ? 'the home page' : `the home page and ${count(samplePages.length, 'sampled page')}`;
  if (robotsAccess(robots) === 'unreachable') {
    return `robots.txt could not be read. ${describeResponse(robots.exchange)} Until it can, every crawler must assume that the whole site is disallowed (RFC 9309 §2.3.1.4).`;
  }
  const tokens = (some: readonly CrawlerAccess[]) => listAll(some.map(({ crawler }) => crawler.token));
  const shutOut = entries.filter((entry) => entry.isShutOut);
  const partly = entries.filter((entry) => !entry.isShutOut && entry.disallowed.length > 0);
  const barred = entries.filter((entry) => entry.disallowed.length === 0 && isBarred(entry.probe));
  const refused = barred.filter(({ probe }) => probe?.outcome === 'refused');
  const limited = barred.filter(({ probe }) => probe?.outcome === 'limited');
  const thin = barred.filter(({ probe }) => probe?.outcome === 'thin');
  const sentences = texts(
    shutOut.length > 0 && `robots.txt blocks ${tokens(shutOut)}${linesOf(shutOut)}.`,
    partly.length > 0 && `robots.txt blocks ${tokens(partly)} from some of the judged pages${linesOf(partly)}.`,
    refused.length > 0 &&
      `Requested from here with the user agent that stands for ${tokens(refused)}, the server refuses what it serves a browser. That proves a rule about user agents, not that the real crawlers are refused.`,
    limited.length > 0 &&
      `Requested from here with the user agent that stands for ${tokens(limited)}, the server returns 429 (too many requests) without Retry-After, and serves a browser; that may be a rule about user agents, or a limit that this audit’s requests ran into.`,
    thin.length > 0 && `What the server gives ${tokens(thin)} has under 60 % of the text that a browser gets.`,
  );
  if (sentences.length > 0) return sentences.join(' ');
  const served = new Set(entries.flatMap(({ probe }) => probe?.probe.productToken ?? []));
  const probed =
    source === 'folder'
      ? 'how the server treats their user agents was not judged'
      : served.size === 0
        ? 'no probe with a crawler’s user agent could be judged'
        : `${all(served.size, 'user agent')} that ${served.size === 1 ? 'stands' : 'stand'} for them ${served.size === 1 ? 'was' : 'were'} served`;
  return robotsAccess(robots) === 'rules'
    ? `robots.txt allows all six core search crawlers, and the user fetchers that obey it, on ${pages}; ${probed}.`
    : `No rule that was read blocks the six core search crawlers or the obedient user fetchers on ${pages}, and ${probed}.`;
}

function linesOf(entries: readonly CrawlerAccess[]): string {
  const lines = closingLines(entries);
  return lines.length === 0 ? '' : ` (${list(lines)})`;
}

function notesOn(probes: readonly JudgedProbe[], { robots, home, stack, ...site }: Facts): string[] {
  const refused = probes.filter(({ outcome }) => outcome === 'refused').map(({ probe }) => probe);
  const putOff = site.probes.filter(wasPutOff);
  const inBursts = site.probes.filter(wasBurst);
  const unjudged = site.probes.filter((probe) => judgeProbe(probe) === null && !wasPutOff(probe) && !wasBurst(probe));
  const tokens = (some: readonly ProbeFacts[]) => listAll(some.map(({ productToken }) => productToken));
  return texts(
    ...sourceNotes(site),
    robotsNote(robots, home.url),
    refused.length > 0 &&
      `Refused with the user agent of ${tokens(refused)}. Such a request came from our address, so it proves only a rule about user agents: a real crawler may be let in by its address, and one that is served here may still be refused there.`,
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

/** Says whether robots.txt allows training crawlers, which is never scored, or that it is unknown. */
function robotsNote(robots: RobotsFacts, url: string): string | false {
  const access = robotsAccess(robots);
  if (access === 'unreachable') return false;
  if (access === 'unknown') return 'The audit could not request robots.txt, so nothing in it costs points.';
  const disallowed = AUDITED_CRAWLERS.filter(
    ({ purpose, token, vendor }) => purpose === 'training' && !ruleOf(robots.file, token, vendor, url).allowed,
  ).map(({ token }) => token);
  return disallowed.length === 0
    ? `${access === 'rules' ? 'robots.txt allows the training crawlers too' : 'No rule blocks the training crawlers either'}: the owner’s choice, never scored.`
    : `robots.txt disallows the home page for these training crawlers: ${listAll(disallowed)}. That is the owner’s choice and never scored.`;
}

function listAll(items: readonly string[]): string {
  return list(items, items.length);
}
