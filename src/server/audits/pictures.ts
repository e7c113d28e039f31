import type { PlacedPictures } from '../../engine/engine-protocol.ts';
import type { AuditId } from '../../values/audit-id.ts';
import { PICTURE_VERSIONS, type PictureLocator, type PictureVersion } from '../../values/page-controls.ts';

/** Returns the pictures of an audit as they are stored: as JSON, in base64, by the place of their page and their version. */
export function storedPictures(pictures: readonly PlacedPictures[]): string {
  const entries = pictures.flatMap(({ place, ...taken }) =>
    PICTURE_VERSIONS.map((version) => [`${place} ${version}`, Buffer.from(taken[version]).toString('base64')] as const),
  );
  return JSON.stringify(Object.fromEntries(entries));
}

/** Returns one of {@link storedPictures}; null where there is none. */
export function pictureIn(json: Uint8Array, place: number, version: PictureVersion): Buffer | null {
  const stored: Readonly<Record<string, string>> = JSON.parse(new TextDecoder().decode(json));
  const picture = stored[`${place} ${version}`];
  return picture === undefined ? null : Buffer.from(picture, 'base64');
}

/** Returns the paths of the pictures of an audit. */
export function createPictureLocator(id: AuditId): PictureLocator {
  return (place, version) => `/api/audit/${id}/rendering/${place}/${version}`;
}
