import { AI_VENDORS } from '../data/read/crawlers.ts';
import type { Purpose } from './crawler.ts';
import { assistantOfReferer } from './referrers.ts';
import { findVendor, parseUserAgent } from './user-agent.ts';

const VENDOR_OF_NAME = vendorsBy('names');
const VENDOR_OF_HOST = vendorsBy('contactHosts');

function vendorsBy(kind: 'names' | 'contactHosts'): ReadonlyMap<string, string> {
  return new Map(AI_VENDORS.flatMap((one) => (one[kind] ?? []).map((key) => [key, one.vendor] as const)));
}

/** Purposes by the last part of a program's name. A name without such a part is an app that people use. */
const ROLES: readonly (readonly [RegExp, Purpose])[] = [
  [/^(?:ai)?(?:user|agent|fetch|fetcher|code|cli|mcp|assistant|browse|browser|reader|operator|research)$/, 'user'],
  [/^(?:ai)?(?:search|searchbot|index|indexer|websearch|webindexer)$/, 'search'],
  [
    /^(?:ai|web|image|data|training|claude)?(?:bot|crawler|spider|scraper|training|extended|web|ai|claude|webbot)$/,
    'training',
  ],
];

const MIN_NAME = 3;
const MAX_NAME = 16;
const PREFIXES = new Set([...VENDOR_OF_NAME.keys()].map((name) => name.slice(0, MIN_NAME)));

/**
 * Recognises an unlisted AI crawler by its vendor's name in its own (in lower case): `mistralai-searchbot`, `perplexityuser`,
 * `amazon-bedrock-agentcore-browser`.
 */
export function brandOfName(word: string): { readonly vendor: string; readonly purpose: Purpose } | null {
  if (PREFIXES.has(word.slice(0, MIN_NAME))) {
    for (let end = Math.min(word.length - 2, MAX_NAME); end >= MIN_NAME; end--) {
      const vendor = VENDOR_OF_NAME.get(word.slice(0, end));
      const purpose = vendor === undefined ? null : purposeOfRole(word.slice(end).replace(/[-_.]/g, ''));
      if (vendor !== undefined && purpose !== null) return { vendor, purpose };
    }
  }
  if (!word.includes('-')) return null;
  const parts = word.split('-');
  const role = purposeOfRole(parts.pop() ?? '');
  const brand = role === null ? undefined : parts.find((part) => VENDOR_OF_NAME.has(part));
  const vendor = VENDOR_OF_NAME.get(brand ?? '');
  return vendor === undefined || role === null ? null : { vendor, purpose: role };
}

function purposeOfRole(role: string): Purpose | null {
  return ROLES.find(([pattern]) => pattern.test(role))?.[1] ?? null;
}

/** Returns the vendor whose AI crawlers give a contact address at this host; null for none. */
export function brandOfContact(host: string): string | null {
  return findVendor(host, VENDOR_OF_HOST);
}

/** Maximum length of a host that is counted, in characters. */
const MAX_HOST = 100;
const HOST = /^[a-z\d-]+(?:\.[a-z\d-]+)+$/;

/**
 * Returns the host of a contact address at a company of AI: one that ends in `.ai`, or one of an assistant. Null for none. A program that
 * gives one and is not known is probably an AI crawler, but this is not documented.
 */
export function findAiContact(userAgent: string): string | null {
  const isOfAi = (host: string) => host.endsWith('.ai') || assistantOfReferer(`https://${host}/`) !== null;
  const { contacts } = parseUserAgent(userAgent);
  return contacts.find((host) => host.length <= MAX_HOST && HOST.test(host) && isOfAi(host)) ?? null;
}

const CAMEL_CASE_WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const AI_WORDS = new Set(['AI', 'GenAI', 'LLM', 'LLMs', 'RAG']);

/** Returns whether a program's name mentions AI: `KlaviyoAIBot`, `Cloudflare-AutoRAG`; not `MAIL` or `aiHitBot`. */
export function isNamedAfterAi(word: string): boolean {
  return word.length > 4 && (word.match(CAMEL_CASE_WORDS) ?? []).some((part) => AI_WORDS.has(part));
}
