import { availability } from '../../../fetch/exchange.ts';
import { pageDate } from '../../../site/page/page-date.ts';
import { sum } from '../../arithmetic.ts';
import {
  type CheckResult,
  check,
  combinePages,
  type Failure,
  full,
  HALF,
  lost,
  NONE,
  notApplicable,
  type QuestionResult,
} from '../../check.ts';
import { articleOf, hasNamedAuthor, WHEN_AND_BY_WHOM } from '../../content/articles.ts';
import { isTruncated } from '../../content/page-text.ts';
import { wrongBaseOf } from '../../fixes/wrong-base.ts';
import { count, list, place } from '../../formatting.ts';
import { isInconclusive, observe, responsesByUrl } from '../../observe.ts';
import type { Page, SiteFacts } from '../../site-facts.ts';
import { definition, type QuestionId } from './definition.ts';
import { type Identity, identityOf, isSchemaOrg } from './identity.ts';
import { isPlaceholder } from './placeholders.ts';

type Needed = Pick<
  SiteFacts,
  'home' | 'samplePages' | 'origin' | 'domain' | 'sitemapSample' | 'canonicalTargets' | 'llms'
>;

export const structuredData = check({
  ...definition,
  needs: ['home', 'samplePages', 'origin', 'domain', 'sitemapSample', 'canonicalTargets', 'llms'],
  run: (site): CheckResult<QuestionId> => {
    const pages = [site.home, ...site.samplePages];
    const isLeftover = (value: string) => isPlaceholder(value, site.domain);
    const blocks = sum(pages.map(({ facts }) => facts.structuredData.jsonLdBlocks));
    const broken = {
      number: sum(pages.map((page) => facts(page).jsonLdBroken)),
      first: pages.flatMap((page) => facts(page).jsonLdErrors.map((error) => ({ page, error }))),
    };
    const entities = pages.flatMap((page) => facts(page).nodes.filter(isSchemaOrg));
    const identity = identityOf(pages, site.origin, isLeftover);
    const dead = deadUrls(pages, site);
    const isCut = pages.some((page) => isTruncated(page.facts, 'structuredData'));
    const results = {
      parses: blocks === 0 && isCut ? notRead() : parses(blocks, broken, entities.length, site),
      entity: entities.length === 0 && isCut ? notRead() : entity(pages, entities.length, site),
      identity: identity?.missing.length !== 0 && isCut ? notRead() : identityResult(identity, dead, site),
      articles: articles(pages, isLeftover),
    };
    const isNone = blocks === 0 && entities.length === 0 && !isCut;
    const seen = { blocks, broken: broken.number, entities: entities.length, identity, isCut };
    return {
      results: isNone ? withOneProblem(results) : results,
      failure: isCut ? null : failureOf(entities.length, blocks > 0 && broken.number >= blocks),
      gates: [],
      details: details(site, pages, results, seen),
      notes: [...notesOn(pages, isLeftover, site.origin), ...deadNotes(dead, site.origin)],
    };
  },
});

const NO_DATA = 'There is no structured data that says who the site is.';

/** Says of a site without structured data the same of each question: it has one problem, with one fix. */
function withOneProblem(results: Readonly<Record<QuestionId, QuestionResult>>): Record<QuestionId, QuestionResult> {
  const { entity: ofEntity, identity: ofIdentity } = results;
  return { ...results, entity: { ...ofEntity, problem: NO_DATA }, identity: { ...ofIdentity, problem: NO_DATA } };
}

/** The result of a question about structured data that has more than is read. */
function notRead(): QuestionResult {
  return notApplicable('There is more structured data than is read, so it may be in the rest.');
}

function failureOf(entities: number, isBroken: boolean): Failure<QuestionId> | null {
  if (entities > 0) return null;
  return isBroken
    ? { reason: 'Not one block of structured data parses.', questions: ['parses', 'entity'] }
    : { reason: 'The judged pages describe no schema.org entity in their HTML.', questions: ['parses', 'entity'] };
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
  const named = pages.flatMap((page) =>
    facts(page)
      .nodes.flatMap(({ properties }) => Object.values(properties).flat())
      .slice(0, LOOKED_AT)
      .flatMap((value) => (typeof value === 'string' && value.startsWith(`${origin}/`) ? (hrefOf(value) ?? []) : [])),
  );
  return [...new Set(named)].filter((href) => {
    const found = fetched.get(href);
    if (found === undefined) return false;
    return ['absent', 'server_error'].includes(availability(found)) && !isInconclusive(found);
  });
}

