import { isHost, type LineParser, type LogFormat, NO_USER_AGENT, normalHost } from '../log-entry.ts';
import { type JsonMapping, objectReader, parseObject } from './json-lines.ts';
import { withoutPrefix } from './prefix.ts';
import { BadLogFormat, compileTemplate } from './template.ts';
import { createW3cParser } from './w3c.ts';

export { BadLogFormat } from './template.ts';

const COMMON = '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent';
const COMBINED = `${COMMON} "$http_referer" "$http_user_agent"`;

const ALB =
  '$type $time_iso8601 $elb $client $target_address $t1 $t2 $t3 $status $target_status $received $bytes_sent "$request" "$http_user_agent" ';

/** Formats of one text line per request. A line of one is never read as another. */
const TEXT_FORMATS: readonly LogFormat[] = [
  {
    name: 'combined',
    title: 'Combined Log Format (nginx, Apache, Traefik, LiteSpeed)',
    createParser: compileTemplate(COMBINED),
  },
  { name: 'vhost', title: 'Apache with the virtual host first', createParser: vhostParser },
  { name: 'alb', title: 'AWS Application Load Balancer', createParser: compileTemplate(ALB) },
  { name: 'common', title: 'Common Log Format, which has no user agents', createParser: compileTemplate(COMMON) },
];

/** Makes a parser of combined lines behind a host. */
function vhostParser(): LineParser {
  const parse = compileTemplate(COMBINED)();
  return (line) => {
    const space = line.indexOf(' ');
    if (space === -1) return null;
    const host = normalHost(line.slice(0, space));
    if (host === null ? !line.startsWith('- ') : !isHost(host)) return null;
    const entry = parse(line.slice(space + 1));
    return entry === null || entry === NO_USER_AGENT ? null : { ...entry, host: host ?? entry.host };
  };
}

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

const W3C: LogFormat = { name: 'w3c', title: 'W3C Extended (IIS, CloudFront)', createParser: createW3cParser };
const OBJECT_READERS = MAPPINGS.map(({ name, title, ...mapping }) => [name, objectReader(mapping), title] as const);

/** All formats that are detected. */
export const LOG_FORMATS: readonly LogFormat[] = [
  W3C,
  ...OBJECT_READERS.map(([name, read, title]) => ({ name, title, createParser: () => objectParser(read) })),
  ...TEXT_FORMATS,
];

function objectParser(read: ReturnType<typeof objectReader>): LineParser {
  return (line) => {
    const object = parseObject(line);
    return object === null ? null : read(object);
  };
}

/** Reads the lines of one log: each in any format, or all in a named one. A line may be behind what collectors of logs write. */
export class LineReader {
  readonly #named: boolean;
  readonly #parsers: readonly (readonly [name: string, parse: LineParser])[];
  readonly #formats: string[] = [];

  /** @param named null to read each line in the format that it is in */
  constructor(named: LogFormat | null) {
    this.#named = named !== null;
    const formats = named === null ? [W3C, ...TEXT_FORMATS] : [named];
    this.#parsers = formats.map(({ name, title, createParser }) => [name === 'custom' ? title : name, createParser()]);
  }

  /** Names of the formats of entries, in the order of the first of each. */
  get formats(): readonly string[] {
    return this.#formats;
  }

  read(line: string): ReturnType<LineParser> {
    const result = this.#parse(line);
    if (result !== null || line.startsWith('#')) return result;
    const rest = withoutPrefix(line);
    return rest === line ? null : this.#parse(rest);
  }

  #parse(line: string): ReturnType<LineParser> {
    // Parsed once for all formats.
    const object = this.#named ? null : parseObject(line);
    if (object === null) return this.#first(this.#parsers, (parse) => parse(line));
    return this.#first(OBJECT_READERS, (read) => read(object));
  }

  /** The first entry; without one, whether a format lacks only the user agent. */
  #first<Reader>(
    readers: readonly (readonly [name: string, reader: Reader, ...unknown[]])[],
    read: (reader: Reader) => ReturnType<LineParser>,
  ): ReturnType<LineParser> {
    let found: typeof NO_USER_AGENT | null = null;
    for (const [name, reader] of readers) {
      const result = read(reader);
      if (result === NO_USER_AGENT) found = result;
      else if (result !== null) {
        if (!this.#formats.includes(name)) this.#formats.push(name);
        return result;
      }
    }
    return found;
  }
}

/**
 * Returns the format of a name, or compiles one in nginx's notation. @throws BadLogFormat for a notation that cannot be read
 * @returns null for an unknown name
 */
export function logFormatOf(text: string): LogFormat | null {
  if (text.includes('$')) {
    const createParser = compileTemplate(text);
    if (!/\$\{?http_user_agent\b/.test(text)) {
      throw new BadLogFormat('The format needs $http_user_agent: crawlers are recognized by it.');
    }
    return { name: 'custom', title: text, createParser };
  }
  return LOG_FORMATS.find(({ name }) => name === text) ?? null;
}
