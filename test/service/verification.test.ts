import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { keyDirectoryUrl } from '../../src/crawlers/verification/vendor-files.ts';
import { nameServers } from '../../src/fetch/dns.ts';
import { expectCountsOfVisits } from '../contract/visits.ts';
import { type DnsRecords, RCODE, startNameServer } from '../support/name-server.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';
import { type Signing, sign } from '../support/signed-requests.ts';
import { serveVendors, type VendorServer } from '../support/vendor-server.ts';

const FILE = '/llms/example.com.txt';
const GPTBOT = 'https://openai.com/gptbot.json';
const [OF_OPENAI, ELSEWHERE, OF_AMAZON] = ['20.171.206.9', '8.8.4.4', '54.1.2.3'];
const ranges = (...prefixes: string[]) => JSON.stringify({ prefixes: prefixes.map((ipv4Prefix) => ({ ipv4Prefix })) });

let vendors: VendorServer;
beforeAll(async () => {
  vendors = await serveVendors();
});
afterAll(() => vendors.close());
beforeEach(() => {
  vendors.files.clear();
  vendors.requests.length = 0;
  vendors.files.set(GPTBOT, { body: ranges('20.171.206.0/24'), etag: '"1"' });
});

/** A service behind one proxy, which says where its clients are. */
async function start(
  settings: Record<string, string> = {},
  zone: Readonly<Record<string, DnsRecords>> = {},
): Promise<RunningService> {
  const dns = await startNameServer(zone);
  onTestFinished(dns.close);
  const outside = { fetching: vendors.fetching, about: 'https://citable.example/bot', dns: nameServers([dns.address]) };
  const running = await startService(instantAudit, { TRUST_PROXY: '1', ...settings }, undefined, undefined, outside);
  await publishDomains(running.db, ['example.com']);
  return running;
}

async function visit(
  { request }: RunningService,
  userAgent: string,
  address: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await request(FILE, {
    headers: { 'user-agent': userAgent, 'x-forwarded-for': `192.0.2.1, ${address}`, ...headers },
  });
  expect(response.status).toBe(200);
  await response.text();
}

/** What is known of the visits so far, in their order. */
async function verifications({ db }: RunningService): Promise<(string | null)[]> {
  const rows = await db.selectFrom('visits').select('verification').orderBy('id').execute();
  return rows.map(({ verification }) => verification);
}

/** Resolves when that is known of the visits; their counts are made of it. */
async function expectVerifications(running: RunningService, expected: (string | null)[]): Promise<void> {
  await expect.poll(() => verifications(running)).toEqual(expected);
  await expectCountsOfVisits(running);
}

const readBody = async (response: Promise<{ text(): Promise<string> }>) => JSON.parse(await (await response).text());

