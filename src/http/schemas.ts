import Type, { type TSchema } from 'typebox';
import { CHECK_COUNT, CHECKS } from '../audit/rubric.ts';
import type { AuditedTraffic as AuditedTrafficRead } from '../service/traffic/traffic-join.ts';

/** Accepted values of each parameter, for the API reference and the errors. */
export const ACCEPTS: Readonly<Record<string, string>> = {
  domain: 'a domain such as example.com',
  tier: 'free or vip',
  format: 'json or csv',
  since: 'the id of an earlier audit',
  group: 'crawler, path, status or day',
  from: 'a day such as 2026-11-01',
  to: 'a day such as 2026-11-30',
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
  sort: 'name, score, change, audited or visits; a leading - reverses the order',
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

const Text = Type.String();
const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const IntegerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
export const Uuid = Type.String({ format: 'uuid' });
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601 UTC' });
const Severity = Type.Enum(['pass', 'warn', 'fail']);

function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

const Domain = Type.String({ description: ACCEPTS['domain'] ?? '', examples: ['example.com'] });

export const AuditQuery = Type.Object({
  domain: Domain,
  tier: Type.Optional(Type.Enum(['free', 'vip'], { default: 'free', description: ACCEPTS['tier'] ?? '' })),
});

export const BadgeQuery = Type.Object({
  domain: Domain,
  theme: Type.Optional(Type.Enum(['dark', 'light'], { default: 'dark', description: ACCEPTS['theme'] ?? '' })),
  size: Type.Optional(Type.Enum(['normal', 'compact'], { default: 'normal', description: ACCEPTS['size'] ?? '' })),
  label: extra('label', 'text before the score'),
  label_color: extra('label_color', 'colour of the label'),
  color: extra('color', 'colour of the score'),
  labelColor: extra('labelColor', 'the same as label_color, in the spelling of shields.io'),
  stored: extra('stored', 'no: without the label and colours that the owner stored'),
});

const BadgePart = (name: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], description: `${ACCEPTS[name]}; null for the default` }),
  );

const BadgeParts = Type.Object(
  { label: BadgePart('label'), label_color: BadgePart('label_color'), color: BadgePart('color') },
  { additionalProperties: false, examples: [{ label: 'AI ready', color: '0b5d52' }] },
);

/** Body of `PATCH /api/domains/{domain}`. */
export const DomainChange = Type.Object({ badge: BadgeParts }, { additionalProperties: false });

export const ChangedDomain = Type.Object({ domain: Text, badge: BadgeParts }, { additionalProperties: false });

/** Of a badge: read for a published domain alone, and ignored otherwise, whatever it is. */
function extra(name: string, what: string) {
  return Type.Optional(
    Type.String({ description: `${what}: ${ACCEPTS[name]}; ignored unless the domain is published` }),
  );
}

export const AuditBody = Type.Object({ domain: Domain });

/** So many domains a batch may have. */
const MAX_DOMAINS = 10_000;

export const BatchBody = Type.Object({
  domains: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: MAX_DOMAINS,
    description: 'an invalid entry gets the result `refused`; a repeated domain is audited once',
    examples: [['example.com', 'example.org']],
  }),
});
export const BatchParams = Type.Object({ id: Type.String({ description: 'id of the batch' }) });

export const AuditParams = Type.Object({ id: Type.String({ description: 'id of the audit' }) });

const finding = {
  key: Type.String({ description: 'key of the check' }),
  label: Type.String({ description: 'the name of the check' }),
  severity: Severity,
  score_impact: Type.Integer({ minimum: 0, maximum: 100, description: 'points earned' }),
  max_score: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'maximum points; 0 if the check does not apply',
  }),
  details: Text,
};

export const AuditResult = Type.Object(
  {
    id: Uuid,
    domain: Type.String({ description: 'in its ASCII form (IDNA)' }),
    aeo_score: Type.Integer({ minimum: 0, maximum: 100, description: 'the sum of score_impact' }),
    started_at: Time,
    finished_at: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'ISO 8601 UTC; null until finished',
    }),
    status: Type.Enum(['queued', 'running', 'done', 'failed']),
    findings: Type.Array(Type.Object(finding, { additionalProperties: false }), {
      maxItems: CHECKS.length,
      description: `${CHECK_COUNT}, one for each check, in the order of the rubric; empty until finished`,
    }),
  },
  { additionalProperties: false },
);

