import { isIP } from 'node:net';
import Type, { type Static, type TSchema, type TStringOptions } from 'typebox';
import { Check } from 'typebox/schema';
import { isBrandColor, isLogo, isShownUrl } from './brand-settings.ts';
import { parseBucketUrl } from './bucket-url.ts';
import { BYTE_SIZE } from './byte-size.ts';
import { DEFAULT_PAGES, MOST_PAGES } from './page-count.ts';
import type { Parsed } from './parsed.ts';
import { quote } from './untrusted-text.ts';

const days = (title: string, name: string, byDefault: number) =>
  Type.Integer({
    minimum: 1,
    maximum: 36_500,
    default: byDefault,
    title,
    description: `a number of days to store ${name}`,
  });

const rate = (of: string, byDefault: number) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Literal('off')], {
    default: byDefault,
    title: 'Limit per minute. Requests above it get 429.',
    description: `a number of ${of}, or off`,
  });

const optional = (options: TStringOptions) => Type.Optional(Type.String(options));

/**
 * Every setting: an environment variable of that name, its default, in `title` what it is for and in `description` what it
 * accepts. `docs/settings.md` is written from it.
 */
const Settings = Type.Object({
  HOST: Type.String({
    minLength: 1,
    pattern: '^[A-Za-z0-9.:_-]+$',
    default: '127.0.0.1',
    title: 'The listening address and port.',
    description: 'an address or host name to listen on',
  }),
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 8080,
    title: 'The listening address and port.',
    description: 'a port to listen on, 0 to 65535 (0 takes a free one)',
  }),
  BASE_URL: optional({
    pattern: '^https?://',
    title:
      'The public URL of the service, used in hosted URLs, OpenAPI, pages and user agents. If unset, the listening address is used; with `HOST` 0.0.0.0 or ::, nothing can be published then.',
    description: 'the http or https URL under which clients reach this service',
  }),
  BRAND_NAME: optional({
    pattern: '^[^\\p{C}]{1,40}$',
    title: 'Name shown instead of Citable on pages, in printed reports and in Markdown.',
    description: 'a name of 1 to 40 characters',
  }),
  BRAND_LOGO: optional({
    title: 'Logo shown beside the name.',
    description: 'an https URL without a user, or the path of a file .svg, .png, .jpg or .webp of at most 256 KiB',
  }),
  BRAND_COLOR: optional({
    title: 'Colour of links and buttons. The dark theme uses a lighter shade.',
    description: 'a colour such as #0b5d52, dark enough for text on a light page (a contrast of 4.5:1)',
  }),
  BRAND_URL: optional({
    pattern: '^https?://',
    title: 'Link target of the name in the footer and in Markdown.',
    description: 'an http or https URL without a user',
  }),
  CONTACT: optional({
    maxLength: 200,
    pattern: '^(https?://|(mailto:)?[^\\s@:<>"?&]+@[^\\s@:<>"?&]+$)',
    title: 'Where people ask for a key: shown where a key is needed, and in the footer.',
    description: 'an e-mail address, or an http or https URL without a user',
  }),
  IMPRINT_URL: optional({
    pattern: '^https?://',
    title: 'Link to the imprint, in the footer.',
    description: 'an http or https URL without a user',
  }),
  PRIVACY_URL: optional({
    pattern: '^https?://',
    title: 'Link to the privacy notice, in the footer.',
    description: 'an http or https URL without a user',
  }),
  CITABLE_COMMAND: optional({
    pattern: '^[ -_a-~]{1,200}$',
    title:
      'The Citable command shown on pages and in fix guides. If unset, pages show no commands to copy, and `citable fix-guide` shows the command that started it. Reports name commands either way.',
    description:
      'how users call the command, such as docker run --rm citable: one line of printable ASCII without backticks',
  }),
  DATA_DIR: Type.String({
    minLength: 1,
    default: './data',
    title: 'Folder of the embedded database and the snapshots. Created if missing.',
    description: 'a folder',
  }),
  DATABASE_URL: optional({
    pattern: '^postgres(ql)?://',
    title: 'The PostgreSQL database. If unset, an embedded database in `DATA_DIR` is used.',
    description: 'the URL of a PostgreSQL database, postgres://user:password@host:port/database',
  }),
  SNAPSHOT_STORE: Type.Union([Type.Literal('file'), Type.Literal('none'), Type.String({ pattern: '^s3://' })], {
    default: 'file',
    title:
      'Where snapshots of the audited home pages, and pictures of pages in a browser, are stored. `file` stores them in `DATA_DIR`.',
    description: 'file, none, or s3://bucket or s3://bucket/prefix (letters, digits, and - _ . / in the prefix)',
  }),
  S3_ENDPOINT: optional({
    pattern: '^https?://',
    title: 'The S3 endpoint of a vendor other than AWS (MinIO, R2, Garage).',
    description: 'an http or https URL without a user, a query or a fragment',
  }),
  S3_REGION: optional({
    pattern: '^[a-z0-9-]{1,40}$',
    title: 'Region of the bucket. If unset, `AWS_REGION` or us-east-1.',
    description: 'the name of a region, such as eu-central-1',
  }),
  S3_FORCE_PATH_STYLE: Type.Boolean({
    default: false,
    title: '1 puts the bucket in the path instead of the host name, as MinIO and Garage require.',
    description: '1 or 0',
  }),
  LIVE_AUDITS: Type.Enum(['key', 'public'], {
    default: 'key',
    title: 'Who may run live audits: only holders of an API key, or everyone.',
    description: 'key or public',
  }),
  REPORTS: Type.Enum(['public', 'private'], {
    default: 'public',
    title:
      'Who may read reports, evidence, snapshots and the pages of domains: everyone who knows the id or name, or only holders of an API key or a shared link. Badges and hosted files are always public.',
    description: 'public or private',
  }),
  TRUST_PROXY: Type.Union([Type.Literal('off'), Type.Integer({ minimum: 1, maximum: 16 }), Type.String()], {
    default: 'off',
    title: 'The proxies whose `X-Forwarded-For` is trusted.',
    description: 'off, the number of proxies in front (1 to 16), or their addresses or CIDR ranges, comma-separated',
  }),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    title: 'The lowest level that is logged.',
    description: 'trace, debug, info, warn, error, fatal or silent',
  }),
  METRICS: Type.Enum(['key', 'public', 'off'], {
    default: 'key',
    title: 'Who may read `/metrics`: holders of an API key, everyone, or nobody (404).',
    description: 'key, public or off',
  }),
  RATE_LIMIT: rate('requests per minute and client address', 300),
  AUDIT_RATE_LIMIT: rate('live audits per minute and key', 30),
  RUN_AUDITS: Type.Enum(['on', 'off'], {
    default: 'on',
    title: 'Whether `citable serve` runs audits. `off` leaves them to `citable worker` and requires `DATABASE_URL`.',
    description: 'on or off',
  }),
  MAX_RUNNING_AUDITS: Type.Union([Type.Integer({ minimum: 1, maximum: 256 }), Type.Literal('auto')], {
    default: 'auto',
    title:
      'Maximum concurrent live audits; further ones wait. `auto`: 4, and more while processors are idle, up to one for each 512 MB of memory and 32. Of three or more, about a quarter is reserved for clients without a running audit.',
    description: 'a number of live audits that run at once, 1 to 256, or auto',
  }),
  MAX_AUDITS_PER_HOST: Type.Integer({
    minimum: 1,
    maximum: 256,
    default: 4,
    title: 'Maximum concurrent live audits per host (registrable domain), across all processes. Further ones wait.',
    description: 'a number of live audits that run at once of one host, 1 to 256',
  }),
  MAX_QUEUED_AUDITS: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    default: 100,
    title: 'Maximum queued live audits; further requests get 503. One client can use at most half of the queue.',
    description: 'a number of live audits that may wait, 0 to 100000',
  }),
  MAX_PAGES: Type.Integer({
    minimum: DEFAULT_PAGES,
    maximum: MOST_PAGES,
    default: 500,
    title:
      'Maximum number of pages that one audit may be asked to read. An audit of more than 25 runs beside the others, one at a time in each process, and takes up to about 1.2 seconds a page.',
    description: `a number of pages, ${DEFAULT_PAGES} to ${MOST_PAGES}`,
  }),
  RENDER: Type.Enum(['on', 'off'], {
    default: 'off',
    title:
      'Whether an audit may be asked to also load the judged pages in the installed Chromium or Chrome (`CHROME_PATH`, else the usual places), through the proxy that guards addresses. One audit at a time in each process; a browser may use 1.5 GB of memory. The score stays the same.',
    description: 'on or off',
  }),
  SCHEDULES: Type.Enum(['on', 'off'], {
    default: 'on',
    title:
      'Whether to audit published domains daily and to fetch the addresses and keys of crawlers from their vendors.',
    description: 'on or off',
  }),
  AUDIT_RETENTION_DAYS: days('How long finished audits are stored.', 'audits', 90),
  SNAPSHOT_RETENTION_DAYS: days(
    'How long snapshots and pictures are stored, at most as long as their audits.',
    'snapshots',
    30,
  ),
  VISIT_RETENTION_DAYS: days(
    'How long visits and traffic are stored. Totals of visits are stored forever.',
    'visits, and traffic from access logs',
    90,
  ),
  STORAGE_PER_KEY: Type.String({
    pattern: `${BYTE_SIZE}|^off$`,
    default: '2GB',
    title:
      'Maximum storage of a key: its audits with their snapshots, its batches, its published domains and their access logs. Above it, its new audits, uploads and domains get 507. Everything without a key shares one such budget.',
    description: 'a size such as 500MB or 2GB, or off',
  }),
  STORAGE_EVICT: Type.Enum(['off', 'oldest'], {
    default: 'off',
    title:
      'Whether the oldest audits of a key whose storage is full are deleted for new ones. Its newest of each site, and those of the last 24 hours, stay.',
    description: 'off or oldest',
  }),
  MIN_FREE_DISK: Type.String({
    pattern: `${BYTE_SIZE}|^off$`,
    default: '1GB',
    title:
      'Free space of the disk of `DATA_DIR`, at most 5 % of the disk. Below it, new audits and uploads get 507, queued audits wait, and visits are still recorded. Ignored when nothing is stored in `DATA_DIR`.',
    description: 'a size such as 500MB or 1GB, or off',
  }),
  REQUIRE_OWNERSHIP: Type.Enum(['off', 'dns'], {
    default: 'off',
    title: 'Whether publishing a domain requires proof of control. `dns` requires a TXT record or a file.',
    description: 'off or dns',
  }),
  INDEX_COUNTS: Type.Enum(['claimed', 'verified'], {
    default: 'claimed',
    title: 'Which visits of AI crawlers the index counts: all visits that claim to be from one, or only verified ones.',
    description: 'claimed or verified',
  }),
  ALLOW_PRIVATE_TARGETS: Type.Boolean({
    default: false,
    title:
      'Whether private names, addresses and ports may be audited. Only for your own machine and for tests. Link-local and cloud metadata addresses stay refused.',
    description: '1 or 0',
  }),
  CONNECT_TO: optional({
    title: 'Connects to another address for some sites.',
    description: 'host:port:address:port, comma-separated, as in curl --connect-to',
  }),
  ALLOW_TARGETS: optional({
    title:
      'Targets that may be audited whatever their address, also link-local and cloud metadata addresses. Nothing else opens these.',
    description: 'host names or IP addresses, comma-separated',
  }),
  DENY_TARGETS: optional({
    title: 'Addresses that Citable never connects to, such as the public addresses of its own network.',
    description: 'IP addresses or CIDR ranges, comma-separated',
  }),
  EGRESS_PROXY: optional({
    title: 'The HTTP proxy for requests to audited sites and to vendors of crawlers.',
    description: 'http://host:port or http://user:password@host:port',
  }),
});

