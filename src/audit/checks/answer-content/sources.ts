import type { TextBlock } from '../../../site/page/page-facts.ts';
import { listH1s } from '../../../site/page/page-labels.ts';
import { PICTURE } from '../../../site/page/page-url.ts';
import { codeOwner } from '../../content/code-hosts.ts';
import { partsOfTitle, type SharedText } from '../../content/shared-text.ts';
import { isPlatformHost, registrableDomain } from '../../registrable-domain.ts';
import type { Page } from '../../site-facts.ts';

/** Links that the page does not stand for (rel values of HTML and of search engines). */
const UNENDORSED = new Set(['nofollow', 'sponsored', 'ugc', 'license']);

/** Domains that are never a source: social networks, chat, sharing, shops, payment, maps, and sites that publish for anyone. */
const PLATFORMS = new Set(
  'facebook.com fb.com fb.me m.me messenger.com instagram.com threads.net threads.com twitter.com x.com t.co linkedin.com lnkd.in xing.com pinterest.com tiktok.com snapchat.com youtube.com youtu.be vimeo.com twitch.tv reddit.com tumblr.com discord.com discord.gg telegram.org t.me telegram.me whatsapp.com wa.me wa.link signal.me line.me lin.ee viber.com skype.com zalo.me kakao.com weibo.com wechat.com qq.com vk.com ok.ru mastodon.social bsky.app medium.com substack.com quora.com flickr.com soundcloud.com spotify.com linktr.ee addtoany.com sharethis.com addthis.com paypal.com paypal.me klarna.com buymeacoffee.com ko-fi.com patreon.com venmo.com cash.app gofundme.com amazon.com amzn.to amzn.eu a.co ebay.com etsy.com booking.com airbnb.com tripadvisor.com trustpilot.com provenexpert.com yelp.com calendly.com typeform.com eventbrite.com goo.gl g.page g.co gstatic.com apple.co bing.com yahoo.com bit.ly tinyurl.com naver.com coupang.com 11st.co.kr gmarket.co.kr daum.net tistory.com rakuten.co.jp yahoo.co.jp mercari.com thebase.in base.shop booth.pm stores.jp minne.com creema.jp note.com ameblo.jp taobao.com tmall.com jd.com pinduoduo.com alibaba.com tokopedia.com bukalapak.com tiki.vn flipkart.com myntra.com allegro.pl bol.com otto.de kleinanzeigen.de cdiscount.com fnac.com leboncoin.fr ozon.ru wildberries.ru avito.ru prom.ua rozetka.com.ua trendyol.com hepsiburada.com n11.com noon.com salla.sa zid.store kaspi.kz walmart.com target.com gumroad.com bandcamp.com redbubble.com wordpress.com wix.com squarespace.com webflow.com unsplash.com pexels.com pixabay.com'.split(
    ' ',
  ),
);
/** Makers of software and devices whose own pages are sources, and whose shops, maps, stores, forms and badges are not. */
const MAKERS = new Set(
  'apple.com google.com cloudflare.com stripe.com hubspot.com shopify.com wordpress.org mailchimp.com gohugo.io jekyllrb.com hexo.io 11ty.dev astro.build vitepress.dev docusaurus.io'.split(
    ' ',
  ),
);
/** Hosts of a maker with texts of its own. */
const MAKERS_HOSTS = /^(?:www\.)?[a-z\d]+\.[a-z]+$/;
const LICENCE_HOST = /(?:^|\.)creativecommons\.org$/;
/** A sound or a film by itself, as a lightbox opens it. */
const MEDIA_FILE = /\.(?:mp3|mp4|webm|mov)$/i;
/** A page of a maker that is a tool, a shop or a badge. */
const TOOL_PATH =
  /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:$|(?:maps|search|url|app|app-store|store|shop|buy|pay|checkout|login|signin|signup|free-trial|pricing|partners?|plugins|themes|forms)(?:[/?-]|$))/i;

