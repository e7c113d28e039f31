import type { CompleteInventory } from '../../engine/engine-protocol.ts';
import type { Outside } from '../../site/gather/published-file.ts';
import type { Config } from '../../values/config.ts';
import type { Log } from '../../values/log.ts';
import type { OwnUrls } from '../../values/own-url.ts';
import type { DeleteVisits } from '../accounts/key-administration.ts';
import type { AuditQueue } from '../audits/audit-queue.ts';
import type { StorageBudget } from '../audits/storage-budget.ts';
import type { AuditStore } from '../audits/store/audit-store.ts';
import type { StorageLimits } from '../store/key-storage.ts';
import type { SecretStore } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';
import { HostedFileCheck } from './hosted-file-check.ts';
import { DomainOwnership } from './ownership.ts';
import { Publications } from './publications.ts';
import { PublishedDomainStore } from './published-domain-store.ts';
import { PublishedDomains } from './published-domains.ts';

export interface PublishingDependencies {
  readonly db: Store['db'];
  readonly secrets: SecretStore;
  readonly audits: AuditStore;
  readonly storage: StorageBudget;
  readonly queue: AuditQueue;
  readonly limits: StorageLimits;
  readonly completeInventory: CompleteInventory;
  readonly outside: Outside;
  readonly log: Log;
  readonly urls: () => OwnUrls;
  /** Called with each domain whose hosted text or owner has changed. */
  readonly onChange: (domain: string) => void;
  readonly deleteVisits: DeleteVisits;
  readonly config: Pick<Config, 'REQUIRE_OWNERSHIP'>;
}

/** Use cases about hosted files, badges and the ownership of domains. */
export type Publishing = ReturnType<typeof composePublishing>['useCases'];

export function composePublishing(dependencies: PublishingDependencies) {
  const { db, secrets, limits, outside, urls, onChange, config, ...others } = dependencies;
  const published = new PublishedDomainStore(db, limits);
  const publishing = new PublishedDomains({
    ...others,
    published,
    publicUrl: () => urls().public,
    onPublished: onChange,
  });
  const ownership = new DomainOwnership(secrets, outside);
  const isProofRequired = config.REQUIRE_OWNERSHIP === 'dns';
  const publications = new Publications({
    ...others,
    published,
    publishing,
    ownership,
    isProofRequired,
    onChanged: onChange,
  });
  const hostedFileCheck = new HostedFileCheck({ publications, outside, baseUrl: () => urls().usable });
  return {
    stores: { published },
    publishing,
    useCases: { publications, hostedFileCheck },

    /** Ends checks of other servers. */
    stopChecks(): void {
      ownership.stop();
      hostedFileCheck.stop();
    },
  };
}
