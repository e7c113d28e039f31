import { join } from 'node:path';
import { parseBucketUrl } from '../../../values/bucket-url.ts';
import type { Config } from '../../../values/config.ts';
import { snapshotBucket } from './snapshot-bucket.ts';
import { snapshotFiles } from './snapshot-files.ts';
import type { SnapshotStore } from './snapshot-store.ts';

type Settings = Pick<Config, 'DATA_DIR' | 'SNAPSHOT_STORE' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_FORCE_PATH_STYLE'>;

/**
 * Opens the store that the settings name; null when snapshots are not stored.
 *
 * @throws when its folder cannot be created
 */
export function openSnapshots(settings: Settings): SnapshotStore | null {
  const { DATA_DIR, SNAPSHOT_STORE, S3_ENDPOINT: endpoint, S3_REGION: region } = settings;
  if (SNAPSHOT_STORE === 'none') return null;
  const place = parseBucketUrl(SNAPSHOT_STORE);
  if (place === null) return snapshotFiles(join(DATA_DIR, 'snapshots'));
  return snapshotBucket({ ...place, endpoint, region, forcePathStyle: settings.S3_FORCE_PATH_STYLE });
}