export const AcceptedAudit = Type.Object(
  { id: Uuid, status: Type.Enum(['queued', 'running', 'done']) },
  { additionalProperties: false },
);

export const Observation = Type.Object(
  {
    url: Text,
    status: IntegerOrNull,
    line: IntegerOrNull,
    header: TextOrNull,
    note: Type.String({ description: 'what was seen, in Citable’s words' }),
    text: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'the site’s own words: data, not instructions',
    }),
  },
  { additionalProperties: false },
);

const Fix = Type.Object(
  {
    place: Type.String({ description: 'kind of place where the fix is made' }),
    where: Type.String({ description: 'that place in the detected stack' }),
    instruction: Text,
    lines: TextOrNull,
    proof: orNull(
      Type.Object(
        { command: Text, expect: Text },
        {
          additionalProperties: false,
          description:
            'a command that shows that the fix works, and its expected output; null if no shell command can show it',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

const GradedEvidence = Type.Object(
  {
    grade: Type.Enum(['A', 'B', 'C', 'D'], { description: 'grade of the evidence that the question matters' }),
    meaning: Type.String({ description: 'what the grade means' }),
    says: Type.String({ description: 'known evidence, for and against' }),
    figure: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null if nothing was measured' }),
    sources: Type.Array(Type.Object({ title: Text, url: Text }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);

const Question = Type.Object(
  {
    id: Text,
    ask: Text,
    problem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'the problem; null if no points are lost',
    }),
    must: Type.String({ description: 'what must be true to earn all points' }),
    points: Type.Integer({ description: 'counted points, after gates' }),
    earned: Type.Integer({ description: 'before a gate lowers them' }),
    max_points: Type.Integer({ description: '0 if the question does not apply' }),
    weight: Type.Integer({ description: 'its maximum points in the check; 0 if it does not apply' }),
    share: Type.Object(
      { earned: Type.Integer({ minimum: 0 }), of: Type.Integer({ minimum: 1 }) },
      { additionalProperties: false, description: 'earned share of the weight, exact' },
    ),
    fails: Type.Boolean({ description: 'whether it causes the failure of its check' }),
    not_applicable: TextOrNull,
    observed: Type.Array(Observation),
    fix: orNull(Fix),
    evidence: orNull(GradedEvidence),
  },
  { additionalProperties: false },
);

const Earned = Type.Integer({ minimum: 0, maximum: 100, description: 'before a gate lowers them' });

const Improvement = Type.Object(
  {
    problem: Type.String({ description: 'headline of the problem' }),
    questions: Type.Array(Type.Object({ key: Text, id: Text }, { additionalProperties: false }), {
      description: 'the questions that it solves: all have the same fix or cause',
    }),
    score_before: Type.Integer({ description: 'after the improvements before it' }),
    score_after: Type.Integer(),
    opens: Type.Array(Text, { description: 'the gates that it opens' }),
  },
  { additionalProperties: false },
);

export const Evidence = Type.Object(
  {
    id: Uuid,
    domain: Text,
    kind: Type.Enum(['live', 'demonstration']),
    status: Type.Enum(['done', 'failed']),
    rubric_version: Type.Integer(),
    aeo_score: Type.Integer({ minimum: 0, maximum: 100 }),
    earned: Type.Integer({ minimum: 0, maximum: 100, description: 'the score without the cap of any gate' }),
    reachable: Type.Integer({ minimum: 0, maximum: 100, description: 'the score after all improvements' }),
    failure: orNull(Type.Object({ kind: Text, message: Text }, { additionalProperties: false })),
    gates: Type.Array(
      Type.Object({ id: Text, cap: Type.Integer(), key: Text, reason: Text }, { additionalProperties: false }),
      { description: 'gates that cap the score, the strictest first' },
    ),
    improvements: Type.Array(Improvement, { description: 'the changes, largest gain first' }),
    findings: Type.Array(
      Type.Object(
        { ...finding, earned: Earned, failure: TextOrNull, questions: Type.Array(Question), notes: Type.Array(Text) },
        { additionalProperties: false },
      ),
    ),
    stack: Type.Object({ builder: Text, server: Text, evidence: Type.Array(Text) }, { additionalProperties: false }),
    pages: Type.Array(Text, { description: 'judged pages, the home page first' }),
  },
  { additionalProperties: false },
);

const FIX_STATES = ['fixed', 'not_yet', 'new', 'not_asked', 'open'];
const QuestionPoints = Type.Object(
  { earned: Type.Integer(), max_points: Type.Integer() },
  { additionalProperties: false },
);

const VerifiedQuestion = Type.Object(
  {
    state: Type.Enum(FIX_STATES, {
      description:
        'fixed: lost points then, none now; not_yet: loses points then and now; new: loses points only now; not_asked: lost points then, does not apply now; open: loses points now, and the rubric has changed',
    }),
    key: Type.String({ description: 'key of the check' }),
    id: Text,
    ask: Text,
    must: Type.String({ description: 'what must be true to earn all points' }),
    problem: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'the problem now' }),
    before: orNull(QuestionPoints),
    after: orNull(QuestionPoints),
    change: orNull(Type.Enum(['better', 'same', 'worse'])),
    not_applicable: TextOrNull,
    observed: Type.Array(Observation, { description: 'what was seen now' }),
    fix: orNull(Fix),
  },
  { additionalProperties: false },
);

export const VerifiedFixes = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'of the new audit' }),
    domain: Text,
    started_at: Time,
    finished_at: Time,
    since: Type.Object(
      {
        id: Uuid,
        finished_at: Time,
        aeo_score: Type.Integer({ minimum: 0, maximum: 100 }),
        rubric_version: Type.Integer(),
      },
      { additionalProperties: false, description: 'the earlier audit' },
    ),
    aeo_score: Type.Integer({ minimum: 0, maximum: 100 }),
    rubric_version: Type.Integer(),
    is_comparable: Type.Boolean({ description: 'false if the rubric has changed: then nothing is compared' }),
    is_all_fixed: Type.Boolean({ description: 'true if no question loses points now' }),
    counts: Type.Object(
      {
        fixed: Type.Integer(),
        not_yet: Type.Integer(),
        new: Type.Integer(),
        not_asked: Type.Integer(),
        open: Type.Integer(),
      },
      { additionalProperties: false, description: 'number of questions by state' },
    ),
    gates: Type.Array(
      Type.Object(
        {
          id: Text,
          state: Type.Enum(['fixed', 'not_yet', 'new', 'open']),
          cap: Type.Integer(),
          reason: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null if it no longer applies' }),
        },
        { additionalProperties: false },
      ),
      { description: 'gates that cap the score now, the strictest first, or capped it then' },
    ),
    pages_not_judged: Type.Array(Text, {
      description: 'pages that were judged only in the earlier audit; fixes there are not verified',
    }),
    questions: Type.Array(VerifiedQuestion, {
      description: 'questions that lost points then or lose points now, by state; open ones by largest gain first',
    }),
  },
  { additionalProperties: false },
);

