import { Seals } from '../app/seals.ts';
import type { SecretStore } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';
import { ApiKeyStore } from './api-key-store.ts';
import { ApiKeys } from './api-keys.ts';
import { type DeleteVisits, KeyAdministration } from './key-administration.ts';
import { SessionStore } from './session-store.ts';
import { Sessions } from './sessions.ts';

export interface AccountsDependencies {
  readonly db: Store['db'];
  readonly secrets: SecretStore;
  /** Called with each domain that a revocation withdraws. */
  readonly onChange: (domain: string) => void;
  readonly deleteVisits: DeleteVisits;
}

/** Use cases about keys and sessions. */
export type Accounts = ReturnType<typeof composeAccounts>;

export function composeAccounts({ db, secrets, onChange, deleteVisits }: AccountsDependencies) {
  const store = new ApiKeyStore(db);
  const keys = new ApiKeys(store);
  return {
    keys,
    sessions: new Sessions(new SessionStore(db), keys),
    seals: new Seals(secrets),
    keyAdministration: new KeyAdministration({ keys, store, onChanged: onChange, deleteVisits }),
  };
}
