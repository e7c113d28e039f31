import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { attackAll, openSsrfRange, type SsrfRange } from './ssrf-range.ts';
import { NEIGHBOURS, TARGETS } from './ssrf-targets.ts';

describe.each([
  ['an audit', false],
  ['an audit through an egress proxy', true],
])('%s that is led elsewhere', (_, proxied) => {
  let range: SsrfRange;
  beforeAll(async () => {
    range = await openSsrfRange({ proxied });
  });
  afterAll(() => range.close());

  test('is attacked by at least 300 different targets', () => {
    expect(new Set(TARGETS.map(({ kind, what }) => `${kind}: ${what}`)).size).toBe(TARGETS.length);
    expect(TARGETS.length).toBeGreaterThanOrEqual(300);
  });

  const kinds = Object.entries(Object.groupBy(TARGETS, ({ kind }) => kind));
  test.each(kinds)('by %s connects to nothing but its site, and says what was refused', async (_kind, targets = []) => {
    const before = range.attempts.length;
    const caughtBefore = range.caught();
    expect(await attackAll(range, targets)).toEqual([]);
    const publicOnes = targets.flatMap(({ mayTry }) => mayTry);
    const others = range.attempts.slice(before).filter(({ address }) => !publicOnes.includes(address));
    expect(others).toEqual([]);
    expect(range.caught() - caughtBefore).toBe(0);
  });

  test('goes to the address itself right beside the refused ranges', async () => {
    const { attempts, attack } = range;
    for (const neighbour of NEIGHBOURS) {
      const before = attempts.length;
      expect(await attack(neighbour)).toBeNull();
      const tried = new Set(attempts.slice(before).map(({ address }) => address));
      expect([...tried]).toEqual(neighbour.mayTry);
    }
  });
});

describe('the canaries', () => {
  /** One target of each kind that leads to 127.0.0.1. */
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
      expect(caughtBy).toEqual(samples.filter(({ isToldOf }) => isToldOf).map(({ kind }) => kind));
    },
  );
});
