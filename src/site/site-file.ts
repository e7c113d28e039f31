import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { parseDomainName } from '../values/domain-name.ts';
import { parseJson } from '../values/json.ts';
import type { Parsed } from '../values/parsed.ts';
import { CRAWL_ENDS, MAX_KNOWN_URLS } from './crawl/site-inventory.ts';
import { MAX_REFUSALS } from './log-evidence.ts';
import { listExchanges, type Site } from './site.ts';
import { sitemapEntries } from './sitemap/sitemap.ts';

const Text = Type.String();
const Whole = Type.Integer({ minimum: 0 });
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const oneOf = <const T extends string[]>(values: [...T]) => Type.Enum(values);

const FailureSchema = Type.Object({
  kind: oneOf([
    'invalid_url',
    'guard',
    'name_not_found',
    'name_lookup_failed',
    'connection_refused',
    'connection_reset',
    'unreachable',
    'tls',
    'timeout',
    'too_large',
    'decoding',
    'protocol',
    'too_many_redirects',
    'redirect_loop',
    'bad_redirect',
    'challenge',
    'egress_proxy',
    'request_budget',
    'offline',
  ]),
  stage: orNull(oneOf(['dns', 'connect', 'tls', 'first_byte', 'body', 'rate', 'audit'])),
  limit: orNull(oneOf(['headers', 'wire', 'body'])),
  vendor: orNull(Text),
  message: Text,
});

/** A response as JSON. */
export const ExchangeSchema = Type.Object({
  method: oneOf(['GET', 'HEAD']),
  url: Type.String({ pattern: '^https?://' }),
  userAgent: Text,
  redirects: Type.Array(Type.Object({ url: Text, status: Whole, location: Text })),
  finalUrl: Type.String({ pattern: '^https?://' }),
  status: orNull(Whole),
  headers: Type.Record(Text, Text),
  body: orNull(Text),
  charset: orNull(Text),
  bytes: Type.Object({ wire: Whole, decoded: Whole }),
  failure: orNull(FailureSchema),
  attempts: Whole,
  timing: Type.Object({ start: Whole, firstByte: orNull(Whole), end: Whole }),
});

const SitemapEntries = Type.Array(
  Type.Object({ url: Text, lastmod: orNull(Text), priority: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })) }),
);

const SitemapSchema = Type.Object({
  kind: oneOf(['urlset', 'sitemapindex', 'text', 'rss', 'atom', 'html', 'invalid']),
  problem: orNull(Text),
  entryCount: Whole,
  fragmentCount: Type.Optional(Whole),
  entries: SitemapEntries,
  prominent: Type.Optional(SitemapEntries),
  length: Whole,
  badLocs: Type.Object({ count: Whole, first: orNull(Text) }),
  lastmod: Type.Object({
    present: Whole,
    invalid: Whole,
    firstInvalid: orNull(Text),
    commonest: orNull(Text),
    commonestCount: Whole,
    latest: orNull(Text),
  }),
  malformed: Type.Optional(Type.Object({ line: Whole, column: Type.Optional(Whole), problem: Text })),
  namespace: Type.Optional(Text),
  encoding: Type.Optional(Text),
  truncated: orNull(oneOf(['file', 'fault', 'budget'])),
});

const Exchanges = Type.Array(ExchangeSchema);

const PageReadingSchema = Type.Object({
  noindex: Type.Array(Text),
  canonical: orNull(Text),
  alternates: Type.Array(Whole),
  language: orNull(Text),
  title: orNull(Text),
  titleHash: orNull(Whole),
  descriptionHash: orNull(Whole),
  textHash: orNull(Text),
  words: Whole,
  date: orNull(Text),
});

const InventorySchema = Type.Object({
  format: Type.Literal(1),
  origin: Text,
  home: Whole,
  urls: Type.Array(
    Type.Object({
      url: Type.String({ pattern: '^https?://' }),
      found: Whole,
      template: Text,
      robots: orNull(Whole),
      linksIn: Whole,
      depth: orNull(Whole),
      read: orNull(
        Type.Object({
          method: oneOf(['GET', 'HEAD']),
          status: orNull(Whole),
          failure: orNull(FailureSchema.properties.kind),
          redirect: orNull(Text),
          hops: Whole,
          type: Text,
          bytes: Whole,
          page: orNull(PageReadingSchema),
        }),
      ),
      linkedFrom: Type.Optional(Type.Array(Type.Tuple([Whole, Whole]))),
    }),
    { maxItems: MAX_KNOWN_URLS },
  ),
  found: Whole,
  isCut: Type.Boolean(),
  tokens: Type.Array(Text),
  verdicts: Type.Array(Type.Array(Type.Object({ isAllowed: Type.Boolean(), line: orNull(Whole) }))),
  ended: oneOf([...CRAWL_ENDS]),
});

