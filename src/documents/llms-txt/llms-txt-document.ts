import type { PageInventory } from '../../site/inventory/inventory.ts';
import { isLargeSite, knownPages } from '../../site/inventory/listed-pages.ts';
import { type NamedPage, namedPages, ofHome, usable } from './llms-txt-pages.ts';
import { divideIntoSections, type LlmsTxtSection } from './llms-txt-sections.ts';
import { wordsFor } from './llms-txt-words.ts';
import { linkName, linkNote, linkUrl, markdownLine, markdownText } from './markdown-line.ts';
import { type Selection, selectPages } from './page-selection.ts';
import { mainLanguage, mayBeListed } from './placed-pages.ts';
import { siteSummary } from './site-summary.ts';

/** Of the whole text. */
const MAX_BYTES = 96_000;
/** The section that a reader in want of room leaves out (llmstxt.org). */
const OPTIONAL = 'Optional';
/** In characters. */
const MAX_NAME = 120;
const MAX_SUMMARY = 400;
const MAX_FACT = 200;

export interface VipLlmsTxtInput {
  readonly inventory: PageInventory;
  /** Where the text is hosted; null when it is not. */
  readonly hostedUrl: string | null;
  /** The proof that the key holder has to create before the text is hosted; null or left out when none is missing. */
  readonly missingProof?: OwnershipProof | null;
}

/** Proof that a key holder controls a domain: the token as a TXT record, or as the whole text of a file. */
export interface OwnershipProof {
  readonly token: string;
  /** Name of the TXT record. */
  readonly record: string;
  /** URL of the file. */
  readonly file: string;
}

/** The llms.txt of tier free: a generic template for a domain, with a watermark. Nothing of the site is in it. */
export function freeLlmsTxt(domain: string): string {
  const site = `https://${domain}`;
  return `# ${domain}

> What ${domain} offers, in one or two sentences: say what it is, whom it is for and what can be found here.

<!-- Demonstration, the free tier's watermark: a generic template that Citable made from the name ${domain} alone. Nothing was fetched, and its links were not checked. -->

## Pages

- [Home](${site}/): what ${domain} is and where to start
- [About](${site}/about): who is behind ${domain}
- [Contact](${site}/contact): how to reach ${domain}

## Optional

- [Sitemap](${site}/sitemap.xml): every page of ${domain}
`;
}

/**
 * The llms.txt of tier vip, made of what an audit found (llmstxt.org). Under a heading there is nothing but links, and
 * everything of the site's is one line, escaped. The same inventory and address give the same text.
 */
export function vipLlmsTxt({ inventory: given, hostedUrl, missingProof = null }: VipLlmsTxtInput): string {
  const inventory = withoutPlaceholders(given);
  const { domain, site, gatheredAt } = inventory;
  const language = mainLanguage(inventory);
  const selected = selectPages(inventory);
  const pages = namedPages(inventory, selected.pages);
  const { sections, secondary } = divideIntoSections(pages, language, isLargeSite(inventory));
  const home = pages.find(({ page }) => page.place === 'home');
  const summary = siteSummary(inventory, pages);
  const lead = [
    // Parsers and validators want the title first.
    `# ${title(site.name, domain)}`,
    `> ${markdownLine(summary, MAX_SUMMARY) ?? domain}`,
    `<!-- llms.txt of ${domain}, made by Citable from its audit of ${gatheredAt.slice(0, 10)} -->`,
    ...positioning(inventory, {
      language,
      summary,
      own: [site.headline, home?.reading.paragraph ?? null].map((text) => ofHome(text, pages)),
    }),
    ...(hostedUrl === null ? [] : [`**${wordsFor(language).hosted}:** <${hostedUrl}>`]),
    ...(missingProof === null ? [] : [proofComment(domain, missingProof)]),
  ];
  const unlisted = shareLine(inventory, language, 0);
  const lists = new Writer(MAX_BYTES - Buffer.byteLength([...lead, ...unlisted].join('\n\n')));
  let listed = 0;
  const languages = languageLinks(inventory, selected, home);
  for (const [name, members] of namedSections(sections, secondary, language)) {
    // What may be skipped comes last.
    if (name === OPTIONAL) lists.section(wordsFor(language).languages, languages);
    listed += lists.section(name, members.map(pageLine));
  }
  return `${[...lead, ...shareLine(inventory, language, listed), ...lists.blocks].join('\n\n')}\n`;
}

