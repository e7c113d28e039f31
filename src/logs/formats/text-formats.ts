import {
  byteCount,
  type ClientChooser,
  clientAddress,
  isHost,
  type LineParser,
  type LogFormat,
  NO_USER_AGENT,
  normalHost,
  presentText,
} from '../log-entry.ts';
import { compileTemplate } from './template.ts';
import { parseLocalTime } from './times.ts';

const REQUEST = '[$time_local] "$request" $status $body_bytes_sent';
const COMMON = `$remote_addr - $remote_user ${REQUEST}`;
const HEADERS = '"$http_referer" "$http_user_agent"';
const COMBINED = `${COMMON} ${HEADERS}`;
const ELB =
  '$time_iso8601 $elb $client $target_address $t1 $t2 $t3 $status $target_status $received $bytes_sent "$request" "$http_user_agent" ';
const ENVOY_END = '"$http_x_forwarded_for" "$http_user_agent" "$request_id" "$host" "$upstream"';
const NPM_END =
  '- $request_method $scheme $host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $ratio]';
const TOMCAT_END =
  '$remote_addr $request_method $request_uri $protocol $status $duration $body_bytes_sent $http_referer $http_user_agent';

/** Formats by their names, with one or more templates in the notation of nginx. The first that reads a line counts. */
const TEMPLATES: readonly (readonly [name: string, title: string, ...templates: string[]])[] = [
  ['lighttpd', 'lighttpd, and OVH', `$remote_addr $host $remote_user ${REQUEST} ${HEADERS}`],
  ['gandi', 'Gandi', `$host ${COMMON.replace(' "', ' ($duration s) "')} ${HEADERS}`],
  [
    'npm',
    'Nginx Proxy Manager, and NPMplus',
    `[$time_local] $cache $upstream $status ${NPM_END} [Sent-to $server] "$http_user_agent" "$http_referer"`,
    // nginx tried two upstreams.
    `[$time_local] $cache $first, $upstream $status ${NPM_END} [Sent-to $server] "$http_user_agent" "$http_referer"`,
    `[$time_local] $status ${NPM_END} "$http_user_agent" "$http_referer"`,
    '[$time_local] $host $remote_addr $duration "$request" $status $body_bytes_sent $received $http_referer $http_user_agent',
  ],
  [
    'envoy',
    'Envoy and Istio (text)',
    `[$time_iso8601] "$request" $status $flags $received $bytes_sent $duration $service ${ENVOY_END}`,
    `[$time_iso8601] "$request" $status $flags $details $termination "$failure" $received $bytes_sent $duration $service ${ENVOY_END}`,
  ],
  [
    's3',
    'Amazon S3 server access logs',
    `$owner $bucket [$time_local] $remote_addr $requester $id $operation $key "$request" $status $error $bytes_sent $size $t1 $t2 ${HEADERS}`,
  ],
  [
    'bunny',
    'Bunny',
    '$cache|$status|$msec|$bytes_sent|$zone|$remote_addr|$http_referer|$request_uri|$edge|$http_user_agent|$id|$country',
  ],
  [
    'tomcat',
    'Confluence and Jira',
    `[$time_local] $remote_user $thread ${TOMCAT_END}`,
    `[$time_local] $proxy $remote_user $thread ${TOMCAT_END}`,
    `$remote_addr $remote_user [$time_local] "$request" $status $body_bytes_sent $duration $path $thread "$http_user_agent"`,
    `$remote_addr $id $remote_user [$time_local] "$request" $status $body_bytes_sent $duration ${HEADERS}`,
  ],
  [
    'bitbucket',
    'Bitbucket',
    `$remote_addr | $scheme | $id | $remote_user | $time_iso8601 | "$request" | ${HEADERS} | $status | $received | $bytes_sent | `,
  ],
];

