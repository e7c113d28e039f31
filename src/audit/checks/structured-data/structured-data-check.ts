import { availability } from '../../../fetch/exchange.ts';
import { pageDate } from '../../../site/page/page-date.ts';
import type { StructuredNode } from '../../../site/page/page-facts.ts';
import { textSize } from '../../../site/page/words.ts';
import { sum } from '../../arithmetic.ts';
import {
  type CheckResult,
  check,
  combinePages,
  full,
  HALF,
  lost,
  NONE,
  notApplicable,
  type Observation,
  type QuestionResult,
} from '../../check.ts';
import { findArticle, hasNamedAuthor, WHEN_AND_BY_WHOM } from '../../content/articles.ts';
import { withHiddenText } from '../../content/hidden-text.ts';
import { isTruncated } from '../../content/page-text.ts';
import { awaiting, firstTextCause } from '../../content/raw-html.ts';
import { type Fix, type FixPlace, fixAt } from '../../fixes/fix.ts';
import { findWrongBase } from '../../fixes/wrong-base.ts';
import { count, list, place, places, texts } from '../../formatting.ts';
import { addressElsewhere } from '../../linked-pages.ts';
import { isInconclusive, observe, responsesByUrl } from '../../observe.ts';
import type { Page, SiteFacts } from '../../site-facts.ts';
import { entityLines, findIdentity, foreignWebSite, type Identity, isSchemaOrg, misnamedIdentity } from './identity.ts';
import { isPlaceholder } from './placeholders.ts';
import { definition, type QuestionId } from './structured-data-definition.ts';

type Needed = Pick<
  SiteFacts,
  'home' | 'samplePages' | 'origin' | 'domain' | 'sitemapSample' | 'canonicalTargets' | 'llms'
>;

export const structuredData = check({
  ...definition,
  run: (site: Needed): CheckResult<QuestionId> => {
    const pages = [site.home, ...site.samplePages];
    const isLeftover = (value: string) => isPlaceholder(value, site.domain);
    const blocks = sum(pages.map((page) => facts(page).jsonLdBlocks));
    const broken = sum(pages.map((page) => facts(page).jsonLdBroken));
    const entities = pages.flatMap((page) => facts(page).nodes.filter(isSchemaOrg));
    const identity = findIdentity(pages, site.origin, isLeftover);
    const dead = deadUrls(pages, site);
    const isCut = pages.some((page) => isTruncated(page.facts, 'structuredData'));
    const seen = { blocks, broken, entities: entities.length, identity, isCut };
    const results = {
      parses: blocks === 0 && isCut ? notRead() : parses(pages, seen, site),
      identity: identity?.missing.length !== 0 && isCut ? notRead() : identityResult(pages, seen, dead, site),
      articles: articles(pages, isLeftover),
    };
    return {
      results,
      failure: isCut ? null : describeFailure(entities.length, blocks > 0 && broken >= blocks),
      details: details(site, pages, results, seen),
      notes: notesOn(pages, isLeftover, dead, site.origin),
    };
  },
});

const WRAPPER = 'marks of a comment or CDATA around them, which strict readers refuse';
const NO_DATA = 'There is no structured data that says who the site is.';

/** The result of a question about structured data that has more than is read. */
function notRead(): QuestionResult {
  return notApplicable('There is more structured data than is read, so it may be in the rest.');
}

function describeFailure(entities: number, isBroken: boolean): string | null {
  if (entities > 0) return null;
  return isBroken
    ? 'No block of structured data can be read.'
    : 'The judged pages describe no schema.org entity in their HTML.';
}

/** URLs of this site in the structured data whose responses in this audit were 404, 410 or 5xx. */
function deadUrls(
  pages: readonly Page[],
  { sitemapSample, canonicalTargets, llms, origin }: Needed,
): readonly string[] {
  const fetched = responsesByUrl([
    ...sitemapSample,
    ...canonicalTargets,
    ...llms.links,
    ...pages.map(({ exchange }) => exchange),
  ]);
  const named = pages.flatMap(stringValues).filter((value) => value.startsWith(`${origin}/`));
  return [...new Set(named.flatMap((value) => toHref(value) ?? []))].filter((href) => {
    const found = fetched.get(href);
    if (found === undefined) return false;
    return ['absent', 'server_error'].includes(availability(found)) && !isInconclusive(found);
  });
}

/** A URL as WHATWG serialises it, percent-encoded: fit to be named in a sentence of ours. */
function toHref(url: string): string | null {
  return URL.parse(url)?.href ?? null;
}

/** Maximum number of property values read on one page. */
const LOOKED_AT = 5_000;