export type Config = Readonly<Static<typeof Settings>>;

/** Where a site's owner can read who audits it; null when the service has no public URL. It goes into the user agents. */
export function aboutUrl({ BASE_URL }: Pick<Config, 'BASE_URL'>): string | null {
  return BASE_URL === undefined ? null : `${BASE_URL}/bot`;
}

/** `problem` is one line: the setting, its value, and what it accepts. */
export type ReadConfig = Parsed<{ config: Config }>;

/** Rules that a schema cannot express. */
const FURTHER_RULES: Partial<Record<keyof Config, (value: unknown) => boolean>> = {
  BASE_URL: (value) => isPlainUrl(String(value)),
  BRAND_LOGO: (value) => isLogo(String(value)),
  BRAND_COLOR: (value) => isBrandColor(String(value)),
  BRAND_URL: (value) => isShownUrl(String(value)),
  CONTACT: (value) => !/^https?:/.test(String(value)) || isShownUrl(String(value)),
  IMPRINT_URL: (value) => isShownUrl(String(value)),
  PRIVACY_URL: (value) => isShownUrl(String(value)),
  DATABASE_URL: (value) => isDatabaseUrl(String(value)),
  S3_ENDPOINT: (value) => isPlainUrl(String(value)),
  SNAPSHOT_STORE: (value) => value === 'file' || value === 'none' || parseBucketUrl(String(value)) !== null,
  TRUST_PROXY: (value) => value === 'off' || typeof value === 'number' || isAddressList(String(value)),
};

