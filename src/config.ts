import { isIP } from 'node:net';
import Type, { type Static, type TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { quote } from './untrusted-text.ts';

const days = (name: string, byDefault: number) =>
  Type.Integer({ minimum: 1, maximum: 36_500, default: byDefault, description: `a number of days to keep ${name}` });

const rate = (of: string, byDefault: number) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Literal('off')], {
    default: byDefault,
    description: `a number of ${of}, or off`,
  });

/** Every setting: an environment variable of that name, its default, and in `description` what it accepts. */
const Settings = Type.Object({
  HOST: Type.String({
    minLength: 1,
    pattern: '^[A-Za-z0-9.:_-]+$',
    default: '127.0.0.1',
    description: 'an address or host name to listen on',
  }),
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 8080,
    description: 'a port to listen on, 0 to 65535 (0 takes a free one)',
  }),
  BASE_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'the http or https URL that clients reach this service by' }),
  ),
  DATA_DIR: Type.String({ minLength: 1, default: './data', description: 'a folder' }),
  DATABASE_URL: Type.Optional(
    Type.Never({ description: 'left unset: PostgreSQL is not available yet, and the embedded SQLite is used' }),
  ),
  SNAPSHOT_STORE: Type.Union([Type.Literal('file'), Type.Literal('none')], {
    default: 'file',
    description: 'file or none (s3://… is not available yet)',
  }),
  LIVE_AUDITS: Type.Union([Type.Literal('key'), Type.Literal('public')], {
    default: 'key',
    description: 'key or public',
  }),
  TRUST_PROXY: Type.Union([Type.Literal('off'), Type.Integer({ minimum: 1, maximum: 16 }), Type.String()], {
    default: 'off',
    description: 'off, the number of proxies in front (1 to 16), or their addresses or CIDR ranges, comma-separated',
  }),
  LOG_LEVEL: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'trace, debug, info, warn, error, fatal or silent' },
  ),
  METRICS: Type.Union([Type.Literal('key'), Type.Literal('public'), Type.Literal('off')], {
    default: 'key',
    description: 'key, public or off',
  }),
  RATE_LIMIT: rate('requests per minute and client address', 300),
  AUDIT_RATE_LIMIT: rate('live audits per minute and key', 30),
  MAX_RUNNING_AUDITS: Type.Integer({
    minimum: 1,
    maximum: 256,
    default: 4,
    description: 'a number of live audits that run at once, 1 to 256',
  }),
  MAX_QUEUED_AUDITS: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    default: 100,
    description: 'a number of live audits that may wait, 0 to 100000',
  }),
  SCHEDULES: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on', description: 'on or off' }),
  AUDIT_RETENTION_DAYS: days('audits', 90),
  SNAPSHOT_RETENTION_DAYS: days('snapshots', 30),
  VISIT_RETENTION_DAYS: days('visits', 90),
  ALLOW_PRIVATE_TARGETS: Type.Boolean({ default: false, description: '1 or 0' }),
  CONNECT_TO: Type.Optional(
    Type.String({ description: 'host:port:address:port, comma-separated, as in curl --connect-to' }),
  ),
});

export type Config = Readonly<Static<typeof Settings>>;

/** Where a site's owner can read who audits it; null when the service has no public URL. It goes into the user agents. */
export function aboutUrl({ BASE_URL }: Pick<Config, 'BASE_URL'>): string | null {
  return BASE_URL === undefined ? null : `${BASE_URL}/bot`;
}

export type ReadConfig =
  | { readonly ok: true; readonly config: Config }
  /** `problem` is one line: the setting, its value, and what it accepts. */
  | { readonly ok: false; readonly problem: string };

/** What a schema cannot say of a text. */
const FURTHER_RULES: Partial<Record<keyof Config, (value: unknown) => boolean>> = {
  BASE_URL: (value) => isBaseUrl(String(value)),
  TRUST_PROXY: (value) => value === 'off' || typeof value === 'number' || isAddressList(String(value)),
};

/**
 * Reads the settings from environment variables. An empty variable counts as unset. `BASE_URL` comes out without a
 * trailing slash; `CONNECT_TO` is left as text, because its rules belong to whoever connects.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ReadConfig {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Settings.properties)) {
    const text = env[name]?.trim() ?? '';
    if (text === '') {
      if ('default' in schema) values[name] = schema.default;
      continue;
    }
    const value = readings(text).find((reading) => accepts(name, schema, reading));
    if (value === undefined) {
      return { ok: false, problem: `${name} is "${shown(name, text)}"; it must be ${describe(schema)}.` };
    }
    values[name] = name === 'BASE_URL' && typeof value === 'string' ? value.replace(/\/+$/, '') : value;
  }
  if (!Check(Settings, values)) throw new Error('The defaults of the settings do not fit their schema.');
  return { ok: true, config: values };
}

/** What an environment variable's text may stand for, the most specific first. */
function readings(text: string): unknown[] {
  const number = /^\d{1,9}$/.test(text) ? [Number(text)] : [];
  const flag = text === '1' ? [true] : text === '0' ? [false] : [];
  return [...number, ...flag, text];
}

function accepts(name: string, schema: TSchema, value: unknown): boolean {
  const further = Object.entries(FURTHER_RULES).find(([setting]) => setting === name)?.[1];
  return Check(schema, value) && (further === undefined || further(value));
}

function describe(schema: TSchema): string {
  return 'description' in schema ? String(schema.description) : 'something else';
}

/** A database URL carries a password: it is not repeated. */
function shown(name: string, text: string): string {
  return name === 'DATABASE_URL' ? '…' : quote(text, 60);
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

function isAddressList(text: string): boolean {
  return text.split(',').every((entry) => {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry.trim()) ?? [];
    const version = isIP(address);
    return version !== 0 && (prefix === undefined || Number(prefix) <= (version === 4 ? 32 : 128));
  });
}
