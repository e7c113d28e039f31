import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type ColumnTypes, columnTypes } from './column-types.ts';

/** The tables of `database.ts`, and their indexes. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    const types = columnTypes(db);
    const statements = [
      keys,
      audits,
      indexesOfAudits,
      batches,
      publishedDomains,
      visits,
      visitCounts,
      traffic,
      sites,
      serviceState,
    ].flatMap((tables) => tables(types));
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

function keys({ clustered, text }: ColumnTypes): string[] {
  return [
    `create table api_keys (
      id ${text} primary key,
      name ${text} not null,
      hash ${text} not null unique,
      created_at ${text} not null,
      revoked_at ${text},
      is_admin integer not null default 0,
      audits_per_day integer,
      last_used_at ${text}
    )`,
    `create unique index api_keys_name_in_use on api_keys (name) where revoked_at is null`,
    `create table sessions (
      hash ${text} primary key,
      key_id ${text} not null references api_keys (id),
      created_at ${text} not null
    ) ${clustered}`,
    `create index sessions_by_key on sessions (key_id, created_at)`,
  ];
}

function audits({ bytes, isShared, text }: ColumnTypes): string[] {
  return [
    `create table audits (
      id ${text} primary key,
      domain ${text} not null,
      host ${text} not null default '',
      kind ${text} not null,
      status ${text} not null,
      key_id ${text} references api_keys (id),
      client ${text} not null default '',
      priority integer not null default 0,
      not_before ${text} not null default '',
      attempts integer not null default 0,
      requested_at ${text} not null,
      started_at ${text},
      finished_at ${text},
      score integer,
      rubric_version integer,
      verdict ${text},
      worst_problem ${text},
      report ${bytes},
      inventory ${bytes},
      has_snapshot integer not null default 0,
      link_series integer not null default 0
    )`,
    // Only several machines must exchange progress through the database. Unlogged: it may be lost.
    ...(isShared
      ? [
          `create unlogged table audit_progress (
            audit_id ${text} primary key,
            stage ${text} not null,
            requests integer not null
          )`,
        ]
      : []),
  ];
}

function indexesOfAudits(): string[] {
  return [
    `create index audits_by_key on audits (key_id, requested_at) where key_id is not null`,
    `create index audits_by_finish on audits (finished_at)`,
    `create index audits_live_done on audits (domain, finished_at) where kind = 'live' and status = 'done'`,
    `create index audits_live_failed on audits (domain, finished_at) where kind = 'live' and status = 'failed'`,
    `create index audits_with_snapshot on audits (finished_at) where has_snapshot = 1`,
    `create index audits_demonstrations on audits (finished_at) where kind = 'demonstration'`,
    `create unique index audits_one_unfinished on audits (domain) where finished_at is null`,
    // The last two columns do not order: rows that may not start yet are skipped inside the index.
    `create index audits_by_client on audits (status, client, priority desc, requested_at, not_before, host) where finished_at is null`,
    // `PRIORITY.caller`. Few rows, however long the batches are.
    `create index audits_of_callers on audits (status, client, requested_at) where finished_at is null and priority >= 2`,
  ];
}

function batches({ text }: ColumnTypes): string[] {
  return [
    `create table batches (
      id ${text} primary key,
      key_id ${text} not null references api_keys (id),
      requested_at ${text} not null,
      started_at ${text},
      finished_at ${text},
      domains integer not null,
      duplicates integer not null,
      unsettled integer not null default 0,
      incoming integer not null default 0
    )`,
    `create index batches_by_finish on batches (finished_at)`,
    `create index batches_unfinished on batches (key_id) where finished_at is null`,
    `create table batch_domains (
      batch_id ${text} not null references batches (id) on delete cascade,
      position integer not null,
      input ${text} not null,
      domain ${text},
      status ${text} not null,
      audit_id ${text},
      error ${text},
      constraint batch_domains_key primary key (batch_id, position)
    )`,
    `create index batch_domains_by_status on batch_domains (batch_id, status, position)`,
    `create index batch_domains_by_audit on batch_domains (audit_id)`,
  ];
}

function publishedDomains({ text }: ColumnTypes): string[] {
  return [
    `create table published_domains (
      domain ${text} primary key,
      published_at ${text} not null,
      key_id ${text} references api_keys (id),
      audit_id ${text} not null,
      audited_at ${text} not null,
      llms_txt ${text} not null,
      llms_txt_hash ${text} not null,
      next_audit_at ${text} not null default '',
      badge_label ${text},
      badge_label_color ${text},
      badge_color ${text}
    )`,
    `create index published_domains_by_next_audit on published_domains (next_audit_at)`,
    `create index published_domains_by_key on published_domains (key_id)`,
  ];
}

function visits({ rowNumber, text }: ColumnTypes): string[] {
  return [
    `create table visits (
      id ${rowNumber},
      occurred_at ${text} not null,
      domain ${text} not null,
      path ${text} not null,
      class ${text} not null,
      crawler ${text},
      vendor ${text},
      purpose ${text},
      user_agent ${text},
      referring_host ${text},
      verification ${text}
    )`,
    `create index visits_by_domain on visits (domain, id)`,
  ];
}

function visitCounts({ clustered, count, text }: ColumnTypes): string[] {
  return [
    `create table visit_counts (
      domain ${text} not null,
      day ${text} not null,
      path ${text} not null,
      class ${text} not null,
      crawler ${text} not null,
      vendor ${text} not null,
      purpose ${text} not null,
      visits ${count} not null,
      verified ${count} not null default 0,
      spoofed ${count} not null default 0,
      constraint visit_counts_key primary key (domain, day, path, class, crawler, vendor, purpose)
    ) ${clustered}`,
    `create table visit_totals (
      day ${text} not null,
      class ${text} not null,
      vendor ${text} not null,
      visits ${count} not null,
      verified ${count} not null default 0,
      constraint visit_totals_key primary key (day, class, vendor)
    ) ${clustered}`,
    // The crawler index reads all of it in the order of its key, and groups it by path without sorting.
    `create table path_visits (
      path ${text} not null,
      day ${text} not null,
      visits ${count} not null,
      verified ${count} not null default 0,
      constraint path_visits_key primary key (path, day)
    ) ${clustered}`,
  ];
}

function traffic({ clustered, count, text }: ColumnTypes): string[] {
  return [
    `create table traffic_counts (
      domain ${text} not null,
      day ${text} not null,
      path ${text} not null,
      class ${text} not null,
      crawler ${text} not null,
      vendor ${text} not null,
      status integer not null,
      verdict ${text} not null,
      requests ${count} not null,
      bytes ${count} not null,
      last_at ${text} not null,
      constraint traffic_counts_key primary key (domain, day, path, class, crawler, vendor, status, verdict)
    ) ${clustered}`,
    `create table traffic_days (
      domain ${text} not null,
      day ${text} not null,
      ai_requests ${count} not null,
      constraint traffic_days_key primary key (domain, day)
    ) ${clustered}`,
    `create table traffic_paths (
      domain ${text} not null,
      path ${text} not null,
      fetched_at ${text} not null,
      constraint traffic_paths_key primary key (domain, path)
    ) ${clustered}`,
    `create index traffic_paths_by_fetch on traffic_paths (domain, fetched_at)`,
    `create table traffic_sources (
      domain ${text} not null,
      name ${text} not null,
      next_offset ${count} not null,
      format ${text} not null,
      header ${text} not null,
      is_in_long_line integer not null,
      digest ${text} not null,
      used_at ${text} not null,
      constraint traffic_sources_key primary key (domain, name)
    ) ${clustered}`,
    `create index traffic_sources_by_use on traffic_sources (domain, used_at)`,
  ];
}

function sites({ clustered, text }: ColumnTypes): string[] {
  return [
    `create table sites (
      key_id ${text} not null references api_keys (id),
      domain ${text} not null,
      added_at ${text} not null,
      schedule ${text} not null default 'off',
      next_audit_at ${text} not null default '',
      constraint sites_key primary key (key_id, domain)
    ) ${clustered}`,
    `create index sites_by_next_audit on sites (next_audit_at) where schedule <> 'off'`,
  ];
}

function serviceState({ text }: ColumnTypes): string[] {
  return [
    `create table heartbeats (
      id integer primary key,
      beaten_at ${text} not null
    )`,
    `create table ip_range_files (
      url ${text} primary key,
      etag ${text},
      fetched_at ${text} not null,
      changed_at ${text} not null,
      ranges ${text} not null
    )`,
    `create table secrets (
      name ${text} primary key,
      value ${text} not null
    )`,
  ];
}
