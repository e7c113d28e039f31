import type { LogFormat } from '../log-entry.ts';
import { type JsonMapping, jsonParser } from './json.ts';
import { compileTemplate } from './template.ts';
import { createW3cParser } from './w3c.ts';

export { BadLogFormat } from './template.ts';

const COMMON = '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent';
const COMBINED = `${COMMON} "$http_referer" "$http_user_agent"`;

/** Formats of one text line per request. Those that say more come first, because a line of one may be read as the next. */
const TEMPLATES: readonly (readonly [name: string, title: string, template: string])[] = [
  ['vhost', 'Apache with the virtual host first', `$host ${COMBINED}`],
  ['combined', 'Combined Log Format (nginx, Apache, Traefik, LiteSpeed)', COMBINED],
  [
    'alb',
    'AWS Application Load Balancer',
    '$type $time_iso8601 $elb $client $target_address $t1 $t2 $t3 $status $target_status $received $bytes_sent "$request" "$http_user_agent" ',
  ],
  ['common', 'Common Log Format, which has no user agents', COMMON],
];

/** Formats of one JSON object per line. */
const MAPPINGS: readonly (JsonMapping & Pick<LogFormat, 'name' | 'title'>)[] = [
  {
    name: 'citable',
    title: 'Citable’s own adapters for applications',
    required: ['citable', 'path', 'status'],
    time: ['time'],
    address: ['address'],
    host: ['host'],
    method: ['method'],
    target: ['path'],
    status: ['status'],
    bytes: ['bytes'],
    referer: ['referrer'],
    userAgent: ['user_agent'],
  },
  {
    name: 'caddy',
    title: 'Caddy',
    required: ['request.uri', 'status'],
    time: ['ts'],
    address: ['request.client_ip', 'request.remote_ip', 'request.remote_addr'],
    host: ['request.host'],
    method: ['request.method'],
    target: ['request.uri'],
    status: ['status'],
    bytes: ['size'],
    referer: ['request.headers.Referer'],
    userAgent: ['request.headers.User-Agent'],
  },
  {
    name: 'traefik',
    title: 'Traefik (JSON)',
    required: ['RequestPath', 'DownstreamStatus'],
    time: ['StartUTC', 'time'],
    address: ['ClientHost', 'ClientAddr'],
    host: ['RequestHost', 'RequestAddr'],
    method: ['RequestMethod'],
    target: ['RequestPath'],
    status: ['DownstreamStatus'],
    bytes: ['DownstreamContentSize'],
    referer: ['request_Referer'],
    userAgent: ['request_User-Agent'],
  },
  {
    name: 'cloudflare',
    title: 'Cloudflare Logpush',
    required: ['ClientRequestURI', 'EdgeResponseStatus'],
    time: ['EdgeStartTimestamp'],
    address: ['ClientIP'],
    host: ['ClientRequestHost'],
    method: ['ClientRequestMethod'],
    target: ['ClientRequestURI'],
    status: ['EdgeResponseStatus'],
    bytes: ['EdgeResponseBytes'],
    referer: ['ClientRequestReferer'],
    userAgent: ['ClientRequestUserAgent'],
  },
  {
    name: 'vercel',
    title: 'Vercel log drain',
    required: ['proxy.path', 'proxy.userAgent'],
    time: ['proxy.timestamp', 'timestamp'],
    address: ['proxy.clientIp'],
    host: ['proxy.host', 'host'],
    method: ['proxy.method'],
    target: ['proxy.path'],
    status: ['proxy.statusCode', 'statusCode'],
    bytes: ['proxy.responseByteSize'],
    referer: ['proxy.referer'],
    userAgent: ['proxy.userAgent'],
  },
  {
    name: 'netlify',
    title: 'Netlify log drain',
    required: ['url', 'status_code', 'log_type'],
    time: ['timestamp'],
    address: ['client_ip'],
    host: [],
    method: ['method'],
    target: ['url'],
    status: ['status_code'],
    bytes: ['response_size', 'bytes_sent'],
    referer: ['referrer', 'referer'],
    userAgent: ['user_agent'],
  },
  {
    name: 'google-cloud',
    title: 'Google Cloud load balancer',
    required: ['httpRequest.requestUrl'],
    time: ['timestamp', 'receiveTimestamp'],
    address: ['httpRequest.remoteIp'],
    host: [],
    method: ['httpRequest.requestMethod'],
    target: ['httpRequest.requestUrl'],
    status: ['httpRequest.status'],
    bytes: ['httpRequest.responseSize'],
    referer: ['httpRequest.referer'],
    userAgent: ['httpRequest.userAgent'],
  },
  {
    name: 'fastly',
    title: 'Fastly (JSON, with the names of its documentation)',
    required: ['request_user_agent', 'response_status'],
    time: ['timestamp'],
    address: ['client_ip'],
    host: ['host'],
    method: ['request_method'],
    target: ['url'],
    status: ['response_status'],
    bytes: ['response_body_size'],
    referer: ['request_referer'],
    userAgent: ['request_user_agent'],
  },
  {
    name: 'nginx-json',
    title: 'nginx with escape=json, keys named after its variables',
    required: ['status', 'http_user_agent'],
    time: ['time_iso8601', 'msec', 'time_local', 'time', 'timestamp'],
    address: ['remote_addr'],
    forwarded: ['http_x_real_ip', 'http_cf_connecting_ip', 'http_x_forwarded_for', 'proxy_protocol_addr'],
    host: ['host', 'http_host', 'server_name'],
    method: ['request_method'],
    target: ['request_uri', 'request', 'uri'],
    query: ['args', 'query_string'],
    status: ['status'],
    bytes: ['bytes_sent', 'body_bytes_sent'],
    referer: ['http_referer', 'http_referrer'],
    userAgent: ['http_user_agent'],
  },
];

/** All formats that are detected, in the order in which they are tried. */
export const LOG_FORMATS: readonly LogFormat[] = [
  { name: 'w3c', title: 'W3C Extended (IIS, CloudFront)', createParser: createW3cParser },
  ...MAPPINGS.map(({ name, title, ...mapping }) => ({ name, title, createParser: jsonParser(mapping) })),
  ...TEMPLATES.map(([name, title, template]) => ({ name, title, createParser: compileTemplate(template) })),
];

/** Lines from which the format is detected. */
export const DETECTION_LINES = 100;

/**
 * Detects the format of a log: the one that reads most of its first lines, and of several the first in {@link LOG_FORMATS}.
 * Null when no format reads any.
 */
export function detectLogFormat(lines: readonly string[]): LogFormat | null {
  let best: LogFormat | null = null;
  let most = 0;
  for (const format of LOG_FORMATS) {
    const parse = format.createParser();
    const read = lines.slice(0, DETECTION_LINES).filter((line) => parse(line) !== null).length;
    if (read > most) [best, most] = [format, read];
  }
  return best;
}

/**
 * Returns the format of a name, or compiles one in nginx's notation. @throws BadLogFormat for a notation that cannot be read
 * @returns null for an unknown name
 */
export function logFormatOf(text: string): LogFormat | null {
  if (text.includes('$')) return { name: 'custom', title: text, createParser: compileTemplate(text) };
  return LOG_FORMATS.find(({ name }) => name === text) ?? null;
}
