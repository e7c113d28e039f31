import { SUBTYPES } from '../../data/read/schema-types.ts';

/** Types that may represent the site: an Organization (every LocalBusiness is one), a Person or the WebSite itself. */
export const IDENTITY_TYPES: ReadonlySet<string> = new Set(['Organization', 'Person', 'WebSite'].flatMap(withSubtypes));

export const PERSON_TYPES: ReadonlySet<string> = new Set(withSubtypes('Person'));

export const ARTICLE_TYPES: ReadonlySet<string> = new Set(withSubtypes('Article'));

function withSubtypes(type: string): readonly string[] {
  return [type, ...(SUBTYPES[type] ?? []).flatMap(withSubtypes)];
}
