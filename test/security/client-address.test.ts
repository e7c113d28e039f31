import { describe, expect, test } from 'vitest';
import { instantAudit, startService } from '../support/running-service.ts';

/** Returns the statuses of sequential requests with these fields, where each client may send one. */
async function statuses(TRUST_PROXY: string, fields: readonly Record<string, string>[]): Promise<number[]> {
  const { request } = await startService(instantAudit, { RATE_LIMIT: '1', TRUST_PROXY });
  const statuses: number[] = [];
  for (const headers of fields) statuses.push((await request('/nowhere', { headers })).status);
  return statuses;
}

const forwarded = (...values: string[]) => values.map((value) => ({ 'x-forwarded-for': value }));
const ONE_CLIENT = [404, 429];
const TWO_CLIENTS = [404, 404];

describe('a client cannot choose its own address', () => {
  test.each([
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'cf-connecting-ip',
    'true-client-ip',
    'client-ip',
    'x-client-ip',
  ])('with %s, where no proxy is trusted', async (name) => {
    const spell = (address: string) => ({ [name]: name === 'forwarded' ? `for=${address}` : address });
    expect(await statuses('off', [spell('192.0.2.1'), spell('192.0.2.2')])).toEqual(ONE_CLIENT);
  });

  test.each(['forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'client-ip', 'x-client-ip'])(
    'with %s, where one is: that is believed of X-Forwarded-For alone',
    async (name) => {
      const spell = (address: string) => ({ [name]: name === 'forwarded' ? `for=${address}` : address });
      expect(await statuses('1', [spell('192.0.2.1'), spell('192.0.2.2')])).toEqual(ONE_CLIENT);
    },
  );

  test.each([
    ['one proxy, which adds the address that it sees', '1', ['192.0.2.1, 203.0.113.9', '192.0.2.2, 203.0.113.9']],
    ['two proxies', '2', ['192.0.2.1, 203.0.113.9, 10.0.0.1', '192.0.2.2, 203.0.113.9, 10.0.0.1']],
    [
      'a list of proxies',
      '127.0.0.1,10.0.0.0/8',
      ['192.0.2.1, 203.0.113.9, 10.0.0.1', '192.0.2.2, 203.0.113.9, 10.0.0.2'],
    ],
    ['a list that has no proxy on this side', '10.0.0.0/8', ['192.0.2.1', '192.0.2.2']],
    [
      'a list, claiming to be one of its proxies',
      '127.0.0.1',
      ['192.0.2.1, 127.0.0.1, 203.0.113.9', '192.0.2.2, 127.0.0.1, 203.0.113.9'],
    ],
    ['names for no address', '1', ['me', 'somebody else']],
    ['a different port', '1', ['203.0.113.9:1000', '203.0.113.9:1001']],
    ['another spelling', '1', ['2001:db8::1', '2001:0DB8:0:0::0001']],
    ['another address of its network', '1', ['2001:db8::1', '2001:db8::ffff:2']],
    ['an IPv4 address in IPv6', '1', ['203.0.113.9', '::ffff:203.0.113.9']],
  ])('behind %s', async (_what, trusted, values) => {
    expect(await statuses(trusted, forwarded(...values))).toEqual(ONE_CLIENT);
  });

  test('with several fields of one name', async () => {
    const { url } = await startService(instantAudit, { RATE_LIMIT: '1', TRUST_PROXY: '1' });
    const statuses: number[] = [];
    for (const chosen of ['192.0.2.1', '192.0.2.2']) {
      const headers = new Headers([
        ['x-forwarded-for', chosen],
        ['x-forwarded-for', '203.0.113.9'],
      ]);
      statuses.push((await fetch(`${url}/nowhere`, { headers })).status);
    }
    expect(statuses).toEqual(ONE_CLIENT);
  });
});

describe('two clients are distinguished', () => {
  test.each([
    ['one proxy', '1', ['203.0.113.8', '203.0.113.9']],
    ['two proxies', '2', ['203.0.113.8, 10.0.0.1', '203.0.113.9, 10.0.0.1']],
    ['a list of proxies', '127.0.0.1,10.0.0.0/8', ['203.0.113.8, 10.0.0.1', '203.0.113.9, 10.0.0.1']],
    ['one proxy, in two networks of IPv6', '1', ['2001:db8:0:1::1', '2001:db8:0:2::1']],
  ])('behind %s', async (_what, trusted, values) => {
    expect(await statuses(trusted, forwarded(...values))).toEqual(TWO_CLIENTS);
  });
});

test('live audits without a key are counted by the same address', async () => {
  const { request } = await startService(instantAudit, {
    LIVE_AUDITS: 'public',
    RATE_LIMIT: 'off',
    AUDIT_RATE_LIMIT: '1',
    TRUST_PROXY: '1',
  });
  const from = async (address: string) =>
    (await request('/api/audit?domain=example.com&tier=vip', { headers: { 'x-forwarded-for': address } })).status;
  expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:1::1')]).toEqual([
    200, 429, 200,
  ]);
});

test('counters are limited to 5,000 clients, and the oldest are dropped', async () => {
  const { request } = await startService(instantAudit, { RATE_LIMIT: '1', TRUST_PROXY: '1' });
  const from = async (address: string) =>
    (await request('/nowhere', { headers: { 'x-forwarded-for': address } })).status;
  expect([await from('192.0.2.1'), await from('192.0.2.1')]).toEqual(ONE_CLIENT);
  for (let high = 0; high < 250; high += 1) {
    const crowd = Array.from({ length: 20 }, (_, low) => from(`10.0.${high}.${low}`));
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([404]));
  }
  expect(await from('192.0.2.1')).toBe(404);
});
