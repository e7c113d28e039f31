import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { SessionStore } from '../../src/server/accounts/session-store.ts';
import { insertBatch, insertEntries } from '../../src/server/audits/store/accept-batch.ts';
import type { FinishedAudit } from '../../src/server/audits/store/audit-store.ts';
import { AuditStore } from '../../src/server/audits/store/audit-store.ts';
import { BatchStore } from '../../src/server/audits/store/batch-store.ts';
import { PublishedDomainStore } from '../../src/server/publishing/published-domain-store.ts';
import { TrafficStore } from '../../src/server/requests/store/traffic-store.ts';
import { VisitStore } from '../../src/server/requests/store/visit-store.ts';
import { SiteStore } from '../../src/server/sites/site-store.ts';
import { isPostgres } from '../../src/server/store/database.ts';
import { Heartbeat } from '../../src/server/store/heartbeat.ts';
import { IpRangeFileStore } from '../../src/server/store/ip-range-files.ts';
import { SecretStore } from '../../src/server/store/secrets.ts';
import type { Store } from '../../src/server/store/store.ts';
import type { Visit } from '../../src/server/store/visits/visit-statements.ts';
import { doneAudit, requestedAudit, storeFinished, storeQueued } from './stored-audits.ts';

const DAY = '2026-03-10';
const AT = `${DAY}T12:00:00.000Z`;
const KEY = { id: 'key-of-the-shop', name: 'Shop’s key', hash: 'a'.repeat(64), createdAt: AT };
const OLD_KEY = { id: 'key-of-the-agency', name: 'Agency', hash: 'b'.repeat(64), createdAt: AT };
const SESSION = { hash: 'c'.repeat(64), keyId: KEY.id, createdAt: AT };
const DEMONSTRATION = '00000000-0000-4000-8000-000000000001';
const DONE = '00000000-0000-4000-8000-000000000002';
const FAILED = '00000000-0000-4000-8000-000000000003';
const QUEUED = '00000000-0000-4000-8000-000000000004';
const BATCH = '00000000-0000-4000-8000-000000000005';
const DOMAIN = 'shop.example';
const LOG = 'source:access.log';
const RANGES = { url: 'https://crawler.example/ranges.json', etag: '"v1"', fetchedAt: AT, changedAt: AT };

const done: FinishedAudit = doneAudit({
  score: 65,
  rubricVersion: 2,
  verdict: 'middling',
  finishedAt: AT,
  report: `{"text":"it’s ${'ü'.repeat(50)}"}`,
  hasSnapshot: true,
  inventory: '{"pages":["https://shop.example/"]}',
});

const visits: readonly Visit[] = [
  {
    time: AT,
    domain: DOMAIN,
    path: `/llms/${DOMAIN}.txt`,
    class: 'ai_bot',
    crawler: 'GPTBot',
    vendor: 'OpenAI',
    purpose: 'training',
    userAgent: 'GPTBot/1.3 \'ü\' "{a,b}" \\ NULL',
    referringHost: null,
    verification: 'verified',
  },
  {
    time: AT,
    domain: DOMAIN,
    path: `/llms/${DOMAIN}.txt`,
    class: 'ai_referral',
    crawler: null,
    vendor: null,
    purpose: null,
    userAgent: 'Mozilla/5.0',
    referringHost: 'chatgpt.com',
    verification: null,
  },
];