/** The site's description of itself, without a generator's default texts. */
function withoutPlaceholders(inventory: PageInventory): PageInventory {
  const { name, description, headline } = inventory.site;
  const own = { name: usable(name), description: usable(description), headline: usable(headline) };
  return { ...inventory, site: { ...inventory.site, ...own } };
}

/** How many of the known pages are listed, and where all of them are; nothing where all are listed. */
function shareLine(inventory: PageInventory, language: string, listed: number): string[] {
  const { duplicates, elsewhere, ofUnindexed } = mayBeListed(inventory);
  const known = knownPages(inventory) - duplicates - elsewhere - ofUnindexed;
  if (listed >= known) return [];
  const { share, all } = wordsFor(language);
  const digits = new Intl.NumberFormat(`${language}-u-nu-latn`);
  const sentence = share.replace('{listed}', digits.format(listed)).replace('{known}', digits.format(known));
  const sitemaps = (inventory.sitemaps ?? []).map((url) => `<${linkUrl(url)}>`);
  return [sitemaps.length === 0 ? sentence : `${sentence} ${all} ${sitemaps.join(', ')}`];
}

function proofComment(domain: string, { token, record, file }: OwnershipProof): string {
  return `<!-- Not hosted yet: prove that you control ${domain}. Add a TXT record at ${record} with the text ${token}, or serve a file with only that text at ${file}. Then request this text again. -->`;
}

/** Sections by their names, which say the language where it is not the site's own; those of one name are one. */
export function namedSections(
  sections: readonly LlmsTxtSection[],
  secondary: readonly NamedPage[],
  language: string,
): ReadonlyMap<string, readonly NamedPage[]> {
  const byName = new Map<string, readonly NamedPage[]>();
  const add = (name: string, pages: readonly NamedPage[]) => byName.set(name, [...(byName.get(name) ?? []), ...pages]);
  for (const section of sections) {
    const name = markdownLine(section.name, MAX_NAME) ?? wordsFor(section.language).pages;
    add(section.language === language ? name : `${name} (${languageName(section.language)})`, section.pages);
  }
  // The name means that its links may be skipped: a site's own section of that name is joined with ours.
  const optional = [...(byName.get(OPTIONAL) ?? []), ...secondary];
  byName.delete(OPTIONAL);
  return byName.set(OPTIONAL, optional);
}

/** A link to each other language of the site: to its home page if the site names one, else to a translated page. */
function languageLinks(
  { origin, site }: PageInventory,
  { translations }: Selection,
  home: NamedPage | undefined,
): readonly string[] {
  // The home page itself is listed among the pages.
  const named = site.languages.filter(({ url }) => url !== (home?.url ?? `${origin}/`));
  const tags = new Set(named.map(({ hreflang }) => hreflang.toLowerCase().split('-', 1)[0]));
  const found = translations.filter(({ language }) => !tags.has(language));
  return [...named, ...found.map(({ language, url }) => ({ hreflang: language, url }))].map(
    ({ hreflang, url }) => `- [${linkName(languageName(hreflang), MAX_NAME)}](${linkUrl(url)})`,
  );
}