const Day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

const LogEvidenceSchema = Type.Object({
  since: Day,
  until: Day,
  daysWithLogs: Whole,
  verified: Whole,
  refusals: Type.Array(
    Type.Object({ crawler: Text, vendor: Text, status: Whole, requests: Whole, days: Whole, lastDay: Day }),
    { maxItems: MAX_REFUSALS },
  ),
});

const SiteSchema = Type.Object({
  format: Type.Literal(1),
  source: Type.Optional(Type.Literal('folder')),
  builderFile: Type.Optional(Type.String({ maxLength: 60 })),
  staging: Type.Optional(Type.Object({ origin: Text, robotsTag: orNull(Text) })),
  domain: Text,
  gatheredAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
  origin: Type.String({ pattern: '^https?://[^/]+$' }),
  home: ExchangeSchema,
  probes: Type.Array(
    Type.Object({
      productToken: Text,
      exchange: ExchangeSchema,
      sameBodyAsHome: Type.Boolean(),
      repeat: Type.Optional(Type.Object({ exchange: orNull(ExchangeSchema), isBrowserServed: Type.Boolean() })),
    }),
  ),
  robotsTxt: ExchangeSchema,
  llmsTxt: ExchangeSchema,
  llmsTxtLinks: Exchanges,
  sitemaps: Type.Array(
    Type.Object({
      url: Text,
      from: oneOf(['robots_txt', 'usual_place', 'sitemap_index']),
      exchange: ExchangeSchema,
      document: orNull(SitemapSchema),
    }),
  ),
  sitemapSample: Exchanges,
  pages: Exchanges,
  morePages: Type.Optional(Exchanges),
  choice: Type.Optional(
    Type.Object({
      urls: Type.Array(Text),
      known: Whole,
      tooLarge: Type.Optional(Type.Object({ url: Text, bytes: Whole })),
    }),
  ),
  inventory: Type.Optional(InventorySchema),
  crawled: Type.Optional(InventorySchema),
  canonicalTargets: Exchanges,
  softNotFound: Exchanges,
  earlierPages: Type.Optional(
    Type.Object({ urls: Type.Array(Type.String({ pattern: '^https?://' })), exchanges: Exchanges }),
  ),
  logs: Type.Optional(LogEvidenceSchema),
});

export type ReadSite = Parsed<{ site: Site }>;

/** Formats a Site as the JSON text that {@link parseSiteFile} parses. */
export function formatSiteFile(site: Site): string {
  return `${JSON.stringify(site, null, 1)}\n`;
}

/** Parses a saved Site. Nothing in it is trusted beyond its shape: it is judged as an audited site is. */
export function parseSiteFile(text: string): ReadSite {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, problem: 'The file is not JSON.' };
  if (!Value.Check(SiteSchema, value)) {
    const [error] = Value.Errors(SiteSchema, value);
    return {
      ok: false,
      problem: `The file is not a saved site: ${error?.instancePath ?? ''} ${error?.message ?? ''}.`,
    };
  }
  const checked: Static<typeof SiteSchema> = value;
  const parsed = parseDomainName(checked.domain, { allowPrivate: true });
  if (!parsed.ok) return { ok: false, problem: `The file is not a saved site: ${parsed.problem}` };
  const site: Site = { ...checked, domain: parsed.domain };
  if (!listUrls(site).every((url) => URL.canParse(url)))
    return { ok: false, problem: 'The file is not a saved site: it holds a URL that is none.' };
  return { ok: true, site };
}

/** Returns the values that are parsed as URLs when a Site is judged. */
function listUrls(site: Site): readonly string[] {
  return [
    site.origin,
    ...(site.earlierPages?.urls ?? []),
    ...listExchanges(site).flatMap(({ url, finalUrl }) => [url, finalUrl]),
    ...(site.choice?.urls ?? []),
    ...(site.choice?.tooLarge === undefined ? [] : [site.choice.tooLarge.url]),
    ...[site.inventory, site.crawled].flatMap((inventory) => inventory?.urls.map(({ url }) => url) ?? []),
    ...site.sitemaps.flatMap(({ url, document }) => [
      url,
      ...(document === null ? [] : sitemapEntries(document).map((entry) => entry.url)),
    ]),
  ];
}