/** Fills every table of an empty store with a few rows. {@link readSample} reads them. */
export async function fillSample({ db, visitWriter }: Store): Promise<void> {
  const keys = new ApiKeyStore(db);
  await keys.insert({ ...KEY, isAdmin: true, auditsPerDay: 20 });
  await keys.insert(OLD_KEY);
  await keys.revoke(OLD_KEY.id, AT);
  await new SessionStore(db).insert(SESSION);

  await new AuditStore(db).insertDemonstration({ id: DEMONSTRATION, domain: DOMAIN, ...doneAudit({ finishedAt: AT }) });
  await storeFinished(db, { id: DONE, domain: DOMAIN, keyId: KEY.id, requestedAt: AT }, done);
  const failed = doneAudit({ status: 'failed', score: 0, finishedAt: AT });
  await storeFinished(db, requestedAudit({ id: FAILED, domain: 'old.example', requestedAt: AT }), failed);
  await storeQueued(db, { id: QUEUED, domain: 'waiting.example', keyId: KEY.id, requestedAt: AT });
  if (isPostgres(db)) {
    await db.insertInto('audit_progress').values({ audit_id: QUEUED, stage: 'home', requests: 3 }).execute();
  }

  const batch = { id: BATCH, keyId: KEY.id, requestedAt: AT, startedAt: AT, finishedAt: null };
  await db.transaction().execute(async (transaction) => {
    await insertBatch(transaction, { ...batch, domains: 2, duplicates: 0 }, 1);
    await insertEntries(transaction, BATCH, [
      { position: 0, input: DOMAIN, domain: DOMAIN, status: 'done', auditId: DONE, error: null },
      { position: 1, input: 'not a domain', domain: null, status: 'refused', auditId: null, error: 'It’s no domain.' },
    ]);
    await transaction.updateTable('batches').set({ incoming: 0 }).execute();
  });

  const published = new PublishedDomainStore(db);
  const text = { llmsTxt: '# Shop\n\n> It’s a shop.\n', llmsTxtHash: 'hash' };
  await published.insert({ domain: DOMAIN, publishedAt: AT, keyId: KEY.id, auditId: DONE, auditedAt: AT, ...text });
  await published.setBadge(DOMAIN, KEY.id, { label: 'AI', labelColor: '#000000', color: '#0b5d52' });
  await visitWriter.insert(visits);

  const sites = new SiteStore(db);
  await sites.add(KEY.id, [DOMAIN, 'other.example'], AT, 10);
  await sites.schedule(KEY.id, [DOMAIN], 'weekly');
  await new TrafficStore(db).add(DOMAIN, KEY.id, {
    counts: [
      {
        day: DAY,
        path: '/',
        class: 'ai_bot',
        crawler: 'GPTBot',
        vendor: 'OpenAI',
        status: 200,
        verdict: 'verified',
        robots: '',
        requests: 7,
        bytes: 5_000_000_000,
        lastAt: AT,
      },
    ],
    fetches: { pages: new Map([['/', AT]]), droppedAt: '' },
    source: { name: LOG, nextOffset: 10, format: 'combined', header: '', isInLongLine: false, digest: 'd' },
    offset: null,
    at: AT,
  });

  await new Heartbeat(db).beat(AT);
  await new IpRangeFileStore(db).put(RANGES, ['192.0.2.0/24']);
  await db.insertInto('secrets').values({ name: 'links', value: 'secret' }).execute();
}

/** Reads the rows of {@link fillSample} through the stores. */
export async function readSample({ db }: Store) {
  const [audits, keys, traffic] = [new AuditStore(db), new ApiKeyStore(db), new TrafficStore(db)];
  const published = new PublishedDomainStore(db);
  await new Heartbeat(db).read();
  return {
    keys: (await keys.list()).map(({ id, name, isAdmin, auditsPerDay, revokedAt }) => {
      return { id, name, isAdmin, auditsPerDay, revokedAt };
    }),
    session: await new SessionStore(db).find(SESSION.hash),
    audits: await Promise.all(
      [DEMONSTRATION, DONE, FAILED, QUEUED].map(async (id) => {
        const audit = await audits.find(id);
        return {
          kind: audit?.kind,
          domain: audit?.domain,
          status: audit?.status,
          report: audit?.report,
        };
      }),
    ),
    inventory: await audits.findInventory(DONE),
    snapshots: await audits.idsWithSnapshotBefore('2026-04-01', 10),
    entries: await new BatchStore(db).entriesAfter(BATCH, -1, 10),
    published: await published.find(DOMAIN),
    badge: await published.findBadge(DOMAIN),
    visits: (await new VisitStore(db).newest(DOMAIN, 10)).map(({ userAgent, referringHost }) => {
      return { userAgent, referringHost };
    }),
    sites: (await new SiteStore(db).list(KEY.id)).map(({ domain, schedule }) => ({ domain, schedule })),
    traffic: (await traffic.daily(DOMAIN, DAY, DAY)).map(({ crawler, requests, bytes }) => ({
      crawler,
      requests,
      bytes,
    })),
    source: await traffic.source(DOMAIN, LOG),
    ranges: await new IpRangeFileStore(db).findRanges(RANGES.url),
    secret: await new SecretStore(db).get('links'),
  };
}