/** Who is behind the site: a paragraph, and a list of facts, in the site's language. */
function positioning(
  { domain, origin, site }: PageInventory,
  {
    language,
    summary,
    own,
  }: { readonly language: string; readonly summary: string | null; readonly own: readonly (string | null)[] },
): string[] {
  const { organization: facts, topics } = site;
  const words = wordsFor(language);
  const comma = words.comma ?? ', ';
  const statement = facts.description ?? facts.slogan;
  const known = new Set([summary, site.name, domain].map((text) => text?.toLowerCase()));
  // A heading of one word, or the site's name alone, says nothing of it.
  const isNews = (text: string | null) =>
    text !== null && !known.has(text.toLowerCase()) && !site.name?.toLowerCase().includes(text.toLowerCase());
  const said = statement === null || statement === summary ? own : [statement];
  const news = said.filter(
    (text) => isNews(text) && (text !== site.headline || /\S\s\S|[^\p{sc=Latin}\P{L}]/u.test(text ?? '')),
  );
  const texts = (news.length === 0 ? [summary] : news).flatMap((text) => markdownText(text, MAX_SUMMARY) ?? []);
  const position = texts.length === 0 ? `<${origin}/>` : texts.map((text) => asSentence(text, language)).join(' ');
  const name = markdownText(site.name, MAX_NAME) ?? domain;
  const fact = (label: string, values: readonly (string | null)[]) => {
    const shown = values.flatMap((value) => markdownText(value, MAX_FACT) ?? []);
    return shown.length === 0 ? [] : [`- ${label}: ${shown.join('; ')}`];
  };
  const lines = [
    ...fact(words.topics, [topics.join(comma)]),
    ...fact(
      words.alsoKnownAs,
      facts.alternateNames.filter((one) => one !== site.name),
    ),
    ...fact(words.audience, facts.audience),
    ...fact(words.founded, [facts.foundingDate]),
    ...fact(words.founders, facts.founders),
    ...fact(words.location, [[...facts.address, ...countryNames(facts.country, language)].join(comma)]),
    ...fact(words.areas, facts.areaServed),
    ...fact(words.email, [facts.email]),
    ...fact(words.telephone, [facts.telephone]),
    ...(facts.sameAs.length === 0 ? [] : [`- ${words.profiles}: ${facts.sameAs.map(profile).join(', ')}`]),
  ];
  return [`**${name}:** ${position}`, ...(lines.length === 0 ? [] : [lines.join('\n')])];
}

/** The sections, as long as there is room: what comes first matters most. */
class Writer {
  readonly blocks: string[] = [];
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  /** Returns how many links were written. */
  section(name: string, links: readonly string[]): number {
    const heading = `## ${name}`;
    const lines: string[] = [];
    let size = Buffer.byteLength(heading) + 4;
    for (const line of links) {
      const bytes = Buffer.byteLength(line) + 1;
      if (size + bytes > this.#room) break;
      lines.push(line);
      size += bytes;
    }
    if (lines.length === 0) return 0;
    this.#room -= size;
    this.blocks.push(heading, lines.join('\n'));
    return lines.length;
  }
}

/** A page as a line of a list. */
export function pageLine({ url, name, note }: NamedPage): string {
  const shown = linkNote(note);
  const link = `- [${linkName(name, MAX_NAME) ?? new URL(url).hostname}](${linkUrl(url)})`;
  return shown === null ? link : `${link}: ${shown}`;
}

function profile(url: string): string {
  return `[${linkName(new URL(url).hostname.replace(/^www\./, ''), MAX_NAME)}](${linkUrl(url)})`;
}

/** The title line names the domain; the name of the site precedes it where that is more specific. */
function title(name: string | null, domain: string): string {
  const shown = markdownLine(name, MAX_NAME);
  return shown === null || shown.toLowerCase() === domain ? domain : `${shown} (${domain})`;
}

/** Returns the name of a country, by its ISO 3166-1 code too; nothing for none. */
function countryNames(country: string | null | undefined, language: string): string[] {
  if (country == null) return [];
  if (!/^[A-Z]{2}$/.test(country)) return [country];
  return [new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(country) ?? country];
}

function asSentence(text: string, language: string): string {
  if (/[.!?…。！？؟:]$/u.test(text)) return text;
  return `${text}${language === 'ja' || language === 'zh' ? '。' : '.'}`;
}

/** A language by its own name: `English`, `العربية`, `português (Brasil)`. Extensions and private use (RFC 5646 §2.2.6) name none. */
function languageName(tag: string): string {
  return new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(new Intl.Locale(tag).baseName) ?? tag;
}
