import { type GeneratedSite, generateSite, type SiteTheme } from './generated-site.ts';

/** A response of a varied site. */
export interface VariedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Delay before it is sent, in milliseconds. */
  readonly delay: number;
}

/** One of many sites that differ in size, language and faults. */
export interface VariedSite {
  readonly kind: Kind;
  /** The status of its audits. */
  readonly ends: 'done' | 'failed';
  /** Whether the failure may be gone at the next attempt. */
  readonly isTemporary: boolean;
  /** Returns the response; null closes the connection. */
  response(path: string, host: string): VariedResponse | null;
}

/** Number of each kind in a hundred sites. */
const SHARES = {
  sound: 46,
  'no robots.txt': 6,
  'crawlers disallowed': 8,
  'no llms.txt': 12,
  'broken sitemap': 5,
  'at www': 8,
  'thin pages': 5,
  'not indexed': 3,
  'not in UTF-8': 3,
  slow: 2,
  challenge: 1,
  'server error': 1,
} as const;

export type Kind = keyof typeof SHARES;

const KINDS = Object.entries(SHARES).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind));
const PAGES = [1, 4, 6, 9, 12, 16, 25, 40, 80];
const SLOW_MS = 120;

const THEMES: readonly SiteTheme[] = [
  {
    language: 'en',
    name: 'Bakers of the quay',
    words: words('bread oven flour dough morning crust rye baker shelf order basket street salt butter hour'),
  },
  {
    language: 'de',
    name: 'Werkstatt für Räder',
    words: words('Rad Werkstatt Kette Bremse Termin Rahmen prüfen Öl Schlauch Größe Straße Kunde Zubehör für schön'),
  },
  {
    language: 'fr',
    name: 'Atelier du port',
    words: words('atelier bateau voile coque réparer marée été matin équipage côte bois vernis délai pièce à'),
  },
  {
    language: 'es',
    name: 'Huerto del valle',
    words: words('huerto tomate riego semilla mañana cosecha año tierra abono caja envío señor niño campo sol'),
  },
  {
    language: 'pl',
    name: 'Pracownia szkła',
    words: words('szkło piec kolor wzór witraż światło ręka praca zamówienie źródło żar cięcie łatwy mały duży'),
  },
  {
    language: 'ja',
    name: '港の時計店',
    words: words('時計 修理 部品 文字盤 歯車 革 予約 店 港 朝 歴史 保証 見積 電池 磨き'),
  },
  {
    language: 'ar',
    name: 'ورشة الخشب',
    words: words('خشب ورشة طاولة كرسي منشار لون قياس طلب باب رف يد عمل يوم سعر بيت'),
  },
];

/** Returns the n-th site. The same number gives the same site. */
export function variedSite(n: number): VariedSite {
  // Prime steps, so that every kind comes in every size and language.
  const kind = KINDS[(n * 37) % KINDS.length] ?? 'sound';
  const pages = PAGES[(n * 7) % PAGES.length] ?? 1;
  const theme = THEMES[(n * 11) % THEMES.length];
  const sites = new Map<string, GeneratedSite>();
  const siteAt = (host: string) => {
    const present = sites.get(host);
    if (present !== undefined) return present;
    const site = generateSite(`https://${host}`, pages, Math.min(10, pages), theme);
    sites.set(host, site);
    return site;
  };
  return {
    kind,
    isTemporary: kind === 'server error',
    ends: kind === 'challenge' || kind === 'server error' ? 'failed' : 'done',
    response: (path, host) => createExchange(kind, path, host, siteAt),
  };
}

function createExchange(
  kind: Kind,
  path: string,
  host: string,
  siteAt: (host: string) => GeneratedSite,
): VariedResponse | null {
  if (kind === 'server error') return of(503, 'text/html', '<title>Unavailable</title>');
  if (kind === 'challenge') {
    return {
      ...of(403, 'text/html', '<title>Just a moment...</title>'),
      headers: { 'cf-mitigated': 'challenge', 'content-type': 'text/html' },
    };
  }
  if (kind === 'at www' && !host.startsWith('www.')) {
    return { ...of(301, 'text/html', ''), headers: { location: `https://www.${host}${path}` } };
  }
  const { status, mediaType, body } = siteAt(host).response(path);
  const plain = of(status, mediaType, body);
  const isPage = mediaType.startsWith('text/html');
  if (kind === 'no robots.txt' && path === '/robots.txt') return of(404, 'text/html', '<title>Not found</title>');
  if (kind === 'no llms.txt' && path === '/llms.txt') return of(404, 'text/html', '<title>Not found</title>');
  if (kind === 'crawlers disallowed' && path === '/robots.txt') {
    return of(200, 'text/plain', 'User-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: PerplexityBot\nDisallow: /\n');
  }
  if (kind === 'broken sitemap' && path === '/sitemap.xml') return of(200, mediaType, body.slice(0, body.length / 2));
  if (kind === 'thin pages' && isPage) {
    return of(
      status,
      mediaType,
      '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>',
    );
  }
  if (kind === 'not indexed' && isPage) return { ...plain, headers: { ...plain.headers, 'x-robots-tag': 'noindex' } };
  if (kind === 'not in UTF-8' && isPage) {
    const latin = body.replace('<meta charset="utf-8">', '');
    return {
      ...plain,
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      body: Buffer.from(latin, 'latin1'),
    };
  }
  return kind === 'slow' ? { ...plain, delay: SLOW_MS } : plain;
}

function of(status: number, mediaType: string, body: string): VariedResponse {
  return { status, headers: { 'content-type': mediaType }, body, delay: 0 };
}

function words(text: string): string[] {
  return text.split(' ');
}
