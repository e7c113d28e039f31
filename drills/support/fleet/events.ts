import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../src/server/store/database.ts';

/** A change of an audit's row, as the database recorded it. */
export interface AuditEvent {
  readonly id: string;
  readonly domain: string;
  readonly host: string;
  readonly status: 'queued' | 'running' | 'done' | 'failed';
  readonly attempts: number;
  /** Milliseconds since 1970, by the database's clock. */
  readonly at: number;
}

/** Makes the database record each change of an audit's status in the same transaction. */
export async function watchAudits(db: Kysely<Database>): Promise<void> {
  await sql`create table drill_events (
    seq bigserial primary key, at timestamptz not null default clock_timestamp(), id text not null, domain text not null,
    host text not null, status text not null, attempts integer not null)`.execute(db);
  await sql`create function drill_note() returns trigger language plpgsql as $$ begin
    insert into drill_events (id, domain, host, status, attempts)
      values (new.id, new.domain, new.host, new.status, new.attempts);
    return null;
  end $$`.execute(db);
  await sql`create trigger drill_note after insert or update of status, attempts, finished_at on audits
    for each row execute function drill_note()`.execute(db);
}

/** Yields every event, the oldest first. */
export async function* readEvents(db: Kysely<Database>): AsyncGenerator<AuditEvent> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<AuditEvent & { seq: number }>`
      select seq, id, domain, host, status, attempts, (extract(epoch from at) * 1000)::bigint as at
      from drill_events where seq > ${last} order by seq limit 10000`.execute(db);
    const end = rows.at(-1);
    if (end === undefined) return;
    yield* rows;
    last = end.seq;
  }
}