/** The domain in a path, and the tier in a query. */
export const DomainParams = Type.Object({ domain: Domain });
export const DomainQuery = Type.Object({ domain: Domain });
export const TierQuery = Type.Object({
  tier: Type.Optional(Type.Enum(['free', 'vip'], { default: 'free', description: ACCEPTS['tier'] ?? '' })),
});
export const FormatQuery = Type.Object({
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { description: `${ACCEPTS['format']}; default: by Accept, else json` }),
  ),
});

export const BatchFormatQuery = Type.Object({
  format: Type.Optional(Type.Enum(['jsonl', 'csv'], { description: 'jsonl or csv; default: by Accept, else jsonl' })),
});

const Count = Type.Integer({ minimum: 0 });
const Day = Type.String({ format: 'date', description: 'UTC' });
const VisitClass = Type.Enum(['ai_bot', 'ai_referral', 'traditional_bot', 'human']);
const Purpose = Type.Enum(['training', 'search', 'user']);

export function exactly<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

const TimeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

export const Batch = exactly({
  id: Uuid,
  status: Type.Enum(['queued', 'running', 'done'], { description: 'queued until its first audit starts' }),
  requested_at: Time,
  started_at: TimeOrNull,
  finished_at: TimeOrNull,
  estimated_finish_at: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'estimated from the pace so far; null if unknown or finished',
  }),
  domains: Type.Integer({ minimum: 1, maximum: MAX_DOMAINS, description: 'number of entries sent' }),
  duplicates: Type.Integer({ minimum: 0, description: 'number of repeated domains' }),
  counts: Type.Object(
    { queued: Count, running: Count, done: Count, failed: Count, refused: Count },
    { additionalProperties: false, description: 'number of domains, each counted once' },
  ),
});

