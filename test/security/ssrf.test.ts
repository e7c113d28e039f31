import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { attackAll, openSsrfRange, type SsrfRange } from './ssrf-range.ts';
import { NEIGHBOURS, TARGETS } from './ssrf-targets.ts';

describe.each([
  ['an audit', false],
  ['an audit through an egress proxy', true],
])('%s under attack', (_, proxied) => {
  let range: SsrfRange;
  beforeAll(async () => {
    range = await openSsrfRange({ proxied });
  });
  afterAll(() => range.close());

  test('is attacked by at least 300 different targets', () => {
    expect(new Set(TARGETS.map(({ kind, what }) => `${kind}: ${what}`)).size).toBe(TARGETS.length);
    expect(TARGETS.length).toBeGreaterThanOrEqual(300);
  });

  test.each(Object.entries(Object.groupBy(TARGETS, ({ kind }) => kind)))(
    'by %s connects to its site alone, and reports the refusal',
    async (_kind, targets = []) => {
      const before = range.attempts.length;
      const caughtBefore = range.caught();
      // The first by the whole service, as the drill does with all.
      expect(await attackAll(range.attack, targets.slice(0, 1))).toEqual([]);
      expect(await attackAll(range.attackFetcher, targets.slice(1))).toEqual([]);
      const publicOnes = targets.flatMap(({ mayTry }) => mayTry);
      const others = range.attempts.slice(before).filter(({ address }) => !publicOnes.includes(address));
      expect(others).toEqual([]);
      expect(range.caught() - caughtBefore).toBe(0);
    },
  );

  test('connects to the neighbours of refused ranges', async () => {
    const { attempts, attack, attackFetcher } = range;
    for (const [place, neighbour] of NEIGHBOURS.entries()) {
      const before = attempts.length;
      expect(await (place === 0 ? attack : attackFetcher)(neighbour)).toBeNull();
      const tried = new Set(attempts.slice(before).map(({ address }) => address));
      expect([...tried]).toEqual(neighbour.mayTry);
    }
  });
});

describe('the canaries', () => {
  /** Targets that lead to 127.0.0.1, one of each kind. */
  const plain = new Set([
    '127.0.0.1',
    '["127.0.0.1"]',
    '["8.8.8.8","127.0.0.1"]',
    '[["8.8.8.8"],["127.0.0.1"]]',
    '302 http://127.0.0.1/',
    '1, then http://127.0.0.1/',
    'http://127.0.0.1/',
  ]);
  const samples = TARGETS.filter(({ what }) => plain.has(what));

  test.each([false, true])(
    'see a connection by every way that one can be led, once the operator opens the guard (by a proxy: %s)',
    async (proxied) => {
      const opened = await openSsrfRange({ allowPrivate: true, proxied });
      onTestFinished(opened.close);
      const caughtBy: string[] = [];
      for (const target of samples) {
        const before = opened.caught();
        await opened.attack(target);
        if (opened.caught() > before) caughtBy.push(target.kind);
      }
      expect(new Set(samples.map(({ kind }) => kind))).toEqual(new Set(TARGETS.map(({ kind }) => kind)));
      expect(caughtBy).toEqual(samples.filter(({ isReported }) => isReported).map(({ kind }) => kind));
    },
  );
});
