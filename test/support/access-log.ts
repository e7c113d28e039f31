/** User agents by the crawler's token. */
export const USER_AGENTS = {
  GPTBot: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
  'OAI-SearchBot':
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot)',
  ClaudeBot: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
} as const;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A logged request. Omitted fields have defaults. */
export interface LoggedRequest {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly target?: string;
  readonly status?: number;
  readonly bytes?: number;
  readonly address?: string;
  readonly userAgent?: string;
  readonly referer?: string;
}

/** Writes a request in the Combined Log Format, with its line break. */
export function combinedLine(request: LoggedRequest): string {
  const { time, target = '/', status = 200, bytes = 100, address = '192.0.2.1', referer = '-' } = request;
  const { userAgent = USER_AGENTS.GPTBot } = request;
  const iso = new Date(time).toISOString();
  const date = `${iso.slice(8, 10)}/${MONTHS[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`;
  return `${address} - - [${date}] "GET ${target} HTTP/1.1" ${status} ${bytes} "${referer}" "${userAgent}"\n`;
}

/** Returns a generator of numbers from 0 to below 1 that are the same in each run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A log, and its expected counts. */
export interface KnownLog {
  readonly text: string;
  readonly requests: number;
  /** `day path crawler status` → requests and bytes, of AI crawlers. */
  readonly crawlers: ReadonlyMap<string, { readonly requests: number; readonly bytes: number }>;
  /** Requests by class. */
  readonly classes: Readonly<Record<'ai_bot' | 'ai_referral' | 'traditional_bot' | 'human', number>>;
}

const PATHS = ['/', '/a', '/b', '/docs/caf%C3%A9', '/long/path/of/a/page.html', '/robots.txt'];
const STATUSES = [200, 200, 200, 301, 304, 404, 403, 500];

/** Makes a log whose counts are known, in the order of time. @param days ends with the day of `now` */
export function knownLog(lines: number, days: number, now: number, seed = 1): KnownLog {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick.');
    return item;
  };
  const crawlers = new Map<string, { requests: number; bytes: number }>();
  const classes = { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 };
  const written: string[] = [];
  const first = now - (days - 1) * 86_400_000;
  for (let n = 0; n < lines; n++) {
    const time = Math.floor(first + ((now - first) * n) / lines);
    const who = pick(['GPTBot', 'OAI-SearchBot', 'ClaudeBot', 'Googlebot', 'Firefox', 'ChatGPT'] as const);
    const [path, status, bytes] = [pick(PATHS), pick(STATUSES), Math.floor(random() * 10_000)];
    const userAgent = USER_AGENTS[who === 'ChatGPT' ? 'Firefox' : who];
    const referer = who === 'ChatGPT' ? 'https://chatgpt.com/' : '-';
    const target = random() < 0.2 ? `${path}?q=${n}` : path;
    written.push(combinedLine({ time, target, status, bytes, userAgent, referer }));
    const kind = { Googlebot: 'traditional_bot', Firefox: 'human', ChatGPT: 'ai_referral' } as const;
    classes[who in kind ? kind[who as keyof typeof kind] : 'ai_bot']++;
    if (who in kind) continue;
    const key = `${new Date(time).toISOString().slice(0, 10)} ${path} ${who} ${status}`;
    const sum = crawlers.get(key) ?? { requests: 0, bytes: 0 };
    crawlers.set(key, { requests: sum.requests + 1, bytes: sum.bytes + bytes });
  }
  return { text: written.join(''), requests: lines, crawlers, classes };
}