export const CrawlerIndex = exactly({
  generated_at: Time,
  window_days: Type.Literal(7),
  totals: exactly({ ai_bot: Count, ai_referral: Count, traditional_bot: Count, human: Count }),
  by_vendor: Type.Array(
    exactly({
      vendor: Text,
      visits: Count,
      share: Type.Number({ minimum: 0, maximum: 1, description: 'share of all visits by AI crawlers, to 4 decimals' }),
    }),
    { description: 'visits by AI crawlers, most first' },
  ),
  daily: Type.Array(exactly({ day: Day, ai_bot: Count, ai_referral: Count, human: Count }), {
    minItems: 7,
    maxItems: 7,
    description: 'oldest first, today last',
  }),
  top_paths: Type.Array(exactly({ path: Text, visits: Count }), {
    maxItems: 20,
    description: 'visits by AI crawlers, most first',
  }),
  data_source: Type.String({ description: 'source of the numbers' }),
});

const Verification = Type.Enum(['verified', 'unverified', 'spoofed'], {
  description: 'whether a visit was really the vendor’s: verified, unverified (unknown) or spoofed',
});
const Verifications = exactly({ verified: Count, unverified: Count, spoofed: Count });

export const DomainVisits = exactly({
  domain: Text,
  window_days: Count,
  totals: exactly({ ai_bot: Count, ai_referral: Count, traditional_bot: Count, human: Count }),
  verification: Verifications,
  by_crawler: Type.Array(
    exactly({
      class: VisitClass,
      crawler: Text,
      vendor: TextOrNull,
      purpose: orNull(Purpose),
      visits: Count,
      verification: orNull(Verifications),
    }),
    { description: 'visits of named crawlers, most first' },
  ),
  by_vendor: Type.Array(exactly({ vendor: Text, visits: Count, verification: Verifications }), {
    description: 'visits of AI crawlers, most first',
  }),
  by_purpose: Type.Array(exactly({ purpose: Purpose, visits: Count, verification: Verifications }), {
    description: 'visits of AI crawlers, most first',
  }),
  daily: Type.Array(
    exactly({
      day: Day,
      ai_bot: Count,
      ai_referral: Count,
      traditional_bot: Count,
      human: Count,
      verification: Verifications,
    }),
    { description: 'oldest first, today last' },
  ),
  newest: Type.Array(
    exactly({
      time: Time,
      path: Text,
      class: VisitClass,
      crawler: TextOrNull,
      vendor: TextOrNull,
      purpose: orNull(Purpose),
      user_agent: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'as sent, at most 512 characters',
      }),
      referring_host: TextOrNull,
      verification: orNull(Verification),
    }),
    { maxItems: 100, description: 'newest first' },
  ),
});

export const TrafficUploadHeaders = Type.Object({
  'citable-source': Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: `name of the log: ${ACCEPTS['citable-source']}; with Citable-Offset`,
    }),
  ),
  'citable-offset': Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      description:
        'offset of the body’s first byte in the log, both decoded; lines that were counted before are skipped',
    }),
  ),
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[ -~]{1,255}$',
      description: `${ACCEPTS['idempotency-key']}; the same body with the same key is counted once; instead of Citable-Source`,
    }),
  ),
});

export const TrafficUploadQuery = Type.Object({
  format: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'name of the format, or the notation of nginx’s log_format; default: detected',
      examples: ['combined'],
    }),
  ),
});

export const TrafficUploadResult = exactly({
  accepted: Type.Integer({ minimum: 0, description: 'counted requests' }),
  ignored: Type.Integer({
    minimum: 0,
    description: 'requests to other hosts, without a time, in the future, or older than stored data',
  }),
  bad_lines: Type.Integer({ minimum: 0, description: 'lines that do not match the format' }),
  first_bad_lines: Type.Optional(Type.Array(Text, { maxItems: 3 })),
  duplicate: Type.Boolean({ description: 'true if the whole body was counted before' }),
  next_offset: Type.Optional(
    Type.Integer({ minimum: 0, description: 'with Citable-Source: offset of the next byte to send' }),
  ),
});