describe('by the addresses that vendors publish', () => {
  test('visits are verified or spoofed as soon as these are known, and others never', async () => {
    const running = await start();
    await running.service.visits.ipRanges.follow();
    await visit(running, 'GPTBot/1.3', OF_OPENAI);
    await visit(running, 'GPTBot/1.3', ELSEWHERE);
    expect(await running.service.visits.ipRanges.refresh()).toMatchObject({ changed: 1, unchanged: 0 });
    await visit(running, 'GPTBot/1.3', OF_OPENAI);
    await visit(running, 'GPTBot/1.3', OF_OPENAI);
    await visit(running, 'GPTBot/1.3', `::ffff:${OF_OPENAI}`);
    await visit(running, 'GPTBot/1.3', `${OF_OPENAI}:4711`);
    await visit(running, 'GPTBot/1.3', ELSEWHERE);
    await visit(running, 'GPTBot/1.3', '2606:4700::1111');
    // Nobody can say of a private address whose it is, of another crawler anything, and of people nobody asks.
    for (const address of ['127.0.0.1', '10.0.0.1', 'nonsense']) await visit(running, 'GPTBot/1.3', address);
    await visit(running, 'Bytespider', ELSEWHERE);
    await visit(running, 'curl/8.5.0', OF_OPENAI);
    await expectVerifications(running, [
      ...[null, null],
      ...['verified', 'verified', 'verified', 'verified', 'spoofed', 'spoofed'],
      ...[null, null, null, null, null],
    ]);
  });

  test('what is known at once counts in the totals, also of names that nobody published', async () => {
    const running = await start();
    await running.service.visits.ipRanges.refresh();
    await running.db.deleteFrom('published_domains').execute();
    await visit(running, 'GPTBot/1.3', OF_OPENAI);
    await visit(running, 'GPTBot/1.3', ELSEWHERE);
    await visit(running, 'GPTBot/1.3', '127.0.0.1');
    expect(await verifications(running)).toEqual([]);
    const totals = await running.db.selectFrom('visit_totals').select(['visits', 'verified']).execute();
    expect(totals).toEqual([{ visits: 3, verified: 1 }]);
  });

  test('no address is kept or logged', async () => {
    const running = await start({}, { '3.2.1.54.in-addr.arpa': { names: ['other.example'] } });
    await running.service.visits.ipRanges.refresh();
    for (const address of [OF_OPENAI, ELSEWHERE]) await visit(running, 'GPTBot/1.3', address);
    await visit(running, 'Amazonbot/0.1', OF_AMAZON);
    await expectVerifications(running, ['verified', 'spoofed', 'spoofed']);
    const tables = ['visits', 'visit_counts', 'visit_totals', 'path_visits'] as const;
    const rows = await Promise.all(tables.map((table) => running.db.selectFrom(table).selectAll().execute()));
    const stored = JSON.stringify([rows, running.log()]);
    for (const address of [OF_OPENAI, ELSEWHERE, OF_AMAZON]) expect(stored).not.toContain(address);
  });

  test('where no proxy is believed, what says that it came by one is nobody’s', async () => {
    const running = await start({ TRUST_PROXY: 'off' });
    await running.service.visits.ipRanges.refresh();
    await visit(running, 'GPTBot/1.3', OF_OPENAI);
    await visit(running, 'GPTBot/1.3', ELSEWHERE);
    await running.request(FILE, { headers: { 'user-agent': 'GPTBot/1.3' } });
    await expectVerifications(running, [null, null, null]);
  });

  test('a file is asked for once a day, for what is new, and not read again when nothing is', async () => {
    const running = await start();
    await running.service.visits.ipRanges.refresh();
    await running.service.visits.ipRanges.refresh();
    const askedFor = () => vendors.requests.filter(({ url }) => url === GPTBOT);
    expect(askedFor()).toMatchObject([{ ifNoneMatch: null }]);
    expect(askedFor()[0]?.userAgent).toContain('https://citable.example/bot');
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await running.db.updateTable('ip_range_files').set({ fetched_at: yesterday, changed_at: yesterday }).execute();
    expect(await running.service.visits.ipRanges.refresh()).toMatchObject({ changed: 0, unchanged: 1 });
    expect(askedFor()[1]).toMatchObject({ ifNoneMatch: '"1"' });
    const [row] = await running.db.selectFrom('ip_range_files').selectAll().execute();
    expect([row?.changed_at, (row?.fetched_at ?? '') > yesterday]).toEqual([yesterday, true]);
  });

  test.each([
    ['is refused', { status: 403, body: '' }, 'The server returned status 403.'],
    ['is empty', { body: ranges() }, 'it has no address range'],
    ['says something else', { body: '<html>Sorry</html>' }, 'it is not a list of address ranges'],
    ['has half of the internet in it', { body: ranges('128.0.0.0/1') }, 'one of its address ranges is wider than /8'],
    ['is very long', { body: `["${'a'.repeat(3_000_000)}"]` }, expect.stringContaining('2')],
  ])('a file that %s leaves the one before', async (_name, file, problem) => {
    const running = await start();
    await running.service.visits.ipRanges.refresh();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await running.db.updateTable('ip_range_files').set({ fetched_at: yesterday }).execute();
    vendors.files.set(GPTBOT, file);
    expect(await running.service.visits.ipRanges.refresh()).toMatchObject({ changed: 0, unchanged: 0 });
    expect(running.log()).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        msg: 'address ranges of crawlers not read',
        problems: expect.objectContaining({ [GPTBOT]: problem }),
      }),
    );
    await visit(running, 'GPTBot/1.3', OF_OPENAI);
    await visit(running, 'GPTBot/1.3', ELSEWHERE);
    await expectVerifications(running, ['verified', 'spoofed']);
    await running.service.visits.ipRanges.refresh();
    // Once for the files that were never there, and once for this one.
    expect(running.log().filter(({ msg }) => msg === 'address ranges of crawlers not read')).toHaveLength(2);
  });

  test('without a network a few vendors are tried, and the log has one line for all files', async () => {
    const tried = new Set<string>();
    const lookup = async (name: string) => {
      tried.add(name);
      throw Object.assign(new Error('There is no network.'), { code: 'ENETUNREACH' });
    };
    const outside = { fetching: { lookup, budgets: { retryBackOff: 1 } }, about: null, dns: nameServers([]) };
    const running = await startService(instantAudit, {}, undefined, undefined, outside);
    const { failed } = await running.service.visits.ipRanges.refresh();
    expect(failed).toBeGreaterThan(20);
    // Four, and what was under way meanwhile.
    expect(tried.size).toBeLessThan(8);
    const lines = running.log().filter(({ msg }) => String(msg).startsWith('address ranges'));
    expect(lines).toMatchObject([{ level: 'warn', msg: 'address ranges of crawlers not read', failed }]);
    expect(Object.keys(lines[0]?.['problems'] ?? {})).toHaveLength(3);
    await running.service.visits.ipRanges.refresh();
    const again = running.log().filter(({ msg }) => String(msg).startsWith('address ranges'));
    expect(again.slice(1)).toMatchObject([{ level: 'info', failed }]);
  });

  test('what is too old says no longer who is not in it', async () => {
    const running = await start();
    await running.service.visits.ipRanges.refresh();
    const fetched_at = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await running.db.updateTable('ip_range_files').set({ fetched_at }).execute();
    await running.service.visits.ipRanges.follow();
    await visit(running, 'GPTBot/1.3', OF_OPENAI);
    await visit(running, 'GPTBot/1.3', ELSEWHERE);
    await expectVerifications(running, ['verified', null]);
  });

  test('other addresses count from when they are known', async () => {
    const running = await start();
    await running.service.visits.ipRanges.refresh();
    await visit(running, 'GPTBot/1.3', ELSEWHERE);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await running.db.updateTable('ip_range_files').set({ fetched_at: yesterday, changed_at: yesterday }).execute();
    vendors.files.set(GPTBOT, { body: ranges('8.8.4.0/24'), etag: '"2"' });
    expect(await running.service.visits.ipRanges.refresh()).toMatchObject({ changed: 1 });
    await visit(running, 'GPTBot/1.3', ELSEWHERE);
    await visit(running, 'GPTBot/1.3', OF_OPENAI);
    await expectVerifications(running, ['spoofed', 'verified', 'spoofed']);
  });
});

