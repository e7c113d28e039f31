import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AddressSet, parseIpRange } from '../../../crawlers/verification/address-set.ts';
import type { NameServers } from '../../../fetch/dns.ts';
import { type Claim, VerdictCache, VisitVerifier } from './visit-verifier.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const NOTHING = { resolveNames: async () => [], resolveAddresses: async () => [], resolveTexts: async () => [] };
const NO_KEYS = { known: () => null, fetch: async () => ({ keys: null, age: 'earlier' }) as const };

/** A verifier, and how often it asked for anything. */
function verifying(dns: Partial<NameServers> = {}, range = '20.171.206.0/24') {
  const asked: string[] = [];
  const addresses = new AddressSet([parseIpRange(range) ?? []].flat());
  const ranges = {
    of: (url: string) => {
      asked.push(url);
      return { addresses, isCurrent: true };
    },
  };
  const verifier = new VisitVerifier(ranges, NO_KEYS, { ...NOTHING, ...dns });
  const judge = (crawler: string, address: string, more: Partial<Claim> = {}) =>
    verifier.judge({ crawler, vendor: null, address, signed: null, ...more }, NOW);
  return { verifier, judge, asked };
}

/** A name server that answers when it is told to. */
function heldNames() {
  const held: PromiseWithResolvers<readonly string[]>[] = [];
  const resolveNames = () => {
    const names = Promise.withResolvers<readonly string[]>();
    held.push(names);
    return names.promise;
  };
  return { held, resolveNames };
}

describe('what is found out of an address', () => {
  test('is known at once the next time, until other addresses are published', () => {
    const { verifier, judge, asked } = verifying();
    expect(judge('GPTBot', '20.171.206.1')).toEqual({ now: 'verified', later: null });
    expect(judge('GPTBot', '20.171.206.1')).toEqual({ now: 'verified', later: null });
    expect(asked).toHaveLength(1);
    // Of another crawler it says nothing.
    expect(judge('OAI-SearchBot', '8.8.8.8')).toEqual({ now: 'spoofed', later: null });
    expect(asked).toHaveLength(2);
    verifier.forget();
    expect(judge('GPTBot', '20.171.206.1')).toEqual({ now: 'verified', later: null });
    expect(asked).toHaveLength(3);
  });

  test.each(['127.0.0.1', '10.1.2.3', '::1', 'fe80::1', '::ffff:192.168.0.1', '', 'unknown'])(
    'is nothing of %j',
    (address) => {
      const { judge, asked } = verifying({}, '10.0.0.0/8');
      expect(judge('GPTBot', address)).toEqual({ now: 'unverified', later: null });
      expect(asked).toEqual([]);
    },
  );

  test('is nothing of crawlers that the registry does not have', () => {
    const { judge } = verifying();
    expect(judge('Unheard', '20.171.206.1')).toEqual({ now: 'unverified', later: null });
    expect(
      verifying().verifier.judge({ crawler: null, vendor: 'OpenAI', address: '8.8.8.8', signed: null }, NOW),
    ).toEqual({
      now: 'unverified',
      later: null,
    });
  });
});

describe('what must be looked up', () => {
  test('is looked up once for all visits from the address, and told to each', async () => {
    const { held, resolveNames } = heldNames();
    const { verifier, judge } = verifying({ resolveNames }, '10.0.0.0/8');
    const judgements = [judge('Amazonbot', '54.1.2.3'), judge('Amazonbot', '54.1.2.3')];
    expect(judgements.map(({ now }) => now)).toEqual(['unverified', 'unverified']);
    expect([held.length, verifier.pending]).toEqual([1, 2]);
    held[0]?.resolve([]);
    expect(await Promise.all(judgements.map(({ later }) => later))).toEqual(['spoofed', 'spoofed']);
    expect(verifier.pending).toBe(0);
    expect(judge('Amazonbot', '54.1.2.3')).toEqual({ now: 'spoofed', later: null });
  });

  test('a name server that fails is not asked again at once', async () => {
    const { held, resolveNames } = heldNames();
    const { judge } = verifying({ resolveNames }, '10.0.0.0/8');
    const { later } = judge('Amazonbot', '54.1.2.3');
    held[0]?.reject(new Error('SERVFAIL'));
    expect(await later).toBe('unverified');
    expect(judge('Amazonbot', '54.1.2.3')).toEqual({ now: 'unverified', later: null });
    expect(held).toHaveLength(1);
  });

  test('no more than 200 addresses are looked up at once, nor do more than 10,000 visits wait', async () => {
    const { held, resolveNames } = heldNames();
    const { verifier, judge } = verifying({ resolveNames }, '10.0.0.0/8');
    for (let n = 0; n < 300; n += 1) judge('Amazonbot', `54.1.${n >> 8}.${n & 255}`);
    expect([held.length, verifier.pending]).toEqual([200, 200]);
    for (let n = 0; n < 10_000; n += 1) judge('Amazonbot', '54.1.0.0');
    expect([held.length, verifier.pending]).toEqual([200, 10_000]);
    for (const { resolve } of held) resolve([]);
    await expect.poll(() => verifier.pending).toBe(0);
    expect(judge('Amazonbot', '54.1.1.43').later).not.toBeNull();
  });
});

