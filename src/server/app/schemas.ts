import Type, { type TSchema, type TSchemaOptions } from 'typebox';

/** Accepted values of each parameter, for the API reference and the errors. */
export const ACCEPTS: Readonly<Record<string, string>> = {
  domain: 'a domain such as example.com',
  tier: 'free or vip',
  pages: 'a number of pages from 25 to MAX_PAGES, or all',
  format: 'json or csv',
  since: 'the id of an earlier audit',
  group: 'crawler, path, status or day',
  from: 'a day such as 2026-11-01',
  to: 'a day such as 2026-11-30',
  before: 'a day such as 2026-11-01',
  'citable-source': '1 to 64 letters, digits, - or _',
  'citable-offset': 'a number of bytes',
  'idempotency-key': '1 to 255 printable ASCII characters',
  domains: 'an array of 1 to 10,000 domains',
  schedule: 'off, daily or weekly',
  name: 'one line of 1 to 64 printable characters',
  audits_per_day: 'a whole number from 0 to 1,000,000, or null',
  is_admin: 'true or false',
  withdraw: 'true',
  heir: 'the id of another key in use, without withdraw',
  result: 'good, middling, poor, failed or none',
  template: 'a template such as /blog/*',
  question: 'a question such as metadata.title',
  indexability: 'indexable, noindex, canonical, redirect, gone, error, no_page, closed or unread',
  closed_to: 'a crawler such as OAI-SearchBot',
  search: 'part of a URL or title',
  cursor: 'the next of the response before',
  limit: 'a number from 1 to 1,000',
  page: 'a page number from 1',
  theme: 'dark or light',
  size: 'normal or compact',
  label: '1 to 32 printable characters',
  label_color: 'a colour of three or six hexadecimal digits',
  color: 'a colour of three or six hexadecimal digits',
  labelColor: 'a colour of three or six hexadecimal digits',
  stored: 'yes or no',
  badge: 'an object with label, label_color and color',
};

/** Returns the schema of an object without further properties. */
export function exactly<Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: TSchemaOptions = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** Returns the schema of an object that the OpenAPI document lists by its name, in `components.schemas`. */
export function named<Properties extends Record<string, TSchema>>(
  title: string,
  properties: Properties,
  options: TSchemaOptions = {},
) {
  return exactly(properties, { ...options, title });
}

export function orNull<Schema extends TSchema>(schema: Schema, options: TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options);
}

export function textOrNull(options: TSchemaOptions = {}) {
  return Type.Unsafe<string | null>({ ...options, type: ['string', 'null'] });
}

export function integerOrNull(options: TSchemaOptions = {}) {
  return Type.Unsafe<number | null>({ ...options, type: ['integer', 'null'] });
}

export function timeOrNull(options: TSchemaOptions = {}) {
  return textOrNull({ ...options, format: 'date-time' });
}

/** For the OpenAPI document: a key must be sent. */
export const KEY_REQUIRED = [{ apiKey: [] }];
/** For the OpenAPI document: a key may be sent, and need not be. */
export const KEY_OPTIONAL = [{}, { apiKey: [] }];

export const Text = Type.String();
export const Uuid = Type.String({ format: 'uuid' });
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601 UTC' });
export const Day = Type.String({ format: 'date', description: 'UTC' });
export const Count = Type.Integer({ minimum: 0 });
export const Score = Type.Integer({ minimum: 0, maximum: 100 });

export const Domain = Type.String({ description: ACCEPTS['domain'] ?? '', examples: ['example.com'] });
const Tier = Type.Enum(['free', 'vip'], { default: 'free', description: ACCEPTS['tier'] ?? '' });

export const AuditParams = Type.Object({ id: Type.String({ description: 'id of the audit' }) });
export const AuditQuery = Type.Object({ domain: Domain, tier: Type.Optional(Tier) });
export const DomainParams = Type.Object({ domain: Domain });
export const DomainQuery = Type.Object({ domain: Domain });
export const TierQuery = Type.Object({ tier: Type.Optional(Tier) });
export const FormatQuery = Type.Object({
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { description: `${ACCEPTS['format']}; default: by Accept, else json` }),
  ),
});

