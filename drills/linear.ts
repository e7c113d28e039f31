import { randomIntegers } from '../bench/support/random.ts';
import { READERS, type Reader } from '../test/fuzz/readers.ts';
import { createShapes, type Shape } from '../test/fuzz/shapes.ts';
import { seed } from './support/vitest.ts';

/**
 * Checks that every reader of untrusted text takes linear time. Each adversarial shape is read with 64 Ki characters and with four times as
 * many. If input may have megabytes, it is also read with one and with ten million characters. The drill compares processor time, the best
 * of several attempts. It also limits the time per character to that of 1,000 passes over the text, because a reader that scans its text
 * thousands of times is still linear.
 * Deliberately slow readers run first, and the drill must detect them.
 */
interface Sizes {
  readonly length: number;
  readonly times: number;
  /** Maximum ratio of the times of the longer and the shorter text. */
  readonly maxRatio: number;
  readonly attempts: number;
}

/** Sizes of all shapes. A quadratic reader takes 16 times as long. */
const SMALL: Sizes = { length: 65_536, times: 4, maxRatio: 8, attempts: 6 };
/** Sizes of large input. A quadratic reader takes 100 times as long. */
const LARGE: Sizes = { length: 1_000_000, times: 10, maxRatio: 15, attempts: 4 };
/** Shorter times are not compared: they show the clock and the garbage collector rather than the reader. */
const MIN_MS = 8;
const PAIRS = 150;
/** Maximum time that a reader may take for a character, as a number of passes over it. */
const MAX_PASSES = 1_000;

/** A part of the names of readers: only these are measured. */
const [, , ONLY] = process.argv;

const random = randomIntegers(seed);
const pick = (below: number): number => random() % below;

async function milliseconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Reads the text repeatedly. */
function passes(text: string, times: number): number {
  let sum = 0;
  for (let pass = 0; pass < times; pass += 1) for (let i = 0; i < text.length; i += 1) sum ^= text.charCodeAt(i);
  return sum;
}

/** Milliseconds of one pass over one character on this machine. */
const PASS_MS = (await milliseconds(() => passes('a'.repeat(1_000_000), 100))) / 1e8;

/** Returns the ratio of the times of the longer and the shorter text; 0 for times too short to compare. */
async function measureRatio(read: Reader['read'], shape: Shape, sizes: Sizes): Promise<{ ratio: number; ms: number }> {
  const { length, times, maxRatio, attempts } = sizes;
  const [short, long] = [shape.of(length), shape.of(length * times)];
  let [bestShort, bestLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    bestLong = Math.min(bestLong, await milliseconds(() => read(long)));
    if (bestLong < MIN_MS) return { ratio: 0, ms: bestLong };
    bestShort = Math.min(bestShort, await milliseconds(() => read(short)));
    // One attempt is enough for ten million characters. Garbage of the first would only slow down another.
    if ((attempt > 0 || sizes === LARGE) && bestLong / bestShort <= maxRatio * 0.8) break;
  }
  return { ratio: bestLong / bestShort, ms: bestLong };
}

/** Counts the shapes that a reader is too slow for, and prints the worst. */
async function measureShapes({ name, read }: Reader, shapes: readonly Shape[], sizes: Sizes): Promise<ReaderResult> {
  const { length, times, maxRatio } = sizes;
  let worst = 0;
  let longest = 0;
  let slow = 0;
  for (const shape of shapes) {
    const { ratio, ms } = await measureRatio(read, shape, sizes);
    longest = Math.max(longest, ms);
    worst = Math.max(worst, ratio);
    if (ratio <= maxRatio && ms <= MAX_PASSES * PASS_MS * length * times) continue;
    slow += 1;
    console.log(`  ${name}: ${ratio.toFixed(1)} times (${ms.toFixed(0)} ms), ${shape.name}`);
  }
  const output = worst === 0 ? 'too fast to compare' : `at most ${worst.toFixed(1)} times`;
  const size = sizes === LARGE ? ', ten million characters' : '';
  console.log(
    `${String(shapes.length).padStart(5)} shapes, ${name}${size}: ${output}, longest ${longest.toFixed(0)} ms`,
  );
  return { shapes: shapes.length, slow };
}

interface ReaderResult {
  readonly shapes: number;
  readonly slow: number;
}

/** Measures a reader on all its shapes. */
async function measureReader(reader: Reader): Promise<ReaderResult> {
  const small = await measureShapes(reader, createShapes(reader.words, pick, PAIRS), SMALL);
  if (reader.large === undefined) return small;
  const large = await measureShapes(reader, reader.large, LARGE);
  return { shapes: small.shapes + large.shapes, slow: small.slow + large.slow };
}

const ONE_SHAPE: readonly Shape[] = [{ name: 'one letter', of: (length) => 'a'.repeat(length) }];
const TOO_SLOW: readonly (readonly [Reader, readonly Shape[], Sizes])[] = [
  [{ name: 'quadratic reader', words: ['a'], read: (text) => passes(text, text.length / 1_000) }, ONE_SHAPE, SMALL],
  [{ name: 'reader of five thousand passes', words: ['a'], read: (text) => passes(text, 5_000) }, ONE_SHAPE, SMALL],
  [
    {
      name: 'reader that is quadratic on megabytes',
      words: ['a'],
      read: (text) => passes(text, text.length / 2e5),
    },
    ONE_SHAPE,
    LARGE,
  ],
];

for (const { length, times, maxRatio } of [SMALL, LARGE]) {
  console.log(
    `CITABLE_FUZZ_SEED=${seed}; ${length * times} characters compared with ${length}: at most ${maxRatio} times as long, ` +
      `and ${(MAX_PASSES * PASS_MS * 1_000).toFixed(1)} µs per character (${MAX_PASSES} passes)`,
  );
}
const undetected: Reader[] = [];
for (const [reader, shapes, sizes] of TOO_SLOW)
  if ((await measureShapes(reader, shapes, sizes)).slow === 0) undetected.push(reader);
for (const { name } of undetected) console.log(`${name} was not detected, so the results below are not valid`);

let slow = 0;
let tried = 0;
for (const reader of READERS.filter(({ name }) => ONLY === undefined || name.includes(ONLY))) {
  const result = await measureReader(reader);
  slow += result.slow;
  tried += result.shapes;
}
console.log(`${tried} shapes; slower than linear: ${slow}`);
process.exitCode = slow === 0 && undetected.length === 0 ? 0 : 1;
