import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

const BYTES = 32;

/** The secrets of a store. Each is created when first needed, once for all processes. */
export class SecretStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the secret of this name: 256 random bits, in base64url. */
  async get(name: string): Promise<string> {
    const find = () => this.#db.selectFrom('secrets').select('value').where('name', '=', name);
    const present = await find().executeTakeFirst();
    if (present !== undefined) return present.value;
    await this.#db
      .insertInto('secrets')
      .values({ name, value: randomBytes(BYTES).toString('base64url') })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Another process may have been first.
    return (await find().executeTakeFirstOrThrow()).value;
  }
}
