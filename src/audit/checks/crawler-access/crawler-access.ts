import { AUDITED_CRAWLERS, type Crawler } from '../../../crawlers/registry.ts';
import { type CheckResult, check, full, type GateCause, HALF, lost, NONE, type QuestionResult } from '../../check.ts';
import { all, count, list } from '../../formatting.ts';
import { describeResponse } from '../../observe.ts';
import { robotsAccess } from '../../robots-access.ts';
import type { SiteFacts } from '../../site-facts.ts';
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
} from './access.ts';
import { closedObservations, openFix, openObservations, probeObservation, serveFix } from './access-evidence.ts';
import { definition, nameOf, type QuestionId } from './definition.ts';
import { policyNotes } from './policy-notes.ts';
import { sourceNotes } from './source-notes.ts';

/** Engines that cannot be done without: shutting one of these out fails the check. */
const DECISIVE = ['Googlebot', 'OAI-SearchBot'];
/** Number of blocked core crawlers from which the check fails. */
const TOO_MANY = 3;

type Facts = Pick<SiteFacts, 'robots' | 'home' | 'samplePages' | 'probes' | 'origin' | 'stack' | 'source' | 'staging'>;

export const crawlerAccess = check({
  ...definition,
  needs: ['robots', 'home', 'samplePages', 'probes', 'origin', 'stack', 'source', 'staging'],
  run: (site): CheckResult<QuestionId> => {
    const core = CORE_SEARCH_CRAWLERS.map((crawler) => accessOf(crawler, site));
    const users = OBEDIENT_USER_FETCHERS.map((crawler) => accessOf(crawler, site));
    const ask = (token: string) =>
      resultFor(
        core.filter(({ crawler }) => crawler.token === token),
        site,
      );
    const results = {
      googlebot: ask('Googlebot'),
      oai_searchbot: ask('OAI-SearchBot'),
      bingbot: ask('bingbot'),
      perplexitybot: ask('PerplexityBot'),
      claude_searchbot: ask('Claude-SearchBot'),
      applebot_and_fetchers: resultFor([...core.filter(({ crawler }) => crawler.token === 'Applebot'), ...users], site),
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

/** Ids in the order of the core search crawlers. */
const QUESTION_IDS: readonly QuestionId[] = [
  'googlebot',
  'oai_searchbot',
  'bingbot',
  'perplexitybot',
  'claude_searchbot',
  'applebot_and_fetchers',
];

/**
 * Returns the questions that cause a failure: those of the crawlers that robots.txt blocks, or of all where probes are
 * refused.
 */
function failingOf(core: readonly CrawlerAccess[]): readonly QuestionId[] {
  const shutOut = QUESTION_IDS.filter((_, i) => core[i]?.isShutOut);
  return shutOut.length === 0 ? QUESTION_IDS : shutOut;
}

/** Each of the questions is about a core search crawler: one that gets in opens the gate. */
function gatesOf(reason: string | null): readonly GateCause<QuestionId>[] {
  return reason === null ? [] : [{ id: 'G1', reason, opensWith: QUESTION_IDS.map((id) => [id]) }];
}

function resultFor(entries: readonly CrawlerAccess[], site: Facts): QuestionResult {
  const closed = entries.filter((entry) => entry.disallowed.length > 0);
  if (closed.length > 0) {
    return {
      ...lost(NONE, closed.flatMap((entry) => closedObservations(entry, site)).slice(0, 5), openFix(site)),
      problem: closedProblem(closed, site),
    };
  }
  const barred = entries.flatMap(({ crawler, probe }) => (isBarred(probe) ? [{ crawler, probe }] : []));
  const [first] = barred;
  if (first === undefined) return full(...openObservations(entries, site));
  return {
    ...lost(
      HALF,
      barred.map(({ crawler, probe }) => probeObservation(crawler, probe, site)),
      serveFix(first.probe, site),
    ),
    problem: headline(
      barred.map(({ crawler }) => crawler),
      BARRED[first.probe.outcome],
    ),
  };
}

function closedProblem(closed: readonly CrawlerAccess[], { robots }: Facts): string {
  if (robotsAccess(robots) === 'unreachable') return 'robots.txt cannot be read, so crawlers must stay out.';
  const crawlers = closed.map(({ crawler }) => crawler);
  const isShutOut = closed.every((entry) => entry.isShutOut);
  return headline(crawlers, ['is', `blocked by robots.txt${isShutOut ? '' : ' from some pages'}`]);
}

/** Treatment of a barred crawler after its name. A probe from here cannot prove what a real crawler is served. */
const BARRED: Readonly<Record<JudgedProbe['outcome'], readonly [verb: 'is' | 'seems', rest: string]>> = {
  served: ['is', 'served'],
  refused: ['seems', 'to be blocked by the server'],
  limited: ['seems', 'to be turned away by the server (429)'],
  thin: ['is', 'served less text than visitors'],
};

/** Returns `ChatGPT search (OAI-SearchBot) is blocked by robots.txt.` */
function headline(crawlers: readonly Crawler[], [verb, rest]: readonly [verb: 'is' | 'seems', rest: string]): string {
  const verbs = crawlers.length === 1 ? verb : { is: 'are', seems: 'seem' }[verb];
  return `${list(crawlers.map(({ token }) => nameOf(token)))} ${verbs} ${rest}.`;
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
    return `robots.txt blocks ${list(shutOut, core.length)}.`;
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
  const tokens = (some: readonly CrawlerAccess[]) =>
    list(
      some.map(({ crawler }) => crawler.token),
      9,
    );
  const shutOut = entries.filter((entry) => entry.isShutOut);
  const partly = entries.filter((entry) => !entry.isShutOut && entry.disallowed.length > 0);
  const barred = entries.filter((entry) => entry.disallowed.length === 0 && isBarred(entry.probe));
  const refused = barred.filter(({ probe }) => probe?.outcome === 'refused');
  const limited = barred.filter(({ probe }) => probe?.outcome === 'limited');
  const thin = barred.filter(({ probe }) => probe?.outcome === 'thin');
  const sentences = [
    shutOut.length === 0 ? null : `robots.txt blocks ${tokens(shutOut)}${linesOf(shutOut)}.`,
    partly.length === 0 ? null : `robots.txt blocks ${tokens(partly)} from some of the judged pages${linesOf(partly)}.`,
    refused.length === 0
      ? null
      : `Requested from here with the user agent that stands for ${tokens(refused)}, the server refuses what it serves a browser. That proves a rule about user agents, not that the real crawlers are refused.`,
    limited.length === 0
      ? null
      : `Requested from here with the user agent that stands for ${tokens(limited)}, the server returns 429 (too many requests) without Retry-After, and serves a browser; that may be a rule about user agents, or a limit that this audit’s requests ran into.`,
    thin.length === 0 ? null : `What the server gives ${tokens(thin)} has under 60 % of the text that a browser gets.`,
  ].filter((sentence) => sentence !== null);
  if (sentences.length > 0) return sentences.join(' ');
  const served = new Set(entries.flatMap(({ probe }) => probe?.probe.productToken ?? []));
  const probed =
    source === 'folder'
      ? 'how the server treats their user agents was not judged'
      : served.size === 0
        ? 'no probe with a crawler’s user agent could be judged'
        : `${all(served.size, 'user agent')} that ${served.size === 1 ? 'stands' : 'stand'} for them ${served.size === 1 ? 'was' : 'were'} served`;
  return robotsAccess(robots) === 'rules'
    ? `robots.txt allows all six core search crawlers and the obedient user fetchers on ${pages}, and ${probed}.`
    : `No rule that was read blocks the six core search crawlers or the obedient user fetchers on ${pages}, and ${probed}.`;
}

function linesOf(entries: readonly CrawlerAccess[]): string {
  const lines = closingLines(entries);
  return lines.length === 0 ? '' : ` (${list(lines)})`;
}

function notesOn(probes: readonly JudgedProbe[], { robots, home, stack, ...site }: Facts): string[] {
  const notes: string[] = [...sourceNotes(site)];
  const reading = robotsAccess(robots);
  if (reading === 'unknown') notes.push('The audit could not request robots.txt, so nothing in it costs points.');
  if (reading !== 'unreachable' && reading !== 'unknown') {
    const training = AUDITED_CRAWLERS.filter(({ purpose }) => purpose === 'training');
    const disallowed = training
      .filter(({ token, vendor }) => !ruleOf(robots.file, token, vendor, home.url).allowed)
      .map(({ token }) => token);
    notes.push(
      disallowed.length === 0
        ? `${reading === 'rules' ? 'robots.txt allows the training crawlers too' : 'No rule blocks the training crawlers either'}: the owner’s choice, never scored.`
        : `robots.txt disallows the home page for these training crawlers: ${list(disallowed, training.length)}. That is the owner’s choice and never scored.`,
    );
  }
  const refused = probes.filter(({ outcome }) => outcome === 'refused');
  if (refused.length > 0) {
    notes.push(
      `Refused with the user agent of ${list(
        refused.map(({ probe }) => probe.productToken),
        probes.length,
      )}. Such a request came from our address, so it proves only a rule about user agents: a real crawler may be let in by its address, and one that is served here may still be refused there.`,
    );
    if (stack.server === 'cloudflare') {
      notes.push(
        'The site is behind Cloudflare, whose bot settings may refuse AI crawlers without a rule of the site’s own. A block on training crawlers there can also catch crawlers that serve search.',
      );
    }
  }
  const putOff = site.probes.filter(wasPutOff);
  if (putOff.length > 0) {
    notes.push(
      `Told to come back later (429 with Retry-After) with the user agent of ${list(
        putOff.map(({ productToken }) => productToken),
        site.probes.length,
      )}; that counts for nothing.`,
    );
  }
  const inBursts = site.probes.filter(wasBurst);
  if (inBursts.length > 0) {
    notes.push(
      `The server limits bursts of requests: it refused ${list(
        inBursts.map(({ productToken }) => productToken),
        site.probes.length,
      )}, but not when asked again slowly, or it refused a browser as well. That costs nothing.`,
    );
  }
  const unjudged = site.probes.filter((probe) => judgeProbe(probe) === null && !wasPutOff(probe) && !wasBurst(probe));
  if (unjudged.length > 0) {
    notes.push(
      `No response to the probe as ${list(
        unjudged.map(({ productToken }) => productToken),
        site.probes.length,
      )}; that counts for nothing.`,
    );
  }
  return notes;
}
