import { READERS, type Reader } from '../test/fuzz/readers.ts';
import { type Shape, shapesOf } from '../test/fuzz/shapes.ts';
import { seed } from './support/vitest.ts';

/**
 * Holds every reader of untrusted text to time linear in its input. Each adversarial shape is read at 64 Ki characters and
 * at four times as many; what may be sent by the megabyte, also at one and at ten million. Processor time, the best of
 * several attempts. A reader that goes over its text some thousand times is linear, too, and fails by the time that it
 * takes for a character. Readers that are known to be slow are tried first: they must be found.
 */
interface Sizes {
  readonly length: number;
  readonly times: number;
  /** How many times as long the longer text may take. */
  readonly greatestRatio: number;
  /** Microseconds for each character of the longer text. */
  readonly greatestTime: number;
  readonly attempts: number;
}

/** What is quadratic takes 16 times as long. One pass over a text takes a hundredth of two microseconds a character. */
const SMALL: Sizes = { length: 65_536, times: 4, greatestRatio: 8, greatestTime: 2, attempts: 6 };
/** What is quadratic takes 100 times as long. */
const LARGE: Sizes = { length: 1_000_000, times: 10, greatestRatio: 15, greatestTime: 0.5, attempts: 4 };
/** Below it, the clock and the garbage collector tell more than the work does. */
const LEAST_MS = 8;
const PAIRS = 150;

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

/** How many times as long the longer text takes; 0 for what takes no time worth speaking of. */
function ratioOf(read: Reader['read'], shape: Shape, sizes: Sizes): { ratio: number; ms: number } {
  const { length, times, greatestRatio, attempts } = sizes;
  const [short, long] = [shape.of(length), shape.of(length * times)];
  let [bestShort, bestLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    bestLong = Math.min(
      bestLong,
      milliseconds(() => read(long)),
    );
    if (bestLong < LEAST_MS) return { ratio: 0, ms: bestLong };
    bestShort = Math.min(
      bestShort,
      milliseconds(() => read(short)),
    );
    // Once is enough where ten million characters are read: what is left of the first run only makes it slower.
    if ((attempt > 0 || sizes === LARGE) && bestLong / bestShort <= greatestRatio * 0.8) break;
  }
  return { ratio: bestLong / bestShort, ms: bestLong };
}

/** How many shapes a reader is too slow for, told with the worst of all. */
function slowShapesOf({ name, read }: Reader, shapes: readonly Shape[], sizes: Sizes): Output {
  const { length, times, greatestRatio, greatestTime } = sizes;
  let worst = 0;
  let longest = 0;
  let slow = 0;
  for (const shape of shapes) {
    const { ratio, ms } = ratioOf(read, shape, sizes);
    longest = Math.max(longest, ms);
    worst = Math.max(worst, ratio);
    if (ratio <= greatestRatio && ms * 1_000 <= greatestTime * length * times) continue;
    slow += 1;
    console.log(`  ${name}: ${ratio.toFixed(1)} times (${ms.toFixed(0)} ms), ${shape.name}`);
  }
  const output = worst === 0 ? 'none took long enough to tell' : `${worst.toFixed(1)} times at most`;
  const size = sizes === LARGE ? ', ten million characters' : '';
  console.log(
    `${String(shapes.length).padStart(5)} of ${name}${size}: ${output}, ${longest.toFixed(0)} ms the longest`,
  );
  return { tried: shapes.length, slow };
}

interface Output {
  readonly tried: number;
  readonly slow: number;
}

/** Tries a reader with everything that it may be sent. */
function slownessOf(reader: Reader): Output {
  const small = slowShapesOf(reader, shapesOf(reader.words, pick, PAIRS), SMALL);
  if (reader.large === undefined) return small;
  const large = slowShapesOf(reader, reader.large, LARGE);
  return { tried: small.tried + large.tried, slow: small.slow + large.slow };
}

/** Reads the text many times. */
function passes(text: string, times: number): number {
  let sum = 0;
  for (let pass = 0; pass < times; pass += 1) for (let i = 0; i < text.length; i += 1) sum ^= text.charCodeAt(i);
  return sum;
}

const ONE_SHAPE: readonly Shape[] = [{ name: 'one letter', of: (length) => 'a'.repeat(length) }];
const TOO_SLOW: readonly (readonly [Reader, readonly Shape[], Sizes])[] = [
  [
    { name: 'a reader that is quadratic', words: ['a'], read: (text) => passes(text, text.length / 1_000) },
    ONE_SHAPE,
    SMALL,
  ],
  [{ name: 'a reader of five thousand passes', words: ['a'], read: (text) => passes(text, 5_000) }, ONE_SHAPE, SMALL],
  [
    {
      name: 'a reader that is quadratic by the megabyte',
      words: ['a'],
      read: (text) => passes(text, text.length / 2e5),
    },
    ONE_SHAPE,
    LARGE,
  ],
];

for (const { length, times, greatestRatio, greatestTime } of [SMALL, LARGE]) {
  console.log(
    `CITABLE_FUZZ_SEED=${seed}; ${length * times} characters against ${length}: at most ${greatestRatio} times as long, ` +
      `and ${greatestTime} µs for a character`,
  );
}
const missed = TOO_SLOW.filter(([reader, shapes, sizes]) => slowShapesOf(reader, shapes, sizes).slow === 0);
for (const [{ name }] of missed) console.log(`${name} was not found: nothing below can be relied on`);

let slow = 0;
let tried = 0;
for (const reader of READERS) {
  const told = slownessOf(reader);
  slow += told.slow;
  tried += told.tried;
}
console.log(`${tried} shapes, ${slow} of them slower than linear`);
process.exitCode = slow === 0 && missed.length === 0 ? 0 : 1;