describe('of logged requests', () => {
  test('nothing waits: a look-up is started for the next ones, and does not count as pending', async () => {
    const { held, resolveNames } = heldNames();
    const { verifier } = verifying({ resolveNames }, '10.0.0.0/8');
    const judge = () => verifier.judgeAtOnce('Amazonbot', '54.1.2.3', NOW);
    expect([judge(), judge(), verifier.judgeAtOnce('Unheard', '54.1.2.3', NOW)]).toEqual([
      'unverified',
      'unverified',
      'unverified',
    ]);
    expect([held.length, verifier.pending]).toEqual([1, 0]);
    held[0]?.resolve([]);
    await expect.poll(judge).toBe('spoofed');
    expect(held).toHaveLength(1);
  });

  test('they start a quarter of the look-ups, so that visits always have the others', () => {
    const { held, resolveNames } = heldNames();
    const { verifier, judge } = verifying({ resolveNames }, '10.0.0.0/8');
    for (let n = 0; n < 100; n += 1) verifier.judgeAtOnce('Amazonbot', `54.1.0.${n}`, NOW);
    expect(held).toHaveLength(50);
    expect(judge('Amazonbot', '54.1.1.1').later).not.toBeNull();
  });
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const ADDRESS = '192.0.2.1';

test('a verdict is known for five minutes, and for ten at most', () => {
  const memory = new VerdictCache();
  memory.set('GPTBot', ADDRESS, 'verified');
  vi.advanceTimersByTime(4 * MINUTE);
  memory.set('ClaudeBot', ADDRESS, 'spoofed');
  vi.advanceTimersByTime(5 * MINUTE);
  expect([memory.get('GPTBot', ADDRESS), memory.get('ClaudeBot', ADDRESS)]).toEqual(['verified', 'spoofed']);
  vi.advanceTimersByTime(1 * MINUTE);
  expect([memory.get('GPTBot', ADDRESS), memory.get('ClaudeBot', ADDRESS)]).toEqual([undefined, undefined]);
});

test('of very many, the newest are known, whoever they are of', () => {
  const memory = new VerdictCache(2);
  const names = [1, 2, 3, 4, 5].map((n): [string, string] => [n % 2 === 0 ? 'GPTBot' : 'ClaudeBot', `192.0.2.${n}`]);
  for (const [crawler, address] of names) memory.set(crawler, address, 'verified');
  expect(names.map(([crawler, address]) => memory.get(crawler, address) ?? null)).toEqual([
    null,
    null,
    'verified',
    'verified',
    'verified',
  ]);
});

test('what is found out again takes no more room', () => {
  const memory = new VerdictCache(2);
  memory.set('GPTBot', ADDRESS, 'unverified');
  for (let n = 0; n < 9; n += 1) memory.set('ClaudeBot', ADDRESS, 'verified');
  expect(memory.get('GPTBot', ADDRESS)).toBe('unverified');
});

test('all are forgotten at once', () => {
  const memory = new VerdictCache();
  memory.set('GPTBot', ADDRESS, 'verified');
  memory.clear();
  expect(memory.get('GPTBot', ADDRESS)).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