/** A URL as WHATWG serialises it, percent-encoded: fit to be named in a sentence of ours. */
function hrefOf(url: string): string | null {
  return URL.parse(url)?.href ?? null;
}

function deadNotes(dead: readonly string[], origin: string): string[] {
  return dead.length === 0
    ? []
    : [
        `Structured data names addresses of this site that do not work: ${list(dead.map((url) => place(url, origin)))}.`,
      ];
}

type Fault = {
  readonly page: Page;
  readonly error: { readonly text: string; readonly line: number; readonly message: string };
};

interface Broken {
  readonly number: number;
  /** The first faults found. */
  readonly first: readonly Fault[];
}

function facts(page: Page): Page['facts']['structuredData'] {
  return page.facts.structuredData;
}

function parses(blocks: number, broken: Broken, entities: number, site: Needed): QuestionResult {
  const { home } = site;
  if (blocks === 0 && entities > 0) return notApplicable('The pages use Microdata or RDFa, and no JSON-LD.');
  if (blocks === 0) {
    const note = 'There is no JSON-LD, and no Microdata or RDFa of schema.org.';
    return {
      ...lost(NONE, [observe(home.exchange, { note })], addEntity(site)),
      problem: NO_DATA,
    };
  }
  if (broken.number === 0)
    return full(observe(home.exchange, { note: `${count(blocks, 'block')} on the judged pages, all valid JSON.` }));
  return lost(
    broken.number * 2 <= blocks ? HALF : NONE,
    broken.first.slice(0, 5).map(({ page, error }) =>
      observe(page.exchange, {
        note: 'A JSON-LD block that is not valid JSON.',
        line: error.line,
        text: `${error.message} ${error.text}`,
      }),
    ),
    {
      place: 'head',
      instruction:
        'Make the block valid JSON: one value, double quotes, no trailing comma, line breaks inside strings written as \\n. Let a JSON serialiser write it rather than a text template.',
      lines: null,
      proof: null,
    },
  );
}

function entity(pages: readonly Page[], entities: number, site: Needed): QuestionResult {
  const { home } = site;
  if (entities === 0) {
    return lost(
      NONE,
      [observe(home.exchange, { note: `No schema.org entity on ${count(pages.length, 'judged page')}.` })],
      addEntity(site),
    );
  }
  const found = pages.flatMap((page) => {
    const [first] = facts(page).nodes.filter(isSchemaOrg);
    const note = `One of ${count(entities, 'entity', 'entities')} on the judged pages.`;
    return first === undefined ? [] : observe(page.exchange, { note, line: first.line, text: first.types.join(', ') });
  });
  return full(...found);
}

/** Only what every site knows of itself: its own address. The name is the owner's to fill in. */
function addEntity({ origin }: Needed): NonNullable<QuestionResult['fix']> {
  return {
    place: 'head',
    instruction: `Add one JSON-LD block to the home page that says who runs the site: an Organization or a subtype that fits, a Person, or else a WebSite. Give its name as the owner writes it, and the url ${origin}/. State only what is true and visible on the site.`,
    lines: null,
    snippet: 'identity',
    proof: null,
  };
}

function identityResult(identity: Identity | null, dead: readonly string[], site: Needed): QuestionResult {
  if (identity === null) {
    const note = 'No Organization, Person or WebSite stands on its own on the judged pages.';
    return lost(NONE, [observe(site.home.exchange, { note })], addEntity(site));
  }
  const { page, node, missing, url } = identity;
  const seenAs = (note: string) => observe(page.exchange, { note, line: node.line, text: node.types.join(', ') });
  if (missing.length > 0) {
    const result = lost(
      missing.length === 1 ? HALF : NONE,
      [seenAs(`The best described identity lacks ${list(missing)}.`)],
      {
        place: 'head',
        instruction: `Add ${list(missing)} to the entity that represents the site: the name as the owner writes it, the address of the home page as url. Replace any placeholder of a template.`,
        lines: null,
        proof: null,
      },
    );
    return { ...result, problem: `The structured data about the site lacks its ${list(missing)}.` };
  }
  const deadUrl = dead.find((one) => url !== null && one === hrefOf(url));
  if (deadUrl !== undefined) {
    const base = wrongBaseOf([{ url: deadUrl, path: '/' }], site.origin);
    const result = lost(HALF, [seenAs(`The url of the identity does not work: ${place(deadUrl, site.origin)}.`)], {
      place: 'head',
      instruction:
        'Correct the url of the entity that represents the site: the address of the home page, which returns 200.',
      lines: null,
      ...(base === null ? {} : { cause: base }),
      proof: null,
    });
    return { ...result, problem: 'The structured data gives the site an address that does not work.' };
  }
  if (identity.isOnlyNamedElsewhere) {
    const note = 'The site’s identity is described only inside the data of another page, such as its publisher.';
    const problem = 'The structured data of the home page does not say who the site is.';
    return { ...lost(HALF, [seenAs(note)], addEntity(site)), problem };
  }
  return full(seenAs('The site’s identity, with name and url.'));
}

