import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type ColumnTypes, columnTypesOf } from './column-types.ts';

/** The tables of `database.ts`, and their indexes. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    const types = columnTypesOf(db);
    await createKeys(db, types);
    await createAudits(db, types);
    await createBatches(db, types);
    await createPublishedDomains(db, types);
    await createVisits(db, types);
    await createVisitCounts(db, types);
    await createTraffic(db, types);
    await createSites(db, types);
    await createServiceState(db, types);
  },
};

async function createKeys(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull().unique())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('revoked_at', text)
    .addColumn('is_admin', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('audits_per_day', 'integer')
    .addColumn('last_used_at', text)
    .execute();
  await db.schema
    .createIndex('api_keys_name_in_use')
    .unique()
    .on('api_keys')
    .column('name')
    .where(sql.ref('revoked_at'), 'is', null)
    .execute();
}

async function createAudits(db: Kysely<unknown>, { bytes, isShared, text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('audits')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('domain', text, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull().defaultTo(''))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('key_id', text, (column) => column.references('api_keys.id'))
    .addColumn('client', text, (column) => column.notNull().defaultTo(''))
    .addColumn('priority', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('not_before', text, (column) => column.notNull().defaultTo(''))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('requested_at', text, (column) => column.notNull())
    .addColumn('started_at', text)
    .addColumn('finished_at', text)
    .addColumn('score', 'integer')
    .addColumn('rubric_version', 'integer')
    .addColumn('verdict', text)
    .addColumn('worst_problem', text)
    .addColumn('report', bytes)
    .addColumn('inventory', bytes)
    .addColumn('has_snapshot', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await createIndexesOfFinishedAudits(db);
  await createIndexesOfUnfinishedAudits(db);
  await db.schema
    .createIndex('audits_by_key')
    .on('audits')
    .columns(['key_id', 'requested_at'])
    .where(sql.ref('key_id'), 'is not', null)
    .execute();
  // Only several machines must exchange progress through the database. Unlogged: it may be lost.
  if (!isShared) return;
  await db.schema
    .createTable('audit_progress')
    .modifyFront(sql`unlogged`)
    .addColumn('audit_id', text, (column) => column.primaryKey())
    .addColumn('stage', text, (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .execute();
}

async function createIndexesOfFinishedAudits(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('audits_by_finish').on('audits').column('finished_at').execute();
  await db.schema
    .createIndex('audits_live_done')
    .on('audits')
    .columns(['domain', 'finished_at'])
    .where(sql.ref('kind'), '=', sql.lit('live'))
    .where(sql.ref('status'), '=', sql.lit('done'))
    .execute();
  await db.schema
    .createIndex('audits_live_failed')
    .on('audits')
    .columns(['domain', 'finished_at'])
    .where(sql.ref('kind'), '=', sql.lit('live'))
    .where(sql.ref('status'), '=', sql.lit('failed'))
    .execute();
  await db.schema
    .createIndex('audits_with_snapshot')
    .on('audits')
    .column('finished_at')
    .where(sql.ref('has_snapshot'), '=', sql.lit(1))
    .execute();
  await db.schema
    .createIndex('audits_demonstrations')
    .on('audits')
    .column('finished_at')
    .where(sql.ref('kind'), '=', sql.lit('demonstration'))
    .execute();
}

async function createIndexesOfUnfinishedAudits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('audits_one_unfinished')
    .unique()
    .on('audits')
    .column('domain')
    .where(sql.ref('finished_at'), 'is', null)
    .execute();
  // The last two columns do not order: rows that may not start yet are skipped inside the index.
  await db.schema
    .createIndex('audits_by_client')
    .on('audits')
    .columns(['status', 'client', 'priority desc', 'requested_at', 'not_before', 'host'])
    .where(sql.ref('finished_at'), 'is', null)
    .execute();
  // `PRIORITY.caller`. Few rows, however long the batches are.
  await db.schema
    .createIndex('audits_of_callers')
    .on('audits')
    .columns(['status', 'client', 'requested_at'])
    .where(sql.ref('finished_at'), 'is', null)
    .where(sql.ref('priority'), '>=', sql.lit(2))
    .execute();
}

async function createBatches(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('key_id', text, (column) => column.notNull().references('api_keys.id'))
    .addColumn('requested_at', text, (column) => column.notNull())
    .addColumn('started_at', text)
    .addColumn('finished_at', text)
    .addColumn('domains', 'integer', (column) => column.notNull())
    .addColumn('duplicates', 'integer', (column) => column.notNull())
    .addColumn('unsettled', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('incoming', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('batches_by_finish').on('batches').column('finished_at').execute();
  await db.schema
    .createIndex('batches_unfinished')
    .on('batches')
    .column('key_id')
    .where(sql.ref('finished_at'), 'is', null)
    .execute();
  await db.schema
    .createTable('batch_domains')
    .addColumn('batch_id', text, (column) => column.notNull().references('batches.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('input', text, (column) => column.notNull())
    .addColumn('domain', text)
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('audit_id', text)
    .addColumn('error', text)
    .addPrimaryKeyConstraint('batch_domains_key', ['batch_id', 'position'])
    .execute();
  await db.schema
    .createIndex('batch_domains_by_status')
    .on('batch_domains')
    .columns(['batch_id', 'status', 'position'])
    .execute();
  await db.schema.createIndex('batch_domains_by_audit').on('batch_domains').column('audit_id').execute();
}

async function createPublishedDomains(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('published_domains')
    .addColumn('domain', text, (column) => column.primaryKey())
    .addColumn('published_at', text, (column) => column.notNull())
    .addColumn('key_id', text, (column) => column.references('api_keys.id'))
    .addColumn('audit_id', text, (column) => column.notNull())
    .addColumn('audited_at', text, (column) => column.notNull())
    .addColumn('llms_txt', text, (column) => column.notNull())
    .addColumn('llms_txt_hash', text, (column) => column.notNull())
    .addColumn('next_audit_at', text, (column) => column.notNull().defaultTo(''))
    .addColumn('badge_label', text)
    .addColumn('badge_label_color', text)
    .addColumn('badge_color', text)
    .execute();
  await db.schema
    .createIndex('published_domains_by_next_audit')
    .on('published_domains')
    .column('next_audit_at')
    .execute();
  await db.schema.createIndex('published_domains_by_key').on('published_domains').column('key_id').execute();
}

async function createSites(db: Kysely<unknown>, { clustered, text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('sites')
    .addColumn('key_id', text, (column) => column.notNull().references('api_keys.id'))
    .addColumn('domain', text, (column) => column.notNull())
    .addColumn('added_at', text, (column) => column.notNull())
    .addColumn('schedule', text, (column) => column.notNull().defaultTo('off'))
    .addColumn('next_audit_at', text, (column) => column.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('sites_key', ['key_id', 'domain'])
    .$call(clustered)
    .execute();
  await db.schema
    .createIndex('sites_by_next_audit')
    .on('sites')
    .column('next_audit_at')
    .where(sql.ref('schedule'), '<>', sql.lit('off'))
    .execute();
}

async function createVisits(db: Kysely<unknown>, { rowNumber, text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('visits')
    .addColumn('id', rowNumber.type, rowNumber.build)
    .addColumn('occurred_at', text, (column) => column.notNull())
    .addColumn('domain', text, (column) => column.notNull())
    .addColumn('path', text, (column) => column.notNull())
    .addColumn('class', text, (column) => column.notNull())
    .addColumn('crawler', text)
    .addColumn('vendor', text)
    .addColumn('purpose', text)
    .addColumn('user_agent', text)
    .addColumn('referring_host', text)
    .addColumn('verification', text)
    .execute();
  await db.schema.createIndex('visits_by_domain').on('visits').columns(['domain', 'id']).execute();
}

async function createVisitCounts(db: Kysely<unknown>, { clustered, count, text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('visit_counts')
    .addColumn('domain', text, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('path', text, (column) => column.notNull())
    .addColumn('class', text, (column) => column.notNull())
    .addColumn('crawler', text, (column) => column.notNull())
    .addColumn('vendor', text, (column) => column.notNull())
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('visits', count, (column) => column.notNull())
    .addColumn('verified', count, (column) => column.notNull().defaultTo(0))
    .addColumn('spoofed', count, (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('visit_counts_key', ['domain', 'day', 'path', 'class', 'crawler', 'vendor', 'purpose'])
    .$call(clustered)
    .execute();
  await db.schema
    .createTable('visit_totals')
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('class', text, (column) => column.notNull())
    .addColumn('vendor', text, (column) => column.notNull())
    .addColumn('visits', count, (column) => column.notNull())
    .addColumn('verified', count, (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('visit_totals_key', ['day', 'class', 'vendor'])
    .$call(clustered)
    .execute();
  // The crawler index reads all of it in the order of its key, and groups it by path without sorting.
  await db.schema
    .createTable('path_visits')
    .addColumn('path', text, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('visits', count, (column) => column.notNull())
    .addColumn('verified', count, (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('path_visits_key', ['path', 'day'])
    .$call(clustered)
    .execute();
}

async function createTraffic(db: Kysely<unknown>, { clustered, count, text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('traffic_counts')
    .addColumn('domain', text, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('path', text, (column) => column.notNull())
    .addColumn('class', text, (column) => column.notNull())
    .addColumn('crawler', text, (column) => column.notNull())
    .addColumn('vendor', text, (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('verdict', text, (column) => column.notNull())
    .addColumn('requests', count, (column) => column.notNull())
    .addColumn('bytes', count, (column) => column.notNull())
    .addColumn('last_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('traffic_counts_key', [
      'domain',
      'day',
      'path',
      'class',
      'crawler',
      'vendor',
      'status',
      'verdict',
    ])
    .$call(clustered)
    .execute();
  await db.schema
    .createTable('traffic_paths')
    .addColumn('domain', text, (column) => column.notNull())
    .addColumn('path', text, (column) => column.notNull())
    .addColumn('fetched_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('traffic_paths_key', ['domain', 'path'])
    .$call(clustered)
    .execute();
  await db.schema.createIndex('traffic_paths_by_fetch').on('traffic_paths').columns(['domain', 'fetched_at']).execute();
  await db.schema
    .createTable('traffic_sources')
    .addColumn('domain', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('next_offset', count, (column) => column.notNull())
    .addColumn('format', text, (column) => column.notNull())
    .addColumn('header', text, (column) => column.notNull())
    .addColumn('is_in_long_line', 'integer', (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .addColumn('used_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('traffic_sources_key', ['domain', 'name'])
    .$call(clustered)
    .execute();
  await db.schema.createIndex('traffic_sources_by_use').on('traffic_sources').columns(['domain', 'used_at']).execute();
}

async function createServiceState(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('heartbeats')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('beaten_at', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('ip_range_files')
    .addColumn('url', text, (column) => column.primaryKey())
    .addColumn('etag', text)
    .addColumn('fetched_at', text, (column) => column.notNull())
    .addColumn('changed_at', text, (column) => column.notNull())
    .addColumn('ranges', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('secrets')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute();
}
