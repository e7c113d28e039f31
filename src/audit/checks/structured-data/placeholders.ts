import { isDefaultName } from '../../../site/page/template-defaults.ts';

/** Words that templates leave where a value belongs, compared whole and without case, signs around them dropped. */
const WORDS = new Set([
  'todo',
  'tbd',
  'tba',
  'fixme',
  'xxx',
  'n/a',
  'null',
  'undefined',
  'lorem ipsum',
  'placeholder',
  'your name',
  'your company',
  'your company name',
  'your website',
  'your site name',
  'your business name',
  'company name',
  'site name',
  'author name',
  'site author',
  'your name here',
  'your organization',
  'organization name',
  'firstname lastname',
  'example company',
  'example inc',
  'acme inc',
]);

/** Hosts of examples: RFC 2606 §3, and what themes ship with. */
const HOSTS = [
  'example.com',
  'example.org',
  'example.net',
  'yourdomain.com',
  'yoursite.com',
  'yourwebsite.com',
  'mysite.com',
  'localhost',
];

/**
 * Returns whether a value of structured data is a template's leftover: `TODO`, `Your company name`, `{{ site.title }}`, a URL
 * on example.com.
 * @param domain the audited one: its own name is never a placeholder
 */
export function isPlaceholder(value: string, domain: string): boolean {
  const text = value.trim();
  if (text.length > 200) return false;
  const bare = text.replace(/^[[\]<>{}()*\s]+|[[\]<>{}()*.…\s]+$/g, '').toLowerCase();
  if (WORDS.has(bare) || isDefaultName(bare)) return true;
  if (/^(?:\{\{|\{%|<%|\$\{|%%)/.test(text)) return true;
  const host = URL.parse(text)?.hostname ?? null;
  return host !== null && HOSTS.some((one) => isWithin(host, one) && !isWithin(domain, one));
}

function isWithin(host: string, parent: string): boolean {
  return host === parent || host.endsWith(`.${parent}`);
}
