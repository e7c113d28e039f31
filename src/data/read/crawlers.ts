import Type from 'typebox';
import { exactly, readJson, Texts } from './read-json.ts';

const Url = Type.String({ pattern: '^https://' });

/** A crawler. `crawlers/crawler.ts` explains the fields, and has their defaults. */
const Row = exactly({
  token: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]*[A-Za-z0-9]$' }),
  purpose: Type.Enum(['training', 'search', 'user']),
  robots: Type.Enum(['obeys', 'may not apply', 'not stated', 'token only']),
  visitClass: Type.Optional(Type.Literal('traditional_bot')),
  fallbackToken: Type.Optional(Type.String()),
  userAgent: Type.Optional(Type.String()),
  /** Overrides its vendor's; null when that does not mention this crawler. */
  documentation: Type.Optional(Type.Union([Url, Type.Null()])),
  blocking: Type.Optional(Type.String()),
  ipRanges: Type.Optional(Type.Array(Url, { minItems: 1 })),
  comesFromNowhereElse: Type.Optional(Type.Literal(true)),
  reverseDns: Type.Optional(Texts),
  signatureAgents: Type.Optional(Texts),
});

const Assistant = exactly({
  /** Hosts, each with its subdomains. */
  hosts: Type.Optional(Texts),
  /** Pages of hosts that have others too: `bing.com/chat`, with the pages below it. */
  paths: Type.Optional(Texts),
  /** Values of `utm_source` in its links, besides its hosts. */
  sources: Type.Optional(Texts),
  /** Android packages that open links with an `android-app:` referrer. */
  apps: Type.Optional(Texts),
});

const Vendor = exactly({
  /** `unknown` for crawlers whose operator is not known. */
  vendor: Type.String(),
  /** Page about its crawlers; left out when it documents none. */
  documentation: Type.Optional(Url),
  /** Names that only this vendor's programs have, in lower case. */
  names: Type.Optional(Texts),
  /** Domains of contact addresses that only its AI crawlers give. */
  contactHosts: Type.Optional(Texts),
  /** Sends people to the pages that it cites. */
  assistant: Type.Optional(Assistant),
  /** Month in which its crawlers were last checked against public sources. */
  checked: Type.Optional(Type.String({ pattern: '^20\\d\\d-(?:0[1-9]|1[0-2])$' })),
  crawlers: Type.Optional(Type.Array(Row, { minItems: 1 })),
  /** Reason for a value, for who edits it. */
  note: Type.Optional(Type.String()),
});

const TokensByVendor = Type.Record(Type.String(), Texts);

/** Vendors of AI, with their crawlers and assistants. */
export const AI_VENDORS = readJson('crawlers/ai-vendors.json', Type.Array(Vendor));

/**
 * Other programs, by vendor: audit tools, which send a crawler's User-Agent with their own name; beginnings of the User-Agents of libraries;
 * and programs that reports name.
 */
export const OTHER_PROGRAMS = readJson(
  'crawlers/other-programs.json',
  exactly({ auditTools: TokensByVendor, libraries: TokensByVendor, programs: TokensByVendor }),
);