/** Perhaps a level or other texts in brackets, an address with its port, a request and a status, and no quotes behind. */
const UVICORN =
  /^\s*(?:INFO: +|(?:\[[^\]]*\]){0,4} ?)[\d.a-f:]{3,45}:\d{1,5} - "[A-Z]{3,10} \S+ HTTP\/[\d.]+" \d{3}\b[^"]*$/;

/** Formats that have no user agents, so that their lines are only counted. */
const WITHOUT_USER_AGENT: readonly (readonly [name: string, title: string, line: RegExp])[] = [
  [
    'iis-native',
    'IIS native, which has no user agents',
    /^[\d.a-f:]{2,45}, [^,]*, \d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d\d:\d\d, [^,]*, [^,]*, [^,]*, \d+, \d+, \d+, \d+, \d+, [A-Z]+, [^,]*, /,
  ],
  ['uvicorn', 'Uvicorn (FastAPI), which has no user agents', UVICORN],
  [
    'nlb',
    'AWS Network Load Balancer, which has no requests',
    /^tls \d\.\d \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d net\/\S+ \S+ \S+:\d+ \S+:\d+ \d+ /,
  ],
];

/** Formats of one text line per request, the most frequent first. A line of one is never read as another. */
export const TEXT_FORMATS: readonly LogFormat[] = [
  {
    name: 'combined',
    title: 'Combined Log Format (nginx, Apache, Traefik, LiteSpeed)',
    createParser: combinedParser,
  },
  { name: 'vhost', title: 'Apache with the virtual host first', createParser: vhostParser },
  { name: 'alb', title: 'AWS Application Load Balancer', createParser: compileTemplate(`$type ${ELB}`) },
  { name: 'elb', title: 'AWS Classic Load Balancer', createParser: compileTemplate(ELB) },
  { name: 'haproxy', title: 'HAProxy (httplog) with captured header fields', createParser: createHaproxyParser },
  ...TEMPLATES.map(([name, title, ...templates]) => ({ name, title, createParser: createTemplateParser(templates) })),
  ...WITHOUT_USER_AGENT.map(([name, title, shape]) => ({
    name,
    title,
    createParser: (): LineParser => (line) => (shape.test(line) ? NO_USER_AGENT : null),
  })),
  { name: 'common', title: 'Common Log Format, which has no user agents', createParser: commonParser },
];

/** A parser of lines in one of several templates. */
function createTemplateParser(templates: readonly string[]): LogFormat['createParser'] {
  const compiled = templates.map((template) => compileTemplate(template, { isStrict: true }));
  return (chooseClient) => {
    const parsers = compiled.map((create) => create(chooseClient));
    return (line) => {
      for (const parse of parsers) {
        const entry = parse(line);
        if (entry !== null) return entry;
      }
      return null;
    };
  };
}

const parseCombined = compileTemplate(COMBINED);
/** nginx's format `main`, behind which forwarded addresses are. */
const parseMain = compileTemplate(`${COMBINED} "$http_x_forwarded_for"`);

/** Makes a parser of combined lines, which may go on with forwarded addresses. */
function combinedParser(chooseClient: ClientChooser): LineParser {
  const parse = parseCombined(chooseClient);
  if (chooseClient === clientAddress) return parse;
  const parseForwarded = parseMain(chooseClient);
  return (line) => parseForwarded(line) ?? parse(line);
}

const parseCommon = compileTemplate(COMMON);

/** Makes a parser of lines without user agents, also behind a host. */
function commonParser(chooseClient: ClientChooser): LineParser {
  const parse = parseCommon(chooseClient);
  return (line) => {
    const space = line.indexOf(' ');
    return parse(line) ?? (isHost(normalHost(line.slice(0, space)) ?? '') ? parse(line.slice(space + 1)) : null);
  };
}

/** Makes a parser of combined lines behind a host. */
function vhostParser(chooseClient: ClientChooser): LineParser {
  const parse = combinedParser(chooseClient);
  return (line) => {
    const space = line.indexOf(' ');
    if (space === -1) return null;
    const host = normalHost(line.slice(0, space));
    if (host === null ? !line.startsWith('- ') : !isHost(host)) return null;
    const entry = parse(line.slice(space + 1));
    return entry === null || typeof entry === 'string' ? null : { ...entry, host: host ?? entry.host };
  };
}

/** HAProxy's `option httplog` (https://docs.haproxy.org/3.0/configuration.html#8.2.3): the header fields of a request are in braces. */
const LINE =
  /^(\S+):\d+ \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d)\.\d+\] \S+ \S+ [-+\d/]+ (\d{3}|-1) \+?(\d+) \S+ \S+ \S+ [+\d/]+ [\d/]+ (?:\{([^}]*)\} )?(?:\{[^}]*\} )?"([^"]*)"/;

/** Makes a parser. Which captured field is which is not logged: the form of each tells. The time is taken to be in UTC. */
function createHaproxyParser(chooseClient: ClientChooser): LineParser {
  return (line) => {
    const [, client = '', time = '', status = '', bytes = '', captured, request = ''] = LINE.exec(line) ?? [];
    if (request === '') return null;
    const fields = (captured ?? '').split('|');
    const userAgent = fields.find((field) => /^[\w.-]{2,100}\/\d|^Mozilla\b/.test(field));
    if (userAgent === undefined) return NO_USER_AGENT;
    const [method = '', target = ''] = request.split(' ');
    const host = fields.find((field) => /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/i.test(field) && /[a-z]/i.test(field));
    const forwarded = fields.find((field) => /^[\d.a-f:]{7,45}(?:, ?[\d.a-f:]{7,45})*$/i.test(field));
    return {
      time: parseLocalTime(`${time} +0000`),
      address: chooseClient(client, forwarded ?? ''),
      host: normalHost(host ?? ''),
      method: presentText(method),
      target: presentText(target) ?? '',
      status: status === '-1' ? 0 : Number(status),
      bytes: byteCount(bytes),
      referer: presentText(fields.find((field) => /^https?:\/\//.test(field)) ?? ''),
      userAgent: presentText(userAgent),
    };
  };
}
