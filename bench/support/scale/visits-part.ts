import { sql } from 'kysely';
import { connectPostgres } from '../../../src/server/store/postgres/postgres.ts';
import { PostgresVisits } from '../../../src/server/store/postgres/postgres-visits.ts';
import { openStore } from '../../../src/server/store/store.ts';
import type { Visit } from '../../../src/server/store/visits/visit-statements.ts';
import { checkBound, median } from '../measurements.ts';
import { publishedRows } from '../publish.ts';

/** Hosted files. The first is requested much more often than the last. */
const FILES = 2_000;
const ROUNDS = 5;
const ROUND_MS = 1_500;
const WRITERS = [1, 2];
/** Visits per transaction of a busy service, and of a quiet one. */
const GROUPS = [500, 50];
const BOUND = 0.15;
const VENDORS = ['OpenAI', 'Anthropic', 'Google', 'Perplexity', 'ByteDance'];
const AGENT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';

interface Writer {
  insert(visits: readonly Visit[]): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Measures how many visits per second PostgreSQL stores with their counts, compared with a loop that inserts the same rows into a bare
 * table, in groups of the same size. The two alternate.
 */
export async function visitsPart(url: string): Promise<void> {
  const store = await openStore({ DATA_DIR: '/nowhere', DATABASE_URL: url });
  const domains = Array.from({ length: FILES }, (_, n) => `site-${n}.example.com`);
  await store.db.insertInto('published_domains').values(publishedRows(domains)).execute();
  await sql`create table bare_visits (like visits including defaults)`.execute(store.db);
  for (const writers of WRITERS) {
    for (const group of GROUPS) {
      const ours = Array.from({ length: writers }, () => new PostgresVisits(url));
      const bare = Array.from({ length: writers }, () => bareWriter(url));
      const ratios: number[] = [];
      const rates: [number, number][] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const [recorded, inserted] = [await perSecond(ours, group), await perSecond(bare, group)];
        // The first round is warm-up.
        if (round === 0) continue;
        ratios.push(recorded / inserted);
        rates.push([recorded, inserted]);
      }
      const [recorded, inserted] = [0, 1].map((place) => median(rates.map((rate) => rate[place] ?? 0)).toFixed(0));
      const who = `${writers} ${writers === 1 ? 'writer' : 'writers'}, groups of ${group}`;
      console.log(`        ${who}: ${recorded} visits per second; bare inserts: ${inserted}`);
      checkBound(`visits per second, compared with bare inserts, ${who}`, median(ratios), BOUND, '', 'at least');
      await Promise.all([...ours, ...bare].map((writer) => writer.close()));
    }
  }
  const { rows } = await sql<{ stored: number; counted: number; totals: number; paths: number }>`select
    (select count(*) from visits) as stored, (select sum(visits)::bigint from visit_counts) as counted,
    (select sum(visits)::bigint from visit_totals) as totals, (select sum(visits)::bigint from path_visits) as paths`.execute(
    store.db,
  );
  const [{ stored, counted, totals, paths } = { stored: 0, counted: 0, totals: 0, paths: 0 }] = rows;
  console.log(
    `        ${stored} visits stored; counted in visit_counts ${counted}, visit_totals ${totals}, path_visits ${paths}`,
  );
  // The most requested files have rows for their newest visits only.
  for (const count of [counted, paths]) checkBound('counted visits per visit', count / totals, 1, '', 'at least');
  await store.close();
}

async function perSecond(writers: readonly Writer[], group: number): Promise<number> {
  const start = performance.now();
  let written = 0;
  await Promise.all(
    writers.map(async (writer) => {
      while (performance.now() - start < ROUND_MS) {
        await writer.insert(Array.from({ length: group }, someVisit));
        written += group;
      }
    }),
  );
  return (written * 1000) / (performance.now() - start);
}

/** Returns a writer of bare rows: one connection, and the order in which the visits are written too. */
function bareWriter(url: string): Writer {
  const db = connectPostgres(url, 1);
  return {
    close: () => db.destroy(),
    insert: (visits) => {
      const of = <Key extends keyof Visit>(key: Key) => visits.map((visit) => visit[key]);
      return sql`
        insert into bare_visits
          (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host)
        select * from unnest(
          ${of('time')}::text[], ${of('domain')}::text[], ${of('path')}::text[], ${of('class')}::text[],
          ${of('crawler')}::text[], ${of('vendor')}::text[], ${of('purpose')}::text[], ${of('userAgent')}::text[],
          ${of('referringHost')}::text[])`.execute(db);
    },
  };
}

function someVisit(): Visit {
  const file = Math.floor(FILES ** Math.random()) - 1;
  const vendor = VENDORS[Math.floor(Math.random() * VENDORS.length)] ?? '';
  return {
    time: new Date().toISOString(),
    domain: `site-${file}.example.com`,
    path: `/llms/site-${file}.example.com.txt`,
    class: 'ai_bot',
    crawler: `${vendor}Bot`,
    vendor,
    purpose: 'training',
    userAgent: AGENT,
    referringHost: null,
    verification: 'unverified',
  };
}
