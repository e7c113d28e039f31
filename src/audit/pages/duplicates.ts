import type { KnownUrl } from '../../site/crawl/site-inventory.ts';
import { hashDistance } from '../../site/crawl/text-hash.ts';
import { count } from '../formatting.ts';
import type { SiteIndex } from './site-index.ts';
import { type IssuePlace, issue, type SiteIssue } from './site-issue.ts';

/** Bits in which the hashes of near-identical texts may differ. */
const NEAR = 3;
/** Minimum number of words of a text that is compared. */
const LEAST_WORDS = 50;
/** Maximum number of clusters that a text is compared with, of those that share a quarter of its hash. */
const MAX_COMPARED = 64;

/** Indexable pages that share a title, a description or their text. Each issue is about one group of pages. */
export function findDuplicates(index: SiteIndex): readonly SiteIssue[] {
  const seen = new Set<string>();
  const pages = index.urls.filter((one, i) => {
    const key = index.keyAt(i);
    return index.isIndexable(one) && !seen.has(key) && seen.add(key);
  });
  return [
    ...sameHash(pages, 'titleHash').flatMap((group) =>
      issue('duplicate_title', toPlaces(group), `${count(group.length, 'page')} share one title.`),
    ),
    ...sameHash(pages, 'descriptionHash').flatMap((group) =>
      issue('duplicate_description', toPlaces(group), `${count(group.length, 'page')} share one meta description.`),
    ),
    ...sameText(pages).flatMap((group) =>
      issue('duplicate_text', toPlaces(group), `${count(group.length, 'page')} have nearly the same text.`),
    ),
  ];
}

function toPlaces(pages: readonly KnownUrl[]): readonly IssuePlace[] {
  return pages.map(({ url }) => ({ url, other: null, line: null }));
}

/** Groups of pages in one language with the same hash, the largest first. */
function sameHash(pages: readonly KnownUrl[], hash: 'titleHash' | 'descriptionHash'): readonly (readonly KnownUrl[])[] {
  const hashed = pages.filter(({ read }) => read?.page?.[hash] != null);
  const groups = Map.groupBy(
    hashed,
    ({ read }) => `${read?.page?.[hash]} ${firstSubtag(read?.page?.language ?? null)}`,
  );
  return largestFirst([...groups.values()]);
}

function firstSubtag(tag: string | null): string {
  return (tag ?? '').toLowerCase().split('-', 1)[0] ?? '';
}

/** Groups pages by text: the hash of each differs from that of the first in {@link NEAR} bits or fewer. */
function sameText(pages: readonly KnownUrl[]): readonly (readonly KnownUrl[])[] {
  const clusters: { readonly hash: string; readonly pages: KnownUrl[] }[] = [];
  // Of four quarters, hashes that differ in three bits share at least one.
  const byQuarter = new Map<string, number[]>();
  for (const page of pages) {
    const { textHash: hash = null, words = 0 } = page.read?.page ?? {};
    if (hash === null || words < LEAST_WORDS) continue;
    const quarters = [0, 4, 8, 12].map((start) => `${start}${hash.slice(start, start + 4)}`);
    const near = new Set(quarters.flatMap((quarter) => byQuarter.get(quarter) ?? []));
    const found = [...near].find((i) => hashDistance(clusters[i]?.hash ?? '', hash) <= NEAR);
    if (found !== undefined) {
      clusters[found]?.pages.push(page);
      continue;
    }
    clusters.push({ hash, pages: [page] });
    for (const quarter of quarters) {
      const known = byQuarter.get(quarter);
      if (known === undefined) byQuarter.set(quarter, [clusters.length - 1]);
      else if (known.length < MAX_COMPARED) known.push(clusters.length - 1);
    }
  }
  return largestFirst(clusters.map((cluster) => cluster.pages));
}

function largestFirst(groups: readonly (readonly KnownUrl[])[]): readonly (readonly KnownUrl[])[] {
  return groups.filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length);
}