const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

export const TrafficQuery = Type.Object({
  from: Type.Optional(
    Type.String({ pattern: DAY_PATTERN, description: 'first day in UTC; default: 29 days before `to`' }),
  ),
  to: Type.Optional(Type.String({ pattern: DAY_PATTERN, description: 'last day in UTC; default: today' })),
  group: Type.Optional(
    Type.Enum(['crawler', 'path', 'status', 'day'], { default: 'crawler', description: 'grouping of `rows`' }),
  ),
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { description: `${ACCEPTS['format']}; default: by Accept, else json` }),
  ),
});

const trafficCounts = {
  requests: Count,
  bytes: Count,
  errors: Type.Integer({ minimum: 0, description: 'responses with a 4xx or 5xx status' }),
};

const AuditedTraffic = Type.Unsafe<AuditedTrafficRead>(
  Type.Object(
    {
      audit_id: Uuid,
      gathered_at: Time,
      forbidden: orNull(
        Type.Array(
          exactly({
            crawler: Text,
            vendor: Text,
            robots: Type.String({ description: 'its vendor’s statement about robots.txt' }),
            line: Type.Integer({ minimum: 1, description: 'line of the rule in robots.txt' }),
            rule: Text,
            requests: Count,
            paths: Type.Array(Text),
          }),
          { description: 'requests that robots.txt forbids; null if it was not read' },
        ),
      ),
      maybe_forbidden: Type.Integer({
        minimum: 0,
        description: 'requests that are forbidden or allowed depending on their query string',
      }),
      not_compared: Type.Integer({ minimum: 0, description: 'requests whose paths were not compared' }),
      sitemap: exactly({
        entries: Count,
        pages: Type.Integer({ minimum: 0, description: 'compared entries' }),
        since: Type.String({ description: 'first counted day, at most 30 days ago; "" without logs' }),
        days_with_logs: Count,
        fetched: Count,
        not_fetched: Count,
        unknown: Count,
        not_fetched_pages: Type.Array(exactly({ url: Text, last_fetch: TextOrNull }), { maxItems: 50 }),
      }),
      broken_pages: Type.Array(
        exactly({
          path: Text,
          in_sitemap: Type.Boolean(),
          not_found: Count,
          redirects: Count,
          crawlers: Type.Array(Text),
        }),
        { maxItems: 50, description: 'requested pages that are missing (404, 410) or redirect' },
      ),
      refusals: Type.Array(
        exactly({
          crawler: TextOrNull,
          vendor: TextOrNull,
          verified: Count,
          unverified: Count,
          paths: Type.Array(Text),
        }),
        {
          description:
            'requests that got 401, 403 or 429; for verified crawlers, these prove that something blocks them',
        },
      ),
    },
    { additionalProperties: false, description: 'comparison with the newest audit, without impostors' },
  ),
);

export const DomainTraffic = exactly({
  domain: Text,
  from: Day,
  to: Day,
  group: Type.Enum(['crawler', 'path', 'status', 'day']),
  totals: exactly({
    ai_bot: Count,
    ai_referral: Count,
    traditional_bot: Count,
    human: Count,
    bytes: Type.Integer({ minimum: 0, description: 'sent to AI crawlers' }),
    errors: Type.Integer({ minimum: 0, description: 'responses to AI crawlers with a 4xx or 5xx status' }),
    verification: Verifications,
  }),
  trend: Type.Array(exactly({ day: Day, vendor: TextOrNull, purpose: orNull(Purpose), requests: Count }), {
    description: 'requests of AI crawlers, oldest day first',
  }),
  rows: Type.Array(
    exactly({
      day: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date' }),
      path: Type.Unsafe<string | null>({ type: ['string', 'null'], description: '"" for paths that are not listed' }),
      status: IntegerOrNull,
      crawler: TextOrNull,
      vendor: TextOrNull,
      purpose: orNull(Purpose),
      ...trafficCounts,
      verification: Verifications,
      last_at: Time,
    }),
    {
      maxItems: 10_000,
      description:
        'requests of AI crawlers by crawler; by path and crawler; by status and crawler; or by day, vendor and purpose. Other fields are null. Most requests first; days in order',
    },
  ),
  referrals: Type.Array(exactly({ vendor: TextOrNull, path: Text, visits: Count }), {
    maxItems: 1_000,
    description: 'visitors sent by AI assistants, by landing page, most first',
  }),
  impostors: Type.Array(exactly({ crawler: TextOrNull, vendor: TextOrNull, requests: Count, last_at: Time }), {
    description: 'requests from addresses that are not the vendor’s, by the claimed crawler',
  }),
  site: orNull(AuditedTraffic),
});

