import { LINKS, TITLES } from '../data/read/languages.ts';
import type { PageFacts, StructuredNode, StructuredValue } from './page/page-facts.ts';
import { cut, headingText, metaContent } from './page/page-labels.ts';
import { IDENTITY_TYPES, PERSON_TYPES } from './page/schema-types.ts';

/** A site's own description of itself and its owner. Null or empty where it has none. */
export interface SiteIdentity {
  readonly name: string | null;
  readonly description: string | null;
  /** Language of the home page, a BCP 47 tag as written. */
  readonly lang: string | null;
  /** The home page's first H1. */
  readonly headline: string | null;
  /** The owner of the site, by properties of schema.org. */
  readonly organization: OrganizationFacts;
  /** Sections of the home page that its navigation links to. */
  readonly topics: readonly string[];
  /** The home page in other languages, by hreflang, in the order given; without `x-default`. */
  readonly languages: readonly { readonly hreflang: string; readonly url: string }[];
}

export interface OrganizationFacts {
  readonly description: string | null;
  readonly slogan: string | null;
  readonly alternateNames: readonly string[];
  readonly audience: readonly string[];
  readonly foundingDate: string | null;
  readonly founders: readonly string[];
  /** From the street to the region. In audits of earlier versions, the country is its last part. */
  readonly address: readonly string[];
  /** Name of the country of the address, or its ISO 3166-1 code. A region may look like one: CA is California. */
  readonly country?: string | null;
  readonly areaServed: readonly string[];
  readonly email: string | null;
  readonly telephone: string | null;
  readonly sameAs: readonly string[];
}

/** Maximum length of a name, text and URL, in characters, and maximum number of values of a property. */
const NAME = 120;
const TEXT = 600;
const URL_LENGTH = 500;
const VALUES = 12;
/** Separates the name of a site from the topic of a page. */
const TITLE_SEPARATOR = /\s+[|–—·•:-]\s+|\s*\|\s*|:\s+/u;
const LONGEST_NAME = 60;
/** Maximum number of labels of a domain that are read for its name. */
const MAX_LABELS = 8;
/** Parts of a title that name no site. */
const HOME_PAGE = new RegExp(`^(?:${TITLES.home.join('|')})$`, 'iu');

/** Fragments that lead to the top of a page or past its navigation. */
const NO_TOPIC = new RegExp(`^(?:${LINKS.topFragments.join('|')}|skip.*|!.*|/.*)$`, 'i');

/** Labels of links past the navigation. */
const SKIP_LINK = new RegExp(`^(?:${LINKS.skip.join('|')})`, 'i');

const ADDRESS_PARTS = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion'];

/**
 * Returns the identity of a site, by its pages.
 *
 * @param pages the home page first
 */
export function siteIdentity(pages: readonly PageFacts[], domain: string): SiteIdentity {
  const [home, ...others] = pages;
  const found = pages.flatMap(identities);
  const organization =
    found.find(({ node }) => !node.types.every((type) => type === 'WebSite' || !IDENTITY_TYPES.has(type))) ?? null;
  const website = found.find(({ node }) => node.types.includes('WebSite')) ?? null;
  const meta = (key: string) => metaContent(home, key);
  const facts = organizationFacts(organization);
  const declared = [
    meta('og:site_name'),
    organization && readText(organization, 'name'),
    website && readText(website, 'name'),
    meta('application-name'),
    others.map((page) => metaContent(page, 'og:site_name')).find((one) => one !== null) ?? null,
  ];
  const name =
    declared.find((one) => one !== null && !HOME_PAGE.test(one.trim())) ??
    nameInTitle(firstTitle(home), domain, headingText(home), others.map(firstTitle));
  return {
    name: cut(name, NAME),
    description: cut(meta('description') ?? meta('og:description') ?? facts.description, TEXT),
    lang: cut(home?.lang?.text ?? null, 35),
    headline: cut(headingText(home), NAME * 2),
    organization: facts,
    topics: listTopics(home),
    languages: listLanguages(home),
  };
}

interface Identity {
  readonly node: StructuredNode;
  readonly nodes: readonly StructuredNode[];
}

/** Returns the nodes of a page that may represent the site, an Organization before a Person. */
function identities({ structuredData: { nodes } }: PageFacts): Identity[] {
  const isPerson = ({ types }: StructuredNode) => types.some((type) => PERSON_TYPES.has(type));
  return nodes
    .filter((node) => !node.nested && node.types.some((type) => IDENTITY_TYPES.has(type)))
    .map((node) => ({ node, nodes }))
    .toSorted((a, b) => Number(isPerson(a.node)) - Number(isPerson(b.node)));
}

function organizationFacts(identity: Identity | null): OrganizationFacts {
  const one = (property: string, length: number) => cut(identity && readText(identity, property), length);
  const all = (property: string) => (identity === null ? [] : readTexts(identity, property));
  const contact = identity === null ? null : readNode(identity, 'contactPoint');
  const address = identity === null ? null : readNode(identity, 'address');
  return {
    description: one('description', TEXT),
    slogan: one('slogan', TEXT),
    alternateNames: [...new Set([...all('alternateName'), ...all('legalName')])],
    audience: all('audience'),
    foundingDate: one('foundingDate', 20),
    founders: [...new Set([...all('founder'), ...all('founders')])],
    address: identity === null ? [] : readAddress(identity),
    country: cut(address && readText(address, 'addressCountry'), NAME),
    areaServed: all('areaServed'),
    email: one('email', NAME) ?? cut(contact && readText(contact, 'email'), NAME),
    telephone: one('telephone', NAME) ?? cut(contact && readText(contact, 'telephone'), NAME),
    sameAs: [...new Set((identity?.node.properties['sameAs'] ?? []).flatMap(httpUrl))].slice(0, VALUES),
  };
}