/** Returns the values of properties on a page that are text, as far as they are read. */
function stringValues(page: Page): readonly string[] {
  return facts(page)
    .nodes.flatMap(({ properties }) => Object.values(properties).flat())
    .slice(0, LOOKED_AT)
    .filter((value) => typeof value === 'string');
}

function facts(page: Page): Page['facts']['structuredData'] {
  return page.facts.structuredData;
}

function parses(
  pages: readonly Page[],
  { blocks, broken, entities }: Pick<Seen, 'blocks' | 'broken' | 'entities'>,
  site: Needed,
): QuestionResult {
  const { home } = site;
  if (blocks === 0 && entities > 0) {
    return full(observe(home.exchange, { note: 'The pages use Microdata or RDFa, and no JSON-LD.' }));
  }
  if (blocks === 0) {
    const note = 'There is no JSON-LD, and no Microdata or RDFa of schema.org.';
    return lost(NONE, [observe(home.exchange, { note })], addEntity(site, pages), NO_DATA);
  }
  if (broken === 0) {
    const wrapped = sum(pages.map((page) => facts(page).jsonLdWrapped));
    const within = wrapped === 0 ? '' : `, ${wrapped} of them only without the ${WRAPPER}`;
    return full(
      observe(home.exchange, { note: `${count(blocks, 'block')} on the judged pages, all valid JSON${within}.` }),
    );
  }
  const observed = brokenBlocks(pages);
  const byPage = new Map(observed.map((seen) => [seen.url, seen]));
  const pageResults = [...byPage.values()].map((seen) => ({ passes: false, seen }));
  const share = broken * 2 <= blocks ? HALF : NONE;
  return { ...lost(share, observed, repairBlocks(), brokenProblem(pages)), pages: pageResults };
}

function brokenBlocks(pages: readonly Page[]): readonly Observation[] {
  return pages.flatMap((page) =>
    facts(page).jsonLdErrors.map(({ line, message, text }) =>
      observe(page.exchange, { note: `A JSON-LD block that readers cannot use: ${message}.`, line, text }),
    ),
  );
}

function repairBlocks(): Fix {
  return fixAt(
    'head',
    'Make the block valid JSON in a script element of the type application/ld+json: one value, straight double quotes that are not escaped, no trailing comma, line breaks inside strings written as \\n. Let a JSON serialiser write it rather than a text template.',
    { cause: 'json_ld' },
  );
}

function brokenProblem(pages: readonly Page[]): string {
  const [first] = pages.flatMap((page) => facts(page).jsonLdErrors);
  return first === undefined
    ? 'The structured data is broken: it is not valid JSON.'
    : `The structured data is broken at line ${first.line}: ${first.message}.`;
}

/** Only what every site knows of itself: its own address. The name is the owner's to fill in. */
function addEntity({ origin }: Needed, pages: readonly Page[]): Fix {
  return fixAt(
    'head',
    `Add one JSON-LD block to the home page that says who runs the site: an Organization or a subtype that fits, a Person, or else a WebSite. Give its name as the owner writes it, and the url ${origin}/. State only what is true and visible on the site.`,
    { snippet: entityLines(pages) },
  );
}

