/** What a User-Agent header says, taken apart. */
export interface UserAgentParts {
  /** Products and comment words in order, without versions (`GPTBot/1.3` is `GPTBot`), in the case they came in. */
  readonly words: readonly string[];
  /** Hosts of the web and mail addresses in it, in lower case, without `www.`. */
  readonly contacts: readonly string[];
}

/** `+` stands for a space in some logs and before an address in most crawlers' comments. */
const CHUNKS = /[^\s;,()+"'[\]{}<>|]+/g;

/**
 * Takes a user agent apart into product tokens (RFC 9110 §10.1.5) and contact addresses. An address is never a word:
 * `https://example.com/gptbot` does not name GPTBot.
 */
export function readUserAgent(userAgent: string): UserAgentParts {
  const words: string[] = [];
  const contacts: string[] = [];
  for (const chunk of userAgent.match(CHUNKS) ?? []) {
    const host = contactHost(chunk);
    if (host === null) words.push(...productsOf(chunk));
    else contacts.push(host);
  }
  return { words, contacts };
}

/** `Agent/AmazonBuyForMe` is two products, `GPTBot/1.3` and `example.com/gptbot` are one each. */
function productsOf(chunk: string): readonly string[] {
  const [first = '', ...rest] = chunk.split('/');
  return first.includes('.') ? [first] : [first, ...rest.filter((part) => /^[a-z]/i.test(part))];
}

/** The host of a web or mail address, null for anything else. */
function contactHost(chunk: string): string | null {
  const lower = chunk.toLowerCase();
  const scheme = lower.indexOf('://');
  const at = lower.lastIndexOf('@');
  if (scheme < 0 && at < 0 && !lower.startsWith('www.')) return null;
  const rest = scheme >= 0 ? lower.slice(scheme + 3) : lower.slice(at + 1);
  const host = rest.split(/[/:?#]/, 1)[0] ?? '';
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** The names of which `host` is one or under which it lies, longest first: of `a.b.c` these are `a.b.c`, `b.c`, `c`. */
export function* hostSuffixes(host: string): Generator<string> {
  for (let rest = host, dot = 0; ; rest = rest.slice(dot + 1)) {
    yield rest;
    dot = rest.indexOf('.');
    if (dot < 0) return;
  }
}
