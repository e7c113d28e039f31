import { describe } from 'vitest';
import type { Store, StoreSettings } from '../../src/server/store/store.ts';
import { apiKeyStoreContract } from './api-key-store.ts';
import { auditStoreContract } from './audit-store.ts';
import { batchStoreContract } from './batch-store.ts';
import { ipRangeFileStoreContract } from './ip-range-file-store.ts';
import { keyAuthorityContract } from './key-authority.ts';
import { liveAuditStoreContract } from './live-audit-store.ts';
import { publishedDomainStoreContract } from './published-domain-store.ts';
import { retentionClockContract } from './retention-clock.ts';
import { secretStoreContract } from './secret-store.ts';
import { siteStoreContract } from './site-store.ts';
import { storageContract } from './storage.ts';
import { storeContract } from './store.ts';
import { trafficContract } from './traffic.ts';
import { visitsContract } from './visits.ts';

/**
 * What every store does, in any database.
 * @param place returns the settings of a new store
 * @param open returns an empty store for one test
 */
export function storeContracts(place: () => Promise<StoreSettings>, open: () => Promise<Store>): void {
  describe('audits', () => auditStoreContract(open));
  describe('batches', () => batchStoreContract(open));
  describe('address ranges', () => ipRangeFileStoreContract(open));
  describe('live audits', () => liveAuditStoreContract(open));
  describe('keys', () => apiKeyStoreContract(open));
  describe('the authority of a key', () => keyAuthorityContract(open));
  describe('published domains', () => publishedDomainStoreContract(open));
  describe('the clock of retention', () => retentionClockContract(open));
  describe('secrets', () => secretStoreContract(open));
  describe('the storage of keys', () => storageContract(open));
  describe('traffic', () => trafficContract(open));
  describe('sites', () => siteStoreContract(open));
  describe('visits', () => visitsContract(open));
  describe('as a whole', () => storeContract(place));
}
