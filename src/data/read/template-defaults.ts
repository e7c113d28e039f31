import { exactly, readJson, Texts } from './read-json.ts';

/** What frameworks, platforms and themes write before an owner does, in lower case. */
export const TEMPLATE_DEFAULTS = readJson(
  'template-defaults.json',
  exactly({
    /** Whole titles. */
    titles: Texts,
    /** Parts of titles, between separators. */
    titleParts: Texts,
    /** Beginnings of descriptions. */
    descriptions: Texts,
    /** Whole headings. */
    headings: Texts,
    /** Names of sample products. */
    products: Texts,
    /** Names of sites. */
    names: Texts,
    /** Authors in the meta elements of a template. */
    authors: Texts,
    /** Words where a value belongs, without signs around them. */
    leftovers: Texts,
    /** Hosts of examples: RFC 2606 §3, and what themes ship with. */
    exampleHosts: Texts,
    /** Words of “Lorem ipsum” and of generators of more of it. Real Latin shares the short ones. */
    latin: Texts,
  }),
);
