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
  }),
);