function identityResult(
  pages: readonly Page[],
  { blocks, broken, entities, identity }: Seen,
  dead: readonly string[],
  site: Needed,
): QuestionResult {
  // What a broken block says is unknown: it may well be the identity. Without the block, the site would earn the same.
  if (broken > 0 && (identity === null || identity.missing.length > 0 || identity.isOnlyNamedElsewhere)) {
    const share = identity === null || identity.missing.length > 1 ? NONE : HALF;
    return lost(share, brokenBlocks(pages), repairBlocks(), brokenProblem(pages));
  }
  const foreign = foreignWebSite(pages, site.origin);
  if (foreign !== null && (identity === null || identity.missing.includes('url'))) {
    const { page, node, text: url } = foreign;
    const note = 'This WebSite has the url of another site, so the data says that the page belongs to that site.';
    const fix = fixAt(
      placeOf(node),
      'Replace the name and the url in this data with those of this site, or remove the data if it is left over from another site.',
      { cause: findWrongBase([{ url, path: '/' }], site.origin) },
    );
    const problem = 'The structured data says that the pages belong to another site.';
    return lost(
      identity === null ? NONE : HALF,
      [observe(page.exchange, { note, line: node.line, text: url })],
      fix,
      problem,
    );
  }
  const misnamed = identity === null ? misnamedIdentity(pages) : null;
  if (misnamed !== null) {
    const { page, node, text } = misnamed;
    const what = /[/:]/.test(text) ? 'not in the vocabulary of schema.org' : 'by another name than schema.org gives it';
    const note = `This block says who the site is, but ${what}, so readers skip it.`;
    const fix = fixAt(
      placeOf(node),
      'Correct the block that the evidence names, and add no second one. Its @context must be "https://schema.org", and its @type a name as schema.org spells it, such as Organization. Give it the name and url of the site.',
    );
    const problem = 'The structured data that says who the site is has a wrong type or context.';
    return lost(NONE, [observe(page.exchange, { note, line: node.line, text })], fix, problem);
  }
  if (identity === null) {
    const note = 'No judged page describes the site as an Organization, Person or WebSite.';
    const problem = blocks === 0 && entities === 0 ? NO_DATA : null;
    return lost(NONE, [observe(site.home.exchange, { note })], addEntity(site, pages), problem);
  }
  const { page, node, missing, url } = identity;
  const seenAs = (note: string) => observe(page.exchange, { note, line: node.line, text: node.types.join(', ') });
  if (missing.length > 0) {
    const fix = fixAt(
      placeOf(node),
      `Add ${list(missing)} to the entity that represents the site: the name as the owner writes it, the address of the home page as url. Replace any placeholder of a template.`,
    );
    const lacks = list(missing.map((property) => (hasValue(node, property) ? `a ${property} of its own` : property)));
    const observed = [seenAs(`The best described identity lacks ${lacks}.`)];
    const problem = `The structured data about the site lacks ${missing.some((one) => hasValue(node, one)) ? lacks : `its ${lacks}`}.`;
    return lost(missing.length === 1 ? HALF : NONE, observed, fix, problem);
  }
  const moved = movedAddress(identity, site);
  if (moved !== null) {
    const note = `The url of the identity is on the host that the canonical or og:url of the home page names, not on this site: ${url}.`;
    return lost(HALF, [seenAs(note)], moved, 'The structured data gives the site an address on another host.');
  }
  const deadUrl = dead.find((one) => url !== null && one === toHref(url));
  if (deadUrl !== undefined) {
    const fix = fixAt(
      placeOf(node),
      'Correct the url of the entity that represents the site: the address of the home page, which returns 200.',
      { cause: findWrongBase([{ url: deadUrl, path: '/' }], site.origin) },
    );
    const observed = [seenAs(`The url of the identity does not work: ${place(deadUrl, site.origin)}.`)];
    return lost(HALF, observed, fix, 'The structured data gives the site an address that does not work.');
  }
  if (identity.isOnlyNamedElsewhere) {
    const note =
      'The site’s identity is described only inside the data of something else, such as the publisher of a page.';
    const problem = 'The structured data of the home page does not say who the site is.';
    return lost(HALF, [seenAs(note)], addEntity(site, pages), problem);
  }
  return full(seenAs('The site’s identity, with name and url.'));
}

/** Returns where an entity is changed: Microdata and RDFa stand in the body, around what the page shows. */
function placeOf({ syntax }: StructuredNode): FixPlace {
  return syntax === 'json-ld' ? 'head' : 'page_template';
}

/** Returns the fix of an identity at the address on another host that the home page gives as its own; null for another. */
function movedAddress({ url, node }: Identity, { home, origin }: Needed): Fix | null {
  const address = addressElsewhere(home, origin);
  if (url === null || address === null || URL.parse(url)?.host !== URL.parse(address)?.host) return null;
  const cause = findWrongBase([{ url, path: '/' }], origin);
  return fixAt(
    placeOf(node),
    'Set the url of the entity that represents the site to the address of its home page here.',
    {
      cause,
    },
  );
}

const NO_ARTICLE =
  'No judged page of 50 words or more was recognized as an article: by its path, its form, its structured data or a list of posts.';
/** A page with fewer words, such as one that sends its reader to an article elsewhere, has nothing to describe. */
const LEAST_WORDS = 50;

function articles(pages: readonly Page[], isLeftover: (value: string) => boolean): QuestionResult {
  const found = pages.filter((page) => page.kind === 'article');
  const pageResults = found
    .filter((page) => textSize((withHiddenText(page) ?? page).facts) >= LEAST_WORDS)
    .flatMap((page) => {
      const article = findArticle(page, isLeftover);
      const note =
        article === null
          ? 'An article-like page without an Article.'
          : article.missing.length > 0
            ? `The Article lacks ${list(article.missing.map((property) => namedProperty(property, article.node)))}.`
            : 'An Article with headline, datePublished and author.';
      const passes = article?.missing.length === 0;
      if (!passes && isTruncated(page.facts, 'structuredData')) return [];
      return {
        page,
        passes,
        hasOne: article !== null,
        seen: observe(page.exchange, { note, line: article?.node.line }),
      };
    });
  const failing = pageResults.filter(({ passes }) => !passes).map(({ page }) => page);
  if (failing.length > 0 && failing.every((page) => facts(page).jsonLdBroken > 0)) {
    return combinePages(pageResults, NO_ARTICLE, repairBlocks(), brokenProblem(failing));
  }
  if (pageResults.length === 0) return awaiting(firstTextCause(found), notApplicable(NO_ARTICLE));
  const incomplete = pageResults.every(({ passes, hasOne }) => passes || hasOne);
  const haveDateAndAuthor = failing.every((page) => pageDate(page.facts) !== null && hasNamedAuthor(page));
  return combinePages(
    pageResults,
    NO_ARTICLE,
    fixAt('head', incomplete ? COMPLETE_ARTICLE : ADD_ARTICLE, {
      ...(incomplete ? {} : { snippet: 'article' }),
      ...(haveDateAndAuthor ? {} : { ask: WHEN_AND_BY_WHOM }),
    }),
  );
}

