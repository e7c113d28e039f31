import { classifyVisit } from '../src/crawlers/classify.ts';
import { CRAWLERS } from '../src/crawlers/registry.ts';
import { checkBound, median } from './support/measurements.ts';

/**
 * Measures how many visits are classified per second: with user agents seen before, and with new ones. A header arrives as a new string, so
 * each string is built anew: the cost of finding it in the cache is included.
 */
const ROUNDS = 15;
const WARM_UP = 5;
const KNOWN = 1000;
/** Batches of known user agents in a round. They are small, because a server reads its strings soon after they are made. */
const BATCHES = 200;
const NEW_PER_ROUND = 10_000;

/** Returns a user agent of realistic length: every second one is a browser's, the others are crawlers'. */
function userAgent(i: number): string {
  const crawler = CRAWLERS[i % CRAWLERS.length];
  return i % 2 === 0 || crawler === undefined
    ? `Mozilla/5.0 (Linux; Android ${i % 17}; SM-G${i} Build/${i}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${100 + (i % 50)}.0.${i}.9 Mobile Safari/537.36`
    : `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${crawler.token}/1.${i}; +https://crawler.example/${i}) Chrome/140.0.0.0 Safari/537.36`;
}

/** Returns new strings that share nothing with earlier ones, not even a hash, as a header parser does. */
function fresh(bytes: readonly Buffer[]): readonly string[] {
  return bytes.map((one) => one.toString('latin1'));
}

function seconds(userAgents: readonly string[]): number {
  const before = performance.now();
  let aiVisits = 0;
  for (const one of userAgents) {
    if (classifyVisit({ userAgent: one, referer: null, url: '/llms/example.com.txt' }).class === 'ai_bot') aiVisits++;
  }
  const after = performance.now();
  if (aiVisits === 0 || aiVisits === userAgents.length) throw new Error('The user agents were not distinguished.');
  return (after - before) / 1000;
}

const known = Array.from({ length: KNOWN }, (_, i) => Buffer.from(userAgent(i)));
const rates = { known: [] as number[], never: [] as number[] };
let next = KNOWN;
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  let spent = 0;
  for (let batch = 0; batch < BATCHES; batch++) spent += seconds(fresh(known));
  const never = Array.from({ length: NEW_PER_ROUND }, () => Buffer.from(userAgent(next++)));
  const spentOnNew = seconds(fresh(never));
  // The cache entries of the new ones have displaced the known ones.
  seconds(fresh(known));
  if (round < WARM_UP) continue;
  rates.known.push((BATCHES * KNOWN) / spent);
  rates.never.push(NEW_PER_ROUND / spentOnNew);
}
checkBound('known user agents', median(rates.known), 1_000_000, 'visits per second', 'at least');
checkBound('new user agents', median(rates.never), 20_000, 'visits per second', 'at least');
