import type { PageInventory } from '../site/inventory.ts';
import { quote } from '../untrusted-text.ts';

export interface VipLlmsTxtInput {
  readonly inventory: PageInventory;
  /** Where the text is hosted; null when it is not. */
  readonly hostedUrl: string | null;
}

/** The llms.txt of tier free: a generic template for a domain, with a watermark. Nothing of the site is in it. */
export function freeLlmsTxt(domain: string): string {
  const site = `https://${domain}`;
  return `<!-- A generic template made by Citable from the name ${domain} alone: the free tier's watermark. Its links were not checked. -->

# ${domain}

> What ${domain} offers, in one or two sentences: say what it is, whom it is for and what can be found here.

## Pages

- [Home](${site}/): what ${domain} is and where to start
- [About](${site}/about): who is behind ${domain}
- [Contact](${site}/contact): how to reach ${domain}

## Optional

- [Sitemap](${site}/sitemap.xml): every page of ${domain}
`;
}

/** The llms.txt of tier vip, made of what an audit found. The same inventory and address give the same text. */
export function vipLlmsTxt({ inventory, hostedUrl }: VipLlmsTxtInput): string {
  const { domain, site } = inventory;
  return [
    `<!-- llms.txt of ${domain}, made by Citable from an audit of the site. -->`,
    `# ${quote(site.name ?? domain)}`,
    `> ${quote(site.description ?? domain, 500)}`,
    ...(hostedUrl === null ? [] : [`Hosted at ${hostedUrl}`]),
    '',
  ].join('\n\n');
}