const ADD_ARTICLE =
  'Give each article an Article (or BlogPosting, NewsArticle) with the headline, the datePublished and the author that the page itself shows. Complete the one that a page has already: it must have no second one.';
const COMPLETE_ARTICLE =
  'Add what is missing to the Article that each page has, as the page itself shows it. Change the template, plugin or theme setting that writes it, and add no second Article.';

/** Returns the name of a property that an article lacks. A datePublished that it has is not a date. */
function namedProperty(property: string, node: StructuredNode): string {
  return property === 'datePublished' && hasValue(node, property) ? 'a datePublished that is a date' : property;
}

function hasValue({ properties }: StructuredNode, property: string): boolean {
  return properties[property]?.some((value) => value !== '') === true;
}

interface Seen {
  readonly blocks: number;
  readonly broken: number;
  readonly entities: number;
  readonly identity: Identity | null;
  /** There is more than is read. */
  readonly isCut: boolean;
}

function details(
  site: Needed,
  pages: readonly Page[],
  results: Readonly<Record<QuestionId, QuestionResult>>,
  { blocks, broken, entities, identity, isCut }: Seen,
): string {
  const judged = count(pages.length, 'judged page');
  const unparsed = `${broken} of ${count(blocks, 'JSON-LD block')} ${broken === 1 ? 'does' : 'do'} not parse`;
  if (entities === 0 && isCut) {
    return `In the part of the structured data on ${judged} that is read, no entity of schema.org is described; the rest may do so.`;
  }
  if (entities === 0 && blocks === 0) {
    return `The HTML of ${judged} describes no entity, neither in JSON-LD nor in Microdata or RDFa of schema.org; what scripts may add later, most crawlers of answer engines do not see.`;
  }
  if (entities === 0) {
    return broken === 0
      ? `The JSON-LD on ${judged} parses, and describes no entity of schema.org.`
      : `On ${judged} ${unparsed}, and nothing else describes an entity.`;
  }
  const where = `(on ${place(identity?.page.url ?? site.home.url, site.origin)})`;
  const fault = identity?.isOnlyNamedElsewhere
    ? 'stands only inside the data of something else'
    : 'has a url that does not work';
  const articles = results.articles.fix === null ? 0 : results.articles.observed.length;
  const clauses = texts(
    broken > 0 && `${unparsed}: broken, not missing`,
    identity === null && 'none of them says who the site is',
    identity !== null &&
      identity.missing.length > 0 &&
      `the one that says who the site is ${where} lacks ${list(identity.missing)}`,
    identity?.missing.length === 0 && results.identity.fix !== null && `the identity of the site ${fault} ${where}`,
    articles > 0 &&
      `${count(articles, 'article')} ${articles === 1 ? 'lacks' : 'lack'} headline, datePublished or author`,
  );
  const size = `${count(entities, 'schema.org entity', 'schema.org entities')} on ${judged}`;
  return clauses.length === 0
    ? `${size}, and the site’s identity with name and url ${where}.`
    : `${size}, but ${list(clauses)}.`;
}

function notesOn(
  pages: readonly Page[],
  isLeftover: (value: string) => boolean,
  dead: readonly string[],
  origin: string,
): string[] {
  const withLeftovers = pages.filter((page) => stringValues(page).some(isLeftover));
  const truncated = pages.filter((page) => facts(page).truncated);
  return texts(
    withLeftovers.length > 0 &&
      `Structured data on ${places(withLeftovers, origin)} holds values that a template left behind, such as TODO or an example address.`,
    truncated.length > 0 &&
      `On ${places(truncated, origin)} only the first part of it was read: it is too deep or too much.`,
    dead.length > 0 &&
      `Structured data names addresses of this site that do not work: ${list(dead.map((url) => place(url, origin)))}.`,
  );
}
