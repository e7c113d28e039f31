import { AI_VENDORS } from '../data/read/crawlers.ts';
import { findVendor } from './user-agent.ts';

const VENDOR_OF_HOST = index('hosts');
const VENDOR_OF_SOURCE = index('sources');
const VENDOR_OF_APP = index('apps');
/** Assistants at a path of another site, or at one with a parameter (`duckduckgo.com/?ia=chat`). */
const VENDOR_OF_PATH = [...index('paths')].map(([place, vendor]) => {
  const [address = '', query = ''] = place.split('?');
  const slash = address.indexOf('/');
  const [parameter = null] = new URLSearchParams(query);
  return { host: address.slice(0, slash), path: address.slice(slash).replace(/\/$/, ''), parameter, vendor };
});

/** Maximum length of a referrer or query that is read, in characters. */
const MAX_LENGTH = 4096;

/** Returns the vendor of the assistant that a Referer header (RFC 9110 §10.1.3) names; null for none. */
export function assistantOfReferer(referer: string): string | null {
  const url = URL.parse(referer.slice(0, MAX_LENGTH));
  if (url === null) return null;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (url.protocol === 'android-app:') return VENDOR_OF_APP.get(host) ?? null;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const pathname = `${url.pathname}/`;
  const byPath = VENDOR_OF_PATH.find(
    ({ parameter, ...one }) =>
      isAt(host, one.host) &&
      pathname.startsWith(`${one.path}/`) &&
      (parameter === null || url.searchParams.get(parameter[0]) === parameter[1]),
  );
  return byPath?.vendor ?? vendorOfHost(host);
}

/** Returns whether some pages of a referrer's host are an assistant, and others are not. */
export function isAssistantByPath(referer: string): boolean {
  const host = URL.parse(referer)?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
  return VENDOR_OF_PATH.some((one) => isAt(host, one.host));
}

/** Returns whether a host is the other, or below it. */
function isAt(host: string, other: string): boolean {
  return `.${host}`.endsWith(`.${other}`);
}

/** Returns the vendor of the assistant that `utm_source` in a URL, absolute or not, names; null for none. */
export function assistantOfUrl(url: string): string | null {
  const start = url.indexOf('?');
  if (start < 0) return null;
  const query = url.slice(start + 1, start + 1 + MAX_LENGTH).split('#', 1)[0];
  const source = new URLSearchParams(query).get('utm_source')?.trim().toLowerCase();
  if (source === undefined) return null;
  return VENDOR_OF_SOURCE.get(source) ?? vendorOfHost(source);
}

function vendorOfHost(host: string): string | null {
  return findVendor(host, VENDOR_OF_HOST);
}

/** Returns the vendors by what their assistants have of a kind. */
function index(kind: 'hosts' | 'paths' | 'sources' | 'apps'): ReadonlyMap<string, string> {
  return new Map(
    AI_VENDORS.flatMap(({ vendor, assistant }) => (assistant?.[kind] ?? []).map((key) => [key, vendor] as const)),
  );
}