describe('by names in the DNS', () => {
  const NAME = '54-1-2-3.crawl.amazonbot.amazon';
  const REVERSE = '3.2.1.54.in-addr.arpa';
  test.each<[string, Readonly<Record<string, DnsRecords>>, string | null]>([
    [
      'leads back to it',
      { [REVERSE]: { names: ['other.example', NAME] }, [NAME]: { v4: [[54, 1, 2, 3]] } },
      'verified',
    ],
    ['leads elsewhere', { [REVERSE]: { names: [NAME] }, [NAME]: { v4: [[54, 1, 2, 4]] } }, 'spoofed'],
    ['leads nowhere', { [REVERSE]: { names: [NAME] }, [NAME]: { code: RCODE.noSuchName } }, 'spoofed'],
    ['is not its vendor’s', { [REVERSE]: { names: [`${NAME}.evil.example`] } }, 'spoofed'],
    ['is not there', { [REVERSE]: { code: RCODE.noSuchName } }, 'spoofed'],
    ['cannot be found out', { [REVERSE]: { code: RCODE.serverFailure } }, null],
    ['cannot be followed', { [REVERSE]: { names: [NAME] }, [NAME]: { code: RCODE.serverFailure } }, null],
  ])('the visit from an address whose name %s is found out after it was answered', async (_name, zone, expected) => {
    const running = await start({}, zone);
    await visit(running, 'Amazonbot/0.1', OF_AMAZON);
    await visit(running, 'Amazonbot/0.1', OF_AMAZON);
    await expectVerifications(running, [expected, expected]);
    // From now on it is known at once.
    await visit(running, 'Amazonbot/0.1', OF_AMAZON);
    expect((await verifications(running))[2]).toBe(expected);
  });

  test('what was not found out when the service ends stays unverified', async () => {
    const running = await start();
    await visit(running, 'Amazonbot/0.1', OF_AMAZON);
    await running.service.stop(0);
    await expectVerifications(running, [null]);
  });
});

