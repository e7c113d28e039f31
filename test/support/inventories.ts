import type { InventoryPage, PageInventory, PageSummary } from '../../src/site/inventory/inventory.ts';
import type { OrganizationFacts } from '../../src/site/site-identity.ts';

/** Facts of an empty page. */
export const NO_READING: PageSummary = {
  title: null,
  heading: null,
  description: null,
  paragraph: null,
  lang: null,
  kind: 'other',
  trail: [],
};

/** An organization without any facts. */
export const NO_ORGANIZATION: OrganizationFacts = {
  description: null,
  slogan: null,
  alternateNames: [],
  audience: [],
  foundingDate: null,
  founders: [],
  address: [],
  country: null,
  areaServed: [],
  email: null,
  telephone: null,
  sameAs: [],
};

/** A site without any facts. */
export const NO_SITE: PageInventory['site'] = {
  name: null,
  description: null,
  lang: null,
  headline: null,
  organization: NO_ORGANIZATION,
  topics: [],
  languages: [],
};

/** Returns an inventory of example.com with these pages. */
export function inventoryWith(pages: readonly InventoryPage[], more: Partial<PageInventory> = {}): PageInventory {
  return {
    format: 1,
    domain: 'example.com',
    origin: 'https://example.com',
    gatheredAt: '2026-11-01T12:00:00.000Z',
    robotsTxt: '',
    site: NO_SITE,
    pages,
    isComplete: true,
    ...more,
  };
}

/** A JSON-LD script element. */
export function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}
