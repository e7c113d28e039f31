/** Parts of a User-Agent header. */
export interface UserAgentParts {
  /** Products and comment words in order, without versions (`GPTBot/1.3` is `GPTBot`), in the case they came in. */
  readonly words: readonly string[];
  /** Hosts of the web and mail addresses in it, in lower case, without `www.`. */
  readonly contacts: readonly string[];
}

/** Includes no `+`, which is a space in some logs and precedes the address in most crawlers' comments. */
const CHUNKS = /[^\s;,()+"'[\]{}<>|]+/g;

/**
 * Parses a User-Agent into product tokens (RFC 9110 §10.1.5) and contact addresses. An address is not a word:
 * `https://example.com/gptbot` does not name GPTBot.
 */
export function parseUserAgent(userAgent: string): UserAgentParts {
  const words: string[] = [];
  const contacts: string[] = [];
  for (const chunk of userAgent.match(CHUNKS) ?? []) {
    const host = contactHost(chunk);
    if (host === null) words.push(...splitProducts(chunk));
    else contacts.push(host);
  }
  return { words, contacts };
}

/** Splits `Agent/AmazonBuyForMe` into two products. `GPTBot/1.3` and `example.com/gptbot` are one each. */
function splitProducts(chunk: string): readonly string[] {
  const [first = '', ...rest] = chunk.split('/');
  return first.includes('.') ? [first] : [first, ...rest.filter((part) => /^[a-z]/i.test(part))];
}

/** Returns the host of a web or mail address; null for anything else. */
function contactHost(chunk: string): string | null {
  const lower = chunk.toLowerCase();
  const scheme = lower.indexOf('://');
  const at = lower.lastIndexOf('@');
  if (scheme < 0 && at < 0 && !lower.startsWith('www.')) return null;
  const rest = scheme >= 0 ? lower.slice(scheme + 3) : lower.slice(at + 1);
  const host = rest.split(/[/:?#]/, 1)[0] ?? '';
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** Finds the vendor of a host, or of the longest part of its name that has one; null for none. */
export function findVendor(host: string, vendors: ReadonlyMap<string, string>): string | null {
  for (const suffix of hostSuffixes(host)) {
    const vendor = vendors.get(suffix);
    if (vendor !== undefined) return vendor;
  }
  return null;
}

/** Lists a host and the domains above it, longest first: `a.b.c`, `b.c`, `c`. */
export function* hostSuffixes(host: string): Generator<string> {
  for (let rest = host, dot = 0; ; rest = rest.slice(dot + 1)) {
    yield rest;
    dot = rest.indexOf('.');
    if (dot < 0) return;
  }
}

const FIRST_COMMENT = /\([^()]*\)/;
const ANDROID = /\bandroid\b/i;
/** A program in the comment of a device: it claims to be compatible, or has a version or an address. */
const PROGRAM_IN_COMMENT = /compatible|:\/\/|@|(?:(?<!cu)bot|crawler|spider)[\w-]*\/v?\d/i;
/** Names of browsers, apps and devices that pattern lists mistake for bots. */
const MISTAKEN_NAMES = new RegExp(
  [
    String.raw`\bSogou(?:MSE|MobileBrowser|Search)\b`,
    String.raw`\bSogou/\d`,
    String.raw`\b(?:com\.google\.)?Google(?:Hypersonic|Earth|Plus)\b|\bGoogle\+`,
    String.raw`\b(?:Apple|Google|Smart|Sohu)News\b|\bNews(?:Article|Break)\b`,
    // WeChat for Android.
    String.raw`\bProcess/tools(?:mp)?\b`,
    // Televisions (CEA-2014).
    String.raw`\bCE-HTML/\d[\d.]*`,
    // Phones.
    String.raw`\bCUBOT(?:[ _-]\w+)?`,
    String.raw`\bBada/\d[\d.]*`,
    String.raw`\bHTC; Radar\b`,
  ].join('|'),
  'gi',
);
/** Text that is harmless beside the name of an app or a maker, and suspicious without it. */
const HARMLESS_BESIDE: readonly (readonly [RegExp, RegExp])[] = [
  [/\bbaiduboxapp\//i, /\|/g],
  [/\bHisense\b/i, /\bCatcher\b/gi],
];
const FEATURE_PHONE = /\bMIDP-\d|\bCLDC-\d|\bUP\.Browser\b|\bWAP Browser\b|\bObigo\b|\bNetFront\b/i;
const PROGRAM_NAME = /(?:bot|agent)\b|crawler|spider|:\/\//i;

/**
 * Removes the names of devices and browsers, which say nothing about a program. Phones and tablets write their model into the
 * first comment (`Linux; Android 7.0; C Bot Tab 100`). Takes linear time.
 */
export function withoutDeviceNames(userAgent: string): string {
  let text = userAgent.replace(MISTAKEN_NAMES, '');
  for (const [beside, piece] of HARMLESS_BESIDE) if (beside.test(text)) text = text.replace(piece, '');
  return text.replace(FIRST_COMMENT, (comment) => {
    if (!ANDROID.test(comment)) return comment;
    return `(${comment
      .slice(1, -1)
      .split(';')
      .filter((part) => ANDROID.test(part) || PROGRAM_IN_COMMENT.test(part) || part.trim().length < 3)
      .join(';')})`;
  });
}

/** Returns whether the User-Agent is that of a feature phone, which no pattern of browsers matches. */
export function isFeaturePhone(userAgent: string): boolean {
  return FEATURE_PHONE.test(userAgent) && !PROGRAM_NAME.test(userAgent);
}