function articles(pages: readonly Page[], isLeftover: (value: string) => boolean): QuestionResult {
  const pageResults = pages
    .filter((page) => page.kind === 'article')
    .flatMap((page) => {
      const article = articleOf(page, isLeftover);
      const note =
        article === null
          ? 'An article-like page without an Article.'
          : article.missing.length > 0
            ? `The Article lacks ${list(article.missing)}.`
            : 'An Article with headline, datePublished and author.';
      const line = article === null ? {} : { line: article.node.line };
      const passes = article?.missing.length === 0;
      if (!passes && isTruncated(page.facts, 'structuredData')) return [];
      return { page, passes, seen: observe(page.exchange, { note, ...line }) };
    });
  const failing = pageResults.filter(({ passes }) => !passes).map(({ page }) => page);
  const haveDateAndAuthor = failing.every((page) => pageDate(page.facts) !== null && hasNamedAuthor(page));
  return combinePages(
    pageResults,
    'No judged page was recognized as an article, by its structured data or as a post with a date.',
    {
      place: 'head',
      instruction:
        'Give each article an Article (or BlogPosting, NewsArticle) with the headline, the datePublished and the author that the page itself shows.',
      lines: null,
      snippet: 'article',
      ...(haveDateAndAuthor ? {} : { ask: WHEN_AND_BY_WHOM }),
      proof: null,
    },
  );
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
  if (entities === 0) {
    const why =
      blocks === 0
        ? `The HTML of ${judged} describes no entity, neither in JSON-LD nor in Microdata or RDFa of schema.org; what scripts may add later, most crawlers of answer engines do not see.`
        : broken === 0
          ? `The JSON-LD on ${judged} parses, and describes no entity of schema.org.`
          : `On ${judged} ${unparsed}, and nothing else describes an entity.`;
    return why;
  }
  const clauses = [
    broken === 0 ? null : `${unparsed}: broken, not missing`,
    identity === null
      ? 'none of them says who the site is'
      : identity.missing.length === 0
        ? results.identity.fix === null
          ? null
          : `the identity of the site ${identity.isOnlyNamedElsewhere ? 'stands only inside the data of another page' : 'has a url that does not work'} (on ${place(identity.page.url, site.origin)})`
        : `the one that says who the site is (on ${place(identity.page.url, site.origin)}) lacks ${list(identity.missing)}`,
    results.articles.observed.length === 0 || results.articles.fix === null
      ? null
      : `${count(results.articles.observed.length, 'article')} ${results.articles.observed.length === 1 ? 'lacks' : 'lack'} headline, datePublished or author`,
  ].filter((clause) => clause !== null);
  const size = `${count(entities, 'schema.org entity', 'schema.org entities')} on ${judged}`;
  return clauses.length === 0
    ? `${size}, and the site’s identity with name and url (on ${place(identity?.page.url ?? site.home.url, site.origin)}).`
    : `${size}, but ${list(clauses)}.`;
}

/** Most property values searched for placeholders on one page. */
const LOOKED_AT = 5_000;

function notesOn(pages: readonly Page[], isLeftover: (value: string) => boolean, origin: string): string[] {
  const withLeftovers = pages.filter((page) =>
    facts(page)
      .nodes.flatMap(({ properties }) => Object.values(properties).flat())
      .slice(0, LOOKED_AT)
      .some((value) => typeof value === 'string' && isLeftover(value)),
  );
  const truncated = pages.filter((page) => facts(page).truncated);
  return [
    ...(withLeftovers.length === 0
      ? []
      : [
          `Structured data on ${list(withLeftovers.map(({ url }) => place(url, origin)))} holds values that a template left behind, such as TODO or an example address.`,
        ]),
    ...(truncated.length === 0
      ? []
      : [
          `On ${list(truncated.map(({ url }) => place(url, origin)))} only the first part of it was read: it is too deep or too much.`,
        ]),
  ];
}