/** What a value may have, and comes out without. */
const LEFT_OUT: Readonly<Record<string, RegExp>> = { BASE_URL: /\/+$/, CONTACT: /^mailto:/ };

/** Environment variables, as in `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from environment variables. An empty variable counts as unset. `CONNECT_TO`,
 * `ALLOW_TARGETS`, `DENY_TARGETS` and `EGRESS_PROXY` stay text: `src/fetch` parses them.
 */
export function readConfig(env: Env): ReadConfig {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Settings.properties)) {
    const text = env[name]?.trim() ?? '';
    if (text === '') {
      if ('default' in schema) values[name] = schema.default;
      continue;
    }
    const value = readings(text).find((reading) => accepts(name, schema, reading));
    if (value === undefined) {
      return {
        ok: false,
        problem: `${name} is "${shown(name, text)}"; it must be ${readAnnotation(schema, 'description')}.`,
      };
    }
    const rest = LEFT_OUT[name];
    values[name] = rest !== undefined && typeof value === 'string' ? value.replace(rest, '') : value;
  }
  if (!Check(Settings, values)) throw new Error('The defaults of the settings do not fit their schema.');
  return { ok: true, config: values };
}

/** A setting as `docs/settings.md` tells of it. */
export interface Setting {
  readonly name: string;
  readonly purpose: string;
  /** What is accepted, in the words of the error message. */
  readonly accepted: string;
  /** As it would be set; null of what is unset by default. */
  readonly byDefault: string | null;
}

