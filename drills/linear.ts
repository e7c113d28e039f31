import { READERS, type Reader } from '../test/fuzz/readers.ts';
import { type Shape, shapesOf } from '../test/fuzz/shapes.ts';
import { seed } from './support/vitest.ts';

/**
 * Holds every reader of untrusted text to time linear in its input: of each adversarial shape, 64 Ki characters and four
 * times as many. Processor time, the best of several; what is quadratic would take 16 times as long, and 8 is allowed.
 * What is linear only because it goes over the text some thousand times at most takes too long by the clock. Readers that
 * are known to do either are tried first: they must be found out.
 */
const LENGTH = 65_536;
const TIMES = 4;
const GREATEST_RATIO = 8;
/** Two microseconds for each character: what one pass over it takes is a hundredth of that. */
const GREATEST_MS = (2 * LENGTH * TIMES) / 1_000;
/** Below it, the clock and the collector of garbage tell more than the work does. */
const LEAST_MS = 8;
const PAIRS = 150;
const ATTEMPTS = 6;

let state = seed;
/** Marsaglia's xorshift: enough to choose pairs by. */
function pick(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

function milliseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** How many times as long four times as much takes; 0 for what takes no time worth speaking of. */
function ratioOf(read: (text: string) => unknown, shape: Shape): { ratio: number; ms: number } {
  const [short, long] = [shape.of(LENGTH), shape.of(LENGTH * TIMES)];
  let [bestShort, bestLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    bestLong = Math.min(
      bestLong,
      milliseconds(() => read(long)),
    );
    if (bestLong < LEAST_MS) return { ratio: 0, ms: bestLong };
    bestShort = Math.min(
      bestShort,
      milliseconds(() => read(short)),
    );
    if (attempt > 0 && bestLong / bestShort <= GREATEST_RATIO / 2) break;
  }
  return { ratio: bestLong / bestShort, ms: bestLong };
}

/** How many shapes a reader is too slow for, told with the worst of all. */
function slowShapesOf({ name, words, read }: Reader): { readonly tried: number; readonly slow: number } {
  const shapes = shapesOf(words, pick, PAIRS);
  let worst = 0;
  let longest = 0;
  let slow = 0;
  for (const shape of shapes) {
    const { ratio, ms } = ratioOf(read, shape);
    longest = Math.max(longest, ms);
    worst = Math.max(worst, ratio);
    if (ratio <= GREATEST_RATIO && ms <= GREATEST_MS) continue;
    slow += 1;
    console.log(`  ${name}: ${ratio.toFixed(1)} times (${ms.toFixed(0)} ms), ${shape.name}`);
  }
  const told = worst === 0 ? 'none took long enough to tell' : `${worst.toFixed(1)} times at most`;
  console.log(`${String(shapes.length).padStart(5)} of ${name}: ${told}, ${longest.toFixed(0)} ms the longest`);
  return { tried: shapes.length, slow };
}

/** Goes over the text so many times. */
function passes(text: string, times: number): number {
  let sum = 0;
  for (let pass = 0; pass < times; pass += 1) for (let i = 0; i < text.length; i += 1) sum ^= text.charCodeAt(i);
  return sum;
}

const TOO_SLOW: readonly Reader[] = [
  { name: 'a reader that is quadratic', words: ['a'], read: (text) => passes(text, text.length / 1_000) },
  { name: 'a reader of five thousand passes', words: ['a'], read: (text) => passes(text, 5_000) },
];

console.log(
  `CITABLE_FUZZ_SEED=${seed}; ${LENGTH * TIMES} characters against ${LENGTH}, at most ${GREATEST_RATIO} times as long, ` +
    `and ${GREATEST_MS.toFixed(0)} ms`,
);
const missed = TOO_SLOW.filter((reader) => slowShapesOf(reader).slow === 0);
for (const { name } of missed) console.log(`${name} was not found out: nothing below can be relied on`);

let slow = 0;
let tried = 0;
for (const reader of READERS) {
  const told = slowShapesOf(reader);
  slow += told.slow;
  tried += told.tried;
}
console.log(`${tried} shapes, ${slow} of them slower than linear`);
process.exitCode = slow === 0 && missed.length === 0 ? 0 : 1;
