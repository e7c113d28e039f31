import { TEMPLATE_DEFAULTS } from '../../../data/read/template-defaults.ts';
import { isLeftover } from '../../../site/page/template-defaults.ts';

/**
 * Returns whether a value of structured data is a template's leftover: `TODO`, `Your company name`, `{{ site.title }}`, a URL
 * on example.com.
 * @param domain the audited one: its own name is never a placeholder
 */
export function isPlaceholder(value: string, domain: string): boolean {
  const text = value.trim();
  if (text.length > 200) return false;
  const host = URL.parse(text)?.hostname ?? null;
  const isOf = (parent: string) => host !== null && isWithin(host, parent) && !isWithin(domain, parent);
  return isLeftover(text) || TEMPLATE_DEFAULTS.exampleHosts.some(isOf);
}

function isWithin(host: string, parent: string): boolean {
  return host === parent || host.endsWith(`.${parent}`);
}
