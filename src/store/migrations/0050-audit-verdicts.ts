import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

/** The verdict of an audit beside its score, for badges and charts. Null for earlier audits: theirs follows the score. */
export const auditVerdicts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('audits').addColumn('verdict', typesOf(db).text).execute();
  },
};