describe('by signatures', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const directory = keyDirectoryUrl('chatgpt.com');
  const BASE_URL = 'https://citable.example';
  const publishKey = (key = publicKey) =>
    vendors.files.set(directory, { body: JSON.stringify({ keys: [key.export({ format: 'jwk' })] }) });

  /** The fields of a signed request for the file. */
  const signed = (more: Partial<Signing> = {}, authority = 'citable.example') =>
    sign(privateKey, {
      agent: 'https://chatgpt.com',
      now: Math.floor(Date.now() / 1000),
      covers: ['@authority', '@method', '@path'],
      isAgentString: true,
      request: { method: 'GET', scheme: 'https', authority, target: FILE, field: () => [] },
      ...more,
    });

  test('a visit is verified when the keys are known, wherever it came from', async () => {
    publishKey();
    const running = await start({ BASE_URL });
    await running.service.visits.ipRanges.refresh();
    await visit(running, 'ChatGPT-User/1.0', ELSEWHERE, signed());
    await expectVerifications(running, ['verified']);
    await visit(running, 'GPTBot/1.3', ELSEWHERE, signed());
    await visit(running, 'GPTBot/1.3', '127.0.0.1', signed({ label: 'g', isAgentString: false }));
    expect(await verifications(running)).toEqual(['verified', 'verified', 'verified']);
    expect(vendors.requests.filter(({ url }) => url === directory)).toHaveLength(1);
  });

  test('the keys are stored with the addresses, and known from then on', async () => {
    publishKey();
    const running = await start({ BASE_URL });
    await running.service.visits.ipRanges.refresh();
    vendors.files.delete(directory);
    await visit(running, 'ChatGPT-User/1.0', ELSEWHERE, signed());
    expect(await verifications(running)).toEqual(['verified']);
  });

  test('a directory that cannot be read leaves the keys of a week, which only verify, and the log says so', async () => {
    publishKey();
    const running = await start({ BASE_URL });
    await running.service.visits.ipRanges.refresh();
    vendors.files.delete(directory);
    const readAgo = async (days: number) => {
      const fetched_at = new Date(Date.now() - days * 86_400_000).toISOString();
      await running.db.updateTable('ip_range_files').set({ fetched_at }).execute();
      await running.service.visits.ipRanges.follow();
      return fetched_at;
    };
    const readAt = await readAgo(6);
    await visit(running, 'ChatGPT-User/1.0', ELSEWHERE, signed());
    await expectVerifications(running, ['verified']);
    expect(running.log()).toContainEqual(
      expect.objectContaining({ url: directory, msg: 'keys of an agent not read', keys_read_at: readAt }),
    );
    await visit(running, 'ChatGPT-User/1.0', ELSEWHERE, signed());
    await visit(running, 'ChatGPT-User/1.0', ELSEWHERE, signed({ corrupt: true }));
    expect(await verifications(running)).toEqual(['verified', 'verified', null]);
    expect(vendors.requests.filter(({ url }) => url === directory)).toHaveLength(2);
    await readAgo(8);
    await visit(running, 'ChatGPT-User/1.0', ELSEWHERE, signed());
    expect((await verifications(running)).at(-1)).toBeNull();
  });

  test('a wrong one is spoofed, even from the right address', async () => {
    publishKey();
    const running = await start({ BASE_URL });
    await running.service.visits.ipRanges.refresh();
    await visit(running, 'GPTBot/1.3', OF_OPENAI, signed({ corrupt: true }));
    await visit(running, 'GPTBot/1.3', OF_OPENAI, signed({ now: Math.floor(Date.now() / 1000) - 3_600 }));
    await visit(
      running,
      'GPTBot/1.3',
      OF_OPENAI,
      sign(generateKeyPairSync('ed25519').privateKey, {
        agent: 'https://chatgpt.com',
        now: Math.floor(Date.now() / 1000),
        request: { method: 'GET', scheme: 'https', authority: 'citable.example', target: FILE, field: () => [] },
      }),
    );
    await expectVerifications(running, ['spoofed', 'spoofed', 'spoofed']);
  });

  test('the address decides where there is none, or of another agent, or for another service, or without its keys', async () => {
    const running = await start({ BASE_URL });
    await running.service.visits.ipRanges.refresh();
    await visit(running, 'GPTBot/1.3', OF_OPENAI, signed());
    await expectVerifications(running, ['verified']);
    publishKey();
    await visit(running, 'GPTBot/1.3', OF_OPENAI, signed({ agent: 'https://agent.example' }));
    await visit(running, 'GPTBot/1.3', ELSEWHERE, signed({ agent: 'https://agent.bot.goog' }));
    await visit(running, 'GPTBot/1.3', ELSEWHERE, { 'signature-input': 'x', signature: 'y' });
    expect(await verifications(running)).toEqual(['verified', 'verified', 'spoofed', 'spoofed']);
  });

  test('one that was made for another service proves nothing here', async () => {
    publishKey();
    const running = await start({ BASE_URL });
    await running.service.visits.ipRanges.refresh();
    const { host } = new URL(running.url);
    await visit(running, 'GPTBot/1.3', OF_OPENAI, signed({}, host));
    await expectVerifications(running, ['verified']);
    await visit(running, 'Bytespider', ELSEWHERE, signed({}, host));
    await visit(running, 'ChatGPT-User/1.0', ELSEWHERE, signed({}, host));
    expect(await verifications(running)).toEqual(['verified', null, null]);
  });

  test('without a public URL it is for the host that the request names', async () => {
    publishKey();
    const running = await start();
    const { host } = new URL(running.url);
    await visit(running, 'GPTBot/1.3', ELSEWHERE, signed({}, host));
    await expectVerifications(running, ['verified']);
  });
});

