/** A request that every format can express. */
export interface WrittenRequest {
  /** Whole seconds since 1970, in milliseconds. */
  readonly time: number;
  readonly address: string;
  readonly host: string;
  readonly path: string;
  /** Without `?`; empty for none. */
  readonly query: string;
  readonly status: number;
  readonly bytes: number;
  /** Empty for none. */
  readonly referrer: string;
  readonly userAgent: string;
}

/** Writes requests in one format. */
interface LogWriter {
  readonly header: readonly string[];
  readonly line: (request: WrittenRequest) => string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const toIso = (time: number) => new Date(time).toISOString();
const toTarget = ({ path, query }: WrittenRequest) => (query === '' ? path : `${path}?${query}`);
const orDash = (text: string) => (text === '' ? '-' : text);
const json = (write: (request: WrittenRequest) => object): LogWriter => ({
  header: [],
  line: (request) => JSON.stringify(write(request)),
});

function localTime(time: number): string {
  const iso = toIso(time);
  return `${iso.slice(8, 10)}/${MONTHS[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`;
}

function combined(request: WrittenRequest): string {
  const { address, time, status, bytes, referrer, userAgent } = request;
  return `${address} - - [${localTime(time)}] "GET ${toTarget(request)} HTTP/1.1" ${status} ${bytes} "${orDash(referrer)}" "${userAgent}"`;
}

/** Writers by the names of the formats, as the vendors document them. */
export const LOG_WRITERS: Readonly<Record<string, LogWriter>> = {
  combined: { header: [], line: combined },
  vhost: { header: [], line: (request) => `${request.host}:443 ${combined(request)}` },
  alb: {
    header: [],
    line: (request) => {
      const { time, address, host, status, bytes, userAgent } = request;
      const client = address.includes(':') ? `[${address}]:2817` : `${address}:2817`;
      return `https ${toIso(time).replace('.000', '.000000')} app/lb/50dc6c49 ${client} 10.0.0.1:80 0.086 0.048 0.037 ${status} 200 0 ${bytes} "GET https://${host}:443${toTarget(request)} HTTP/1.1" "${userAgent}" ECDHE TLSv1.2 arn:aws "Root=1" "-" "-" 0`;
    },
  },
  citable: json((request) => ({
    ...{ citable: 1, time: request.time, host: request.host, method: 'GET', path: toTarget(request) },
    ...{ status: request.status, bytes: request.bytes, user_agent: request.userAgent, referrer: request.referrer },
  })),
  caddy: json((request) => ({
    ts: request.time / 1000,
    request: {
      ...{ remote_ip: request.address, method: 'GET', host: request.host, uri: toTarget(request) },
      headers: {
        'User-Agent': [request.userAgent],
        ...(request.referrer === '' ? {} : { Referer: [request.referrer] }),
      },
    },
    ...{ status: request.status, size: request.bytes },
  })),
  traefik: json((request) => ({
    ...{ ClientHost: request.address, RequestHost: request.host, RequestMethod: 'GET', RequestPath: toTarget(request) },
    ...{ DownstreamStatus: request.status, DownstreamContentSize: request.bytes, StartUTC: toIso(request.time) },
    ...{ 'request_User-Agent': request.userAgent, request_Referer: request.referrer },
  })),
  cloudflare: json((request) => ({
    ...{ ClientIP: request.address, ClientRequestHost: request.host, ClientRequestURI: toTarget(request) },
    ...{
      EdgeResponseStatus: request.status,
      EdgeResponseBytes: request.bytes,
      EdgeStartTimestamp: toIso(request.time),
    },
    ...{ ClientRequestUserAgent: request.userAgent, ClientRequestReferer: request.referrer },
  })),
  vercel: json((request) => ({
    ...{ id: '1', source: 'static', timestamp: request.time + 7 },
    proxy: {
      ...{ timestamp: request.time, method: 'GET', host: request.host, path: toTarget(request) },
      ...{ userAgent: [request.userAgent], referer: request.referrer, statusCode: request.status },
      ...{ clientIp: request.address, responseByteSize: request.bytes },
    },
  })),
  netlify: json((request) => ({
    ...{ log_type: 'traffic', timestamp: toIso(request.time), client_ip: request.address, method: 'GET' },
    ...{
      url: `https://${request.host}${toTarget(request)}`,
      status_code: request.status,
      user_agent: request.userAgent,
    },
    ...{ referrer: request.referrer, response_size: request.bytes },
  })),
  'google-cloud': json((request) => ({
    timestamp: toIso(request.time),
    httpRequest: {
      ...{ requestMethod: 'GET', requestUrl: `https://${request.host}${toTarget(request)}`, status: request.status },
      ...{ responseSize: String(request.bytes), userAgent: request.userAgent, remoteIp: request.address },
      ...(request.referrer === '' ? {} : { referer: request.referrer }),
    },
  })),
  fastly: json((request) => ({
    ...{ timestamp: toIso(request.time).replace('.000Z', '+0000'), client_ip: request.address, host: request.host },
    ...{ url: toTarget(request), request_method: 'GET', request_user_agent: request.userAgent },
    ...{ request_referer: request.referrer, response_status: request.status, response_body_size: request.bytes },
  })),
  'nginx-json': json((request) => ({
    ...{
      time_iso8601: toIso(request.time),
      remote_addr: request.address,
      host: request.host,
      status: `${request.status}`,
    },
    ...{ request: `GET ${toTarget(request)} HTTP/2.0`, body_bytes_sent: `${request.bytes}` },
    ...{ http_referer: request.referrer, http_user_agent: request.userAgent },
  })),
  w3c: {
    header: [
      '#Software: Microsoft Internet Information Services 10.0',
      '#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) cs(Referer) cs-host sc-status sc-bytes',
    ],
    line: ({ time, path, query, address, userAgent, referrer, host, status, bytes }) => {
      const [date, clock] = [toIso(time).slice(0, 10), toIso(time).slice(11, 19)];
      const agent = userAgent.replaceAll(' ', '+');
      return `${date} ${clock} GET ${path} ${orDash(query)} ${address} ${agent} ${orDash(referrer)} ${host} ${status} ${bytes}`;
    },
  },
};