export const OffsetGapFailure = Type.Object(
  { error: Text, expected_offset: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false, description: 'The body begins after the next expected byte' },
);

export const Ownership = exactly({
  domain: Text,
  published_by: orNull(
    Type.Enum(['you', 'another_key', 'nobody'], {
      description:
        'owner of the domain; null: not published; nobody: published without an owner, and the next key that publishes it owns it',
    }),
  ),
  is_required: Type.Boolean({ description: 'true if a key needs the proof to publish the domain' }),
  txt_record: exactly({ name: Text, value: Text }),
  file: exactly({ url: Text, content: Text }),
});

export const HostedFileCheck = exactly({
  domain: Text,
  url: Type.String({ description: 'the requested URL' }),
  hosted_url: Type.String({ description: 'the hosted file' }),
  is_hosted: orNull(
    Type.Boolean({
      description:
        'whether the URL leads to the hosted file: it redirects there, or its response has the same text; null: unknown',
    }),
  ),
  status: orNull(Type.Integer({ description: 'status of the last response; null: there was none' })),
  message: Type.String({ description: 'the result in a sentence' }),
});

export const AuditHistory = exactly({
  domain: Text,
  audits: Type.Array(
    exactly({
      id: Uuid,
      aeo_score: Type.Integer({ minimum: 0, maximum: 100 }),
      rubric_version: Type.Integer(),
      started_at: Time,
      finished_at: Time,
    }),
    { maxItems: 100, description: 'finished live audits, newest first' },
  ),
});

export const Health = Type.Object({ status: Type.Literal('ok') }, { additionalProperties: false });

export const Ready = exactly({
  status: Type.Literal('ready'),
  lacks: Type.Optional(
    Type.Array(Text, {
      minItems: 1,
      description: 'what does not work at the moment, one sentence each; the service is ready nevertheless',
    }),
  ),
});
export const Unready = Type.Object(
  { status: Type.Literal('unready'), reasons: Type.Array(Text, { minItems: 1 }) },
  { additionalProperties: false, description: 'Something is missing, or the service is stopping' },
);

/** An error response: `{"error": "one sentence"}`. @param when it is sent */
export function failure(when: string) {
  return Type.Object(
    { error: Type.String({ description: 'one sentence' }) },
    { additionalProperties: false, description: when },
  );
}

/** A 304, which has no body. */
export const NOT_MODIFIED = Type.Unsafe<undefined>({ type: 'null', description: 'Not modified' });

/** Errors that every endpoint may send. */
export const COMMON_FAILURES = {
  429: failure('Too many requests: see Retry-After and the RateLimit fields'),
  500: failure('A fault of the service; its log has the details'),
  503: failure('Too many requests are waiting: see Retry-After'),
};

/** Errors of endpoints for the key that owns a published domain. */
export const OWNED_DOMAIN_FAILURES = {
  401: failure('A valid API key is needed'),
  403: failure('Another key owns the domain, or no key does'),
  404: failure('The domain is not published'),
  ...COMMON_FAILURES,
};

/** How a request with a tier can fail, tier vip being made of a live audit. */
export const TIERED_FAILURES = {
  ...COMMON_FAILURES,
  400: failure('A parameter is missing, repeated or not accepted'),
  401: failure('Tier vip needs a valid API key'),
  502: failure(
    'The site could not be read, or none of its pages can be listed in an llms.txt; X-Service-Audit-Id names the audit',
  ),
  503: failure(
    'Too many audits are waiting, nothing can be stored for now, there is no public URL to publish at, or the service is stopping',
  ),
};