test('the index counts what was claimed, or what is verified: all its other figures are the same', async () => {
  const requestIndex = async (settings: Record<string, string>) => {
    const running = await start(settings);
    await running.service.visits.ipRanges.refresh();
    for (const address of [OF_OPENAI, ELSEWHERE, ELSEWHERE]) await visit(running, 'GPTBot/1.3', address);
    await visit(running, 'ClaudeBot/1.0', ELSEWHERE);
    await visit(running, 'curl/8.5.0', ELSEWHERE);
    return readBody(running.request('/api/ai-bot-index'));
  };
  const [claimed, verified] = [await requestIndex({}), await requestIndex({ INDEX_COUNTS: 'verified' })];
  expect(claimed).toMatchObject({
    totals: { ai_bot: 4, traditional_bot: 1, ai_referral: 0, human: 0 },
    by_vendor: [
      { vendor: 'OpenAI', visits: 3 },
      { vendor: 'Anthropic', visits: 1 },
    ],
    top_paths: [{ path: FILE, visits: 4 }],
  });
  expect(verified).toMatchObject({
    totals: { ai_bot: 1, traditional_bot: 1, ai_referral: 0, human: 0 },
    by_vendor: [{ vendor: 'OpenAI', visits: 1, share: 1 }],
    top_paths: [{ path: FILE, visits: 1 }],
  });
  expect(verified.daily.at(-1)).toMatchObject({ ai_bot: 1 });
  expect(claimed.data_source).toContain('not verified');
  expect(verified.data_source).not.toBe(claimed.data_source);
  expect(Object.keys(verified)).toEqual(Object.keys(claimed));
});