/** Registrable domains of affiliate networks. */
const AFFILIATE_NETWORKS = new Set(
  'awin1.com awin.com zanox.com tradedoubler.com shareasale.com cj.com anrdoezrs.net dpbolvw.net jdoqocy.com kqzyfj.com tkqlhce.com linksynergy.com pxf.io sjv.io evyy.net prf.hn digistore24.com clickbank.net skimresources.com viglink.com rstyle.me shopstyle.it howl.me geni.us adcell.de financeads.net belboon.com webgains.com effiliation.com a8.net valuecommerce.com moshimo.com accesstrade.net admitad.com tp.media partnerize.com flexlinks.com avantlink.com'.split(
    ' ',
  ),
);
const AFFILIATE_PARAMETER = /[?&](?:aff|aff_?id|affiliate(?:_?id)?|awinaffid|awc|irclickid|afftrack)=/i;
/** Shop platforms with a domain in each country. */
const SHOP_OF_A_COUNTRY =
  /(?:^|\.)(?:amazon|ebay|aliexpress|shopee|lazada|mercadolibre|mercadolivre|rakuten|zalando|jumia|olx|emag|etsy|temu)(?:\.[a-z]{2,3}){1,2}$/;
/** Sites of a platform’s own that are cited like any other: documentation, research. */
const CITABLE_HOSTS =
  /^(?:(?:developers?|docs|support|research|scholar|patents|books|blog|security|ai|cloud|about)\.|(?:[a-z-]+\.)?(?:withgoogle|research)\.|(?:[a-z]+\.)?(?:news|terms|dict)\.(?:naver\.com|daum\.net|yahoo\.co\.jp)$)/;
const EDIT_PATH = /^\/[^/]+\/[^/]+\/(?:-\/)?(?:edit|_edit)\//;
/** Maximum number of profiles and links of the site that are compared. */
const MAX_OWN = 200;

/**
 * Returns the URL of the first link in the main text to a source on another registrable domain, or null. These links do not
 * count: marked nofollow or sponsored; to platforms and affiliate networks; with the page's host name in the query, as
 * share links have; and to profiles, repositories and language versions of the site itself.
 */
export function citedSource({ facts, url }: Page, site: SharedText): string | null {
  const { origin } = new URL(url);
  const elsewhere = facts.links
    .filter(
      ({ inMain, rel }) =>
        inMain && !rel.some((one) => UNENDORSED.has(one) && !(one === 'nofollow' && site.marksAllLinks)),
    )
    .flatMap((link) => link.url ?? [])
    .filter((target) => /^https?:/.test(target) && !target.startsWith(`${origin}/`));
  if (elsewhere.length === 0) return null;

  const ownSites = new Set([url, ...facts.hreflangs.flatMap((other) => other.url ?? [])].map(registrableDomain));
  const own = ownAddresses(elsewhere, site);
  const names = [...partsOfTitle(facts.titles[0]?.text ?? ''), ...listH1s(facts).map(({ text }) => text)].map(bare);
  const isSource = (target: string): boolean => {
    const domain = registrableDomain(target);
    if (domain === null || ownSites.has(domain) || AFFILIATE_NETWORKS.has(domain)) return false;
    const { hostname, pathname, search } = new URL(target);
    if (SHOP_OF_A_COUNTRY.test(hostname) || AFFILIATE_PARAMETER.test(search)) return false;
    if (LICENCE_HOST.test(hostname) || MEDIA_FILE.test(pathname) || PICTURE.test(pathname)) return false;
    if (search.includes(new URL(url).hostname) || EDIT_PATH.test(pathname) || isBelow(target, own)) return false;
    if (isNamesake(domain, pathname, [site.hostLabel, site.name ?? ''], ownSites)) return false;
    if (site.linkedEverywhere.has(target) || names.some((name) => isSubject(target, name))) return false;
    if (MAKERS.has(domain) && MAKERS_HOSTS.test(hostname)) return !TOOL_PATH.test(pathname);
    return (!PLATFORMS.has(domain) && !MAKERS.has(domain)) || CITABLE_HOSTS.test(hostname);
  };
  return elsewhere.find(isSource) ?? null;
}

