import { READERS } from '../test/fuzz/readers.ts';
import { type Shape, shapesOf } from '../test/fuzz/shapes.ts';
import { seed } from './support/vitest.ts';

/**
 * Holds every reader of untrusted text to time linear in its input: of each adversarial shape, 64 Ki characters and four
 * times as many. Processor time, the best of several; what is quadratic would take 16 times as long, and 8 is allowed.
 */
const LENGTH = 65_536;
const TIMES = 4;
const GREATEST_RATIO = 8;
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

console.log(
  `CITABLE_FUZZ_SEED=${seed}; ${LENGTH * TIMES} characters against ${LENGTH}, at most ${GREATEST_RATIO} times as long`,
);
let slow = 0;
let tried = 0;
for (const { name, words, read } of READERS) {
  const shapes = shapesOf(words, pick, PAIRS);
  let worst = { ratio: 0, ms: 0, of: '' };
  let longest = 0;
  for (const shape of shapes) {
    const measured = ratioOf(read, shape);
    longest = Math.max(longest, measured.ms);
    if (measured.ratio > worst.ratio) worst = { ...measured, of: shape.name };
    if (measured.ratio > GREATEST_RATIO) {
      slow += 1;
      console.log(`  ${name}: ${measured.ratio.toFixed(1)} times (${measured.ms.toFixed(0)} ms), ${shape.name}`);
    }
  }
  tried += shapes.length;
  const told = worst.ratio === 0 ? 'none took long enough to tell' : `${worst.ratio.toFixed(1)} times at most`;
  console.log(`${String(shapes.length).padStart(5)} of ${name}: ${told}, ${longest.toFixed(0)} ms the longest`);
}
console.log(`${tried} shapes, ${slow} of them slower than linear`);
process.exitCode = slow === 0 ? 0 : 1;