/** Every setting there is, in the order of the schema. */
export const SETTINGS: readonly Setting[] = Object.entries(Settings.properties).map(([name, schema]) => ({
  name,
  purpose: readAnnotation(schema, 'title'),
  accepted: readAnnotation(schema, 'description'),
  byDefault: 'default' in schema ? asText(schema.default) : null,
}));

function asText(value: unknown): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

/** Values that an environment variable's text may mean, the most specific first. */
function readings(text: string): unknown[] {
  const number = /^\d{1,9}$/.test(text) ? [Number(text)] : [];
  const flag = text === '1' ? [true] : text === '0' ? [false] : [];
  return [...number, ...flag, text];
}

function accepts(name: string, schema: TSchema, value: unknown): boolean {
  const further = Object.entries(FURTHER_RULES).find(([setting]) => setting === name)?.[1];
  return Check(schema, value) && (further === undefined || further(value));
}

function readAnnotation(schema: TSchema, annotation: 'title' | 'description'): string {
  const text: unknown = Object.entries(schema).find(([keyword]) => keyword === annotation)?.[1];
  if (typeof text !== 'string') throw new Error(`A setting has no ${annotation}.`);
  return text;
}

/** What may carry a password is not repeated. */
function shown(name: string, text: string): string {
  return name === 'DATABASE_URL' || text.includes('@') ? '…' : quote(text, 60);
}

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  return isShownUrl(text) && url?.search === '' && url.hash === '';
}

/** Returns whether a URL can be parsed: a later parser would report an error that contains the password. */
function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.host === '') return false;
  try {
    for (const part of [url.username, url.password, url.host, url.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Parses a value of `TRUST_PROXY`: `off`, 1 to 16, or addresses and CIDR ranges with commas between. Null for any other. */
export function parseTrustProxy(text: string): Config['TRUST_PROXY'] | null {
  if (text === 'off') return text;
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= 16 ? Number(text) : null;
  return isAddressList(text) ? text : null;
}

function isAddressList(text: string): boolean {
  return text.split(',').every((entry) => {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry.trim()) ?? [];
    const version = isIP(address);
    return version !== 0 && (prefix === undefined || Number(prefix) <= (version === 4 ? 32 : 128));
  });
}