/**
 * Returns addresses on other domains that belong to the site, with everything below them: its profiles, and its owner's
 * pages on code hosts.
 */
function ownAddresses(elsewhere: readonly string[], site: SharedText): readonly string[] {
  const edited = elsewhere.filter((target) => EDIT_PATH.test(new URL(target).pathname)).slice(0, MAX_OWN);
  const everywhere = [...site.linkedEverywhere].slice(0, MAX_OWN);
  const profiles = site.profiles.slice(0, MAX_OWN);
  const code = [...edited, ...everywhere, ...profiles].flatMap((one) => codeOwner(one) ?? []);
  return [...new Set([...site.codeOwners, ...code, ...profiles.map(comparable)])];
}

/** Returns whether an address begins with an account of the site's own name: `/@marlow/tides`, `marlow.blogspot.com`. */
function isNamesake(domain: string, pathname: string, names: readonly string[], own: OwnSites): boolean {
  const account = bare(pathname.split('/')[1] ?? '');
  if (account.length >= LEAST_NAME && names.some((name) => bare(name) === account)) return true;
  const [label = ''] = domain.split('.', 1);
  if (label.length < LEAST_NAME || !isPlatformHost(domain)) return false;
  return [...own].some((one) => one?.split('.', 1)[0] === label);
}

/** Domains of the site and its versions in other languages; null for what has none. */
type OwnSites = ReadonlySet<string | null>;

/** Returns whether a link leads to the very thing that a page is named after, which no source is: its site, or its repository. */
function isSubject(target: string, name: string): boolean {
  const { hostname, pathname } = new URL(target);
  const host = hostname.replace(/^www\./, '');
  const repository = codeOwner(target) === null ? '' : (pathname.split('/')[2] ?? '');
  return name.length >= LEAST_NAME && [host, host.split('.', 1)[0] ?? '', repository].some((one) => bare(one) === name);
}

/** Minimum length of the name of a thing, in letters and digits. */
const LEAST_NAME = 4;

function bare(text: string): string {
  return text
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function isBelow(target: string, own: readonly string[]): boolean {
  const address = comparable(target);
  return own.some((one) => one !== '' && (address === one || address.startsWith(`${one}/`)));
}

/** Returns an address without scheme, `www.`, query and trailing slash, in lower case. */
function comparable(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '';
  return `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`.toLowerCase();
}

/** A work in a list of references, with the initial of its author: `Marlow, I. (2019). Tides.` */
const REFERENCE =
  /^(?:\[?\d{1,3}[\].)]\s?)?\p{Lu}[\p{L}\p{M}'’-]{1,30}, \p{Lu}\.(?=.{0,300}?(?<!\d)(?:19|20)\d\d(?!\d))/u;

/** Minimum number of words of a reference. A byline has fewer: `Marlow, I., 3 June 2026`. */
const REFERENCE_WORDS = 6;

/** Returns the first block that refers to a work by its author and year; undefined for none. */
export function findReference({ facts }: Page): TextBlock | undefined {
  return facts.blocks.find(
    ({ kind, words, text }) => kind !== 'heading' && words >= REFERENCE_WORDS && REFERENCE.test(text),
  );
}

/** Returns whether a page has a quotation that says whose words it is. */
export function hasNamedQuotation({ facts }: Page): boolean {
  return facts.quotations.some(({ text, attribution }) => text.trim() !== '' && namesSomebody(attribution ?? ''));
}

/**
 * Returns whether an attribution contains a name: an address, a single word, or a word with a capital after the first word.
 * “Said the president.” contains none. In scripts without capitals, any words are taken for a name.
 */
function namesSomebody(attribution: string): boolean {
  const [first = '', ...others] = attribution.match(WORDS) ?? [];
  if (/\w[@./]\w/.test(attribution) || !HAS_CASE.test(attribution)) return first !== '';
  return others.length === 0 || others.some((word) => CAPITAL.test(word));
}

const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu;
const HAS_CASE = /[\p{Lu}\p{Ll}]/u;
const CAPITAL = /^\p{Lu}|^[\p{L}]{1,3}['’]\p{Lu}/u;