function readAddress(identity: Identity): readonly string[] {
  const node = readNode(identity, 'address');
  const parts = node === null ? [readText(identity, 'address')] : ADDRESS_PARTS.map((part) => readText(node, part));
  return parts.flatMap((part) => cut(part, NAME * 2) ?? []);
}

/** Returns the values of a property as text. A node is represented by its name. */
function readTexts({ node, nodes }: Identity, property: string): string[] {
  const asText = (value: StructuredValue): string[] => {
    if (typeof value === 'string') return value.trim() === '' || /^https?:/i.test(value) ? [] : [value.trim()];
    const properties = nodes[value.node]?.properties ?? {};
    const name = properties['name']?.[0] ?? properties['audienceType']?.[0];
    return typeof name === 'string' && name.trim() !== '' ? [name.trim()] : [];
  };
  const texts = (node.properties[property] ?? []).slice(0, VALUES).flatMap(asText);
  return [...new Set(texts)].map((text) => text.slice(0, NAME * 2));
}

function readText({ node, nodes }: Identity, property: string): string | null {
  for (const value of node.properties[property] ?? []) {
    const text = typeof value === 'string' ? value : nodes[value.node]?.properties['name']?.[0];
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return null;
}

function readNode({ node, nodes }: Identity, property: string): Identity | null {
  for (const value of node.properties[property] ?? []) {
    const target = typeof value === 'string' ? undefined : nodes[value.node];
    if (target !== undefined) return { node: target, nodes };
  }
  return null;
}

function httpUrl(value: StructuredValue): string[] {
  const url = typeof value === 'string' && value.length <= URL_LENGTH ? URL.parse(value.trim()) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' ? [url.href] : [];
}

function listLanguages(home: PageFacts | undefined): SiteIdentity['languages'] {
  const byTag = new Map<string, string>();
  for (const { hreflang, url } of home?.hreflangs ?? []) {
    const tag = hreflang.trim();
    if (isLanguageTag(tag) && url !== null && /^https?:/.test(url) && url.length <= URL_LENGTH && !byTag.has(tag))
      byTag.set(tag, url);
  }
  return [...byTag].slice(0, 60).map(([hreflang, url]) => ({ hreflang, url }));
}

function isLanguageTag(tag: string): boolean {
  try {
    return tag !== 'x-default' && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // Not well-formed (RFC 5646 §2.1).
    return false;
  }
}

/** Returns the labels of navigation links to sections of the home page itself. */
function listTopics(home: PageFacts | undefined): readonly string[] {
  const firstInMain = home?.links.findIndex((link) => link.inMain) ?? -1;
  const byFragment = new Map<string, string>();
  for (const { url, text } of home?.links.slice(0, firstInMain === -1 ? undefined : firstInMain) ?? []) {
    const [page, fragment = ''] = url?.split('#', 2) ?? [];
    const label = cut(text, NAME);
    const isTopic = page === home?.url && fragment !== '' && !NO_TOPIC.test(fragment) && !SKIP_LINK.test(text.trim());
    if (isTopic && label !== null && label.length <= LONGEST_NAME && !byFragment.has(fragment)) {
      byFragment.set(fragment, label);
    }
  }
  return [...new Set(byFragment.values())].slice(0, VALUES);
}

/**
 * Returns the part of the home page's title that is the domain's name, else the one that most titles of other pages have too,
 * else the one that is the h1 and in any of these titles, else the first one with more than "home page". Null when there is
 * none, or it is too long for a name.
 */
function nameInTitle(
  title: string,
  domain: string,
  heading: string | null,
  otherTitles: readonly string[],
): string | null {
  const all = splitTitle(title);
  const parts = all.filter((part) => !HOME_PAGE.test(part));
  const names = domainNames(domain);
  const [named] = all.filter((part) => names.has(squeezed(part))).sort((a, b) => b.length - a.length);
  const others = [...new Set(otherTitles)].filter((other) => other !== title && other !== '').map(squeezedParts);
  const shares = (part: string) => (squeezed(part) === '' ? 0 : others.filter((one) => one.has(squeezed(part))).length);
  const [shared] = parts.filter((part) => 2 * shares(part) > others.length).sort((a, b) => shares(b) - shares(a));
  // An h1 alone proves little: it may be the motto that the title has after the name.
  const headed = parts.find((part) => squeezed(part) === squeezed(heading ?? '') && shares(part) > 0);
  const name = named ?? shared ?? headed ?? parts[0] ?? '';
  return name === '' || name.length > LONGEST_NAME ? null : name;
}

function firstTitle(page: PageFacts | undefined): string {
  return page?.titles[0]?.text ?? '';
}

function splitTitle(title: string): string[] {
  return title
    .slice(0, 300)
    .split(TITLE_SEPARATOR)
    .map((part) => part.trim());
}

function squeezedParts(title: string): ReadonlySet<string> {
  return new Set(splitTitle(title).map(squeezed));
}

/** Returns all runs of adjacent labels of a domain: one of them is its name, wherever its public suffix begins. */
function domainNames(domain: string): ReadonlySet<string> {
  const labels = domain.replace(/^www\./, '').split('.', MAX_LABELS);
  const runs = labels.flatMap((_, from) => labels.slice(from).map((_, more) => labels.slice(from, from + more + 1)));
  return new Set([domain, ...runs.map((run) => run.join(''))].map(squeezed));
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
