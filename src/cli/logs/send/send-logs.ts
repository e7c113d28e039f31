import { noUserAgentText } from '../../../documents/logs/traffic-words.ts';
import { parseDomainName } from '../../../values/domain-name.ts';
import { pause } from '../../../values/pause.ts';
import { quote } from '../../../values/untrusted-text.ts';
import { describeError, EXIT, orUsageError, refuse, tell, UsageError, withUsageErrors } from '../../exit.ts';
import { nextStopSignal } from '../../terminal.ts';
import { inOrder } from '../log-source.ts';
import { requireTrustProxy } from '../logs-command.ts';
import { FollowedLog } from './followed-log.ts';
import { LogSender } from './log-sender.ts';
import { defaultStatePath, Positions } from './positions.ts';
import { SendRefused, TrafficClient, type TrafficTarget } from './traffic-client.ts';

/** Time between two looks at a followed log, in milliseconds. */
const POLL_MS = 1_000;
/** Minimum time between two messages about bad lines, in milliseconds. */
const TELL_MS = 60_000;
/** Attempts for each part when logs are sent once: about five minutes. */
const MAX_ATTEMPTS = 12;

/** Options of `citable logs --send`. */
export interface SendOptions {
  /** URL of the service, or of the domain's page there. */
  readonly send: string;
  readonly follow: boolean;
  readonly domain?: string;
  readonly logFormat?: string;
  /** As in `TRUST_PROXY`. */
  readonly trustProxy?: string;
  /** File of positions. */
  readonly state?: string;
}

/**
 * `citable logs --send`: sends logs to a service, once, or with `--follow` what is added to them until a signal ends it.
 * @returns the exit status
 */
export function sendLogs(files: readonly string[], options: SendOptions): Promise<number> {
  return withUsageErrors(async () => {
    const target = requireTrafficTarget(options);
    if (options.follow && files.includes('-')) throw new UsageError('--follow cannot read standard input.');
    if (isExposed(target.url)) tell('The key is sent without TLS: anyone between here and the service can read it.');
    const [endpoint = ''] = target.url.split('?');
    const statePath = options.state ?? defaultStatePath(endpoint);
    const positions = await orUsageError(Positions.open(statePath, endpoint), `${statePath} cannot be used`);
    const life = new AbortController();
    void nextStopSignal().then(() => life.abort());
    const client = new TrafficClient(target, life.signal, options.follow ? Infinity : MAX_ATTEMPTS, tell);
    const sender = new LogSender(client, positions);
    try {
      if (options.follow) await follow(files, sender, positions, life.signal);
      else await sendOnce(inOrder(files), sender);
      return EXIT.fine;
    } catch (error) {
      if (error instanceof SendRefused) return refuse(error.message, EXIT.couldNotRead);
      if (error instanceof Error && 'code' in error) {
        return refuse(`The log cannot be sent: ${describeError(error)}.`, EXIT.couldNotRead);
      }
      throw error;
    }
  });
}

async function sendOnce(files: readonly string[], sender: LogSender): Promise<void> {
  for (const path of files) if (!(await sender.sendPath(path))) break;
  const { bytes, accepted, ignored, badLines, withoutUserAgent } = sender.counts;
  tell(`Sent ${bytes} bytes: ${accepted} requests counted, ${ignored} ignored, ${badLines} bad lines.`);
  if (withoutUserAgent > 0) tell(noUserAgentText(withoutUserAgent));
}

async function follow(
  files: readonly string[],
  sender: LogSender,
  positions: Positions,
  signal: AbortSignal,
): Promise<void> {
  const logs = files.map((path) => new FollowedLog(path, sender, positions, tell));
  const failure = new AbortController();
  const both = AbortSignal.any([signal, failure.signal]);
  const watch = async () => {
    const missing = new Set<string>();
    // Beside sending, which waits while the service is away: a log may be rotated several times meanwhile.
    do {
      for (const [at, log] of logs.entries()) {
        const path = files[at] ?? '';
        if (await log.watch()) missing.delete(path);
        else if (!missing.has(path)) {
          missing.add(path);
          tell(`${quote(path, 300)} does not exist; waiting for it.`);
        }
      }
    } while (await pause(POLL_MS, both));
  };
  const send = async () => {
    let tellAt = 0;
    let told = 0;
    do {
      for (const log of logs) if (!(await log.send())) return;
      const { badLines } = sender.counts;
      if (badLines > told && performance.now() >= tellAt) {
        tell(`The service could not read ${badLines} lines so far. \`citable logs FILE\` shows such lines.`);
        [told, tellAt] = [badLines, performance.now() + TELL_MS];
      }
    } while (await pause(POLL_MS, both));
  };
  for (const log of logs) await log.watch();
  tell(`Following ${files.map((path) => quote(path, 300)).join(', ')}.`);
  try {
    await Promise.all(
      [watch(), send()].map((work) =>
        work.catch((error: unknown) => {
          failure.abort();
          throw error;
        }),
      ),
    );
  } finally {
    for (const log of logs) await log.close();
  }
}

/**
 * Returns an endpoint of a domain, and the key for it.
 * @throws UsageError
 */
export function requireTrafficTarget(
  { send, domain: named, logFormat, trustProxy }: Pick<SendOptions, 'send' | 'domain' | 'logFormat' | 'trustProxy'>,
  name: 'traffic' | 'search-reports' = 'traffic',
): TrafficTarget {
  const key = process.env['CITABLE_API_KEY'];
  if (key === undefined || key === '') throw new UsageError('Set CITABLE_API_KEY to the API key that owns the domain.');
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('CITABLE_API_KEY is not a valid API key: it contains invalid characters.');
  const url = URL.parse(send);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new UsageError('--send requires the URL of a service, such as https://citable.example.com.');
  }
  const [, base = '', inUrl] = /^(.*?)\/*(?:\/(?:api\/)?domains\/([^/]+)(?:\/traffic)?\/?)?$/.exec(url.pathname) ?? [];
  const text = named ?? (inUrl === undefined ? undefined : decodeURIComponent(inUrl));
  if (text === undefined) throw new UsageError('Name the domain, such as --domain example.com.');
  const parsed = parseDomainName(text, { allowPrivate: true });
  if (!parsed.ok) throw new UsageError(parsed.problem);
  const endpoint = new URL(`${base}/api/domains/${encodeURIComponent(parsed.domain)}/${name}`, url);
  if (logFormat !== undefined) endpoint.searchParams.set('format', logFormat);
  if (trustProxy !== undefined) endpoint.searchParams.set('trust_proxy', String(requireTrustProxy(trustProxy)));
  return { url: endpoint.href, key };
}

/** Without TLS, to another machine. */
function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && hostname !== 'localhost' && hostname !== '[::1]' && !hostname.startsWith('127.');
}