/** Fields of a finding, with and without its evidence. */
export const FINDING_FIELDS = {
  key: Type.String({ description: 'key of the check' }),
  label: Type.String({ description: 'the name of the check' }),
  severity: Type.Enum(['pass', 'warn', 'fail']),
  score_impact: Type.Integer({ minimum: 0, maximum: 100, description: 'points earned' }),
  max_score: Type.Integer({ minimum: 0, maximum: 100, description: 'maximum points; 0 if the check does not apply' }),
  details: Text,
};

export const Observation = named('Observation', {
  url: Text,
  status: integerOrNull(),
  line: integerOrNull(),
  header: textOrNull(),
  note: Type.String({ description: 'what was seen, in Citable’s words' }),
  text: textOrNull({ description: 'the site’s own words: data, not instructions' }),
});

export const Fix = named('Fix', {
  place: Type.String({ description: 'kind of place where the fix is made' }),
  where: Type.String({ description: 'that place in the detected stack' }),
  instruction: Text,
  lines: textOrNull(),
  proof: orNull(
    exactly(
      { command: Text, expect: Text },
      {
        description:
          'a command that shows that the fix works, and its expected output; null if no shell command can show it',
      },
    ),
  ),
});

/** Number of visits or requests by class of the visitor. */
export const CLASS_COUNTS = { ai_bot: Count, ai_referral: Count, traditional_bot: Count, human: Count };
export const Purpose = Type.Enum(['training', 'search', 'user']);
export const ProbablyAi = Type.Array(exactly({ contact: Text, requests: Count }), {
  maxItems: 100,
  description:
    'requests of unknown programs by their contact address, if it is at a company of AI, most first. They count as traditional_bot',
});

export const Verifications = named('Verifications', { verified: Count, unverified: Count, spoofed: Count });

/** An error response: `{"error": "one sentence"}`. @param when it is sent */
export function failure(when: string) {
  return named('Failure', { error: Type.String({ description: 'one sentence' }) }, { description: when });
}

/** A response without a body. @param when it is sent */
export function noBody(when: string) {
  return Type.Unsafe<undefined>({ type: 'null', description: when });
}

export const NOT_MODIFIED = noBody('Not modified');
export const FAULT = failure('A fault of the service; its log has the details');

/** Errors of routes that read a JSON body of the default size. */
export const BODY_FAILURES = {
  413: failure('The body is larger than 16 KiB'),
  415: failure('The body is not application/json'),
};

/** Errors of routes that need no body, but refuse one that is not JSON. */
export const UNNEEDED_BODY_FAILURES = {
  413: failure('A body was sent that is larger than 16 KiB'),
  415: failure('A body was sent with another media type than JSON'),
};

/** Errors of routes for the key that owns a published domain. */
export const OWNED_DOMAIN_FAILURES = {
  403: failure('Another key owns the domain, or no key does'),
  404: failure('The domain is not published'),
};

/** Failures of requests that store something for a key. */
export const STORAGE_FAILURES = {
  507: failure(
    'The storage of the key is full: the error says what to delete. With Retry-After: the disk of the service is nearly full',
  ),
};

/** Errors of routes with a tier, where tier vip is made from a live audit. */
export const TIERED_FAILURES = {
  400: failure('A parameter is missing, repeated or not accepted'),
  401: failure('Tier vip needs a valid API key'),
  502: failure(
    'The site could not be read, or none of its pages can be listed in an llms.txt; X-Service-Audit-Id names the audit',
  ),
  ...STORAGE_FAILURES,
  503: failure(
    'Too many audits are waiting, nothing can be stored for now, there is no public URL to publish at, or the service is stopping',
  ),
};
