import { LLMS_TXT_WORDS } from '../../data/read/languages.ts';

/** Our own words in an llms.txt, in the language of the site. */
export type LlmsTxtWords = (typeof LLMS_TXT_WORDS)[string];

/** What folders of sites are for, by the English words in their paths. */
const SECTIONS = [
  'services service our-services',
  'products product shop store items',
  'docs documentation doc manual reference',
  'guides guide how-to howto learn',
  'blog weblog',
  'articles article posts post insights',
  'news press newsroom announcements',
  'cases case case-studies case-study success-stories',
  'cities locations location areas areas-served places regions',
  'faq faqs questions',
  'help support kb knowledge-base',
  'projects project portfolio work works showcase',
  'team people staff',
  'about about-us company',
  'solutions solution',
  'features feature',
  'customers clients',
  'events event',
  'jobs careers career',
  'tutorials tutorial',
  'resources resource downloads',
  'courses course training',
  'recipes recipe',
  'pricing prices plans',
  'industries industry sectors',
  'research publications papers',
  'pages page',
  'demos demo examples example',
  'categories category product-category',
] as const;

const WORDS: ReadonlyMap<string, LlmsTxtWords> = new Map(Object.entries(LLMS_TXT_WORDS));

/** The words for a language tag, English where there are none. @param language its primary subtag, in lower case */
export function wordsFor(language: string): LlmsTxtWords {
  const english = WORDS.get('en');
  if (english === undefined) throw new Error('There are no English words.');
  return WORDS.get(language) ?? english;
}

const indexBySlug = new Map<string, number>([
  ...WORDS.values().flatMap(({ sections }) => sections.map((name, index): [string, number] => [folded(name), index])),
  ...SECTIONS.flatMap((slugs, index) => slugs.split(' ').map((slug): [string, number] => [folded(slug), index])),
]);

/** What a folder is called in a language, such as `Serviços` for `servicos`; null for a folder that is not known. */
export function sectionWord(folder: string, language: string): string | null {
  const index = indexBySlug.get(folded(folder));
  return index === undefined ? null : (WORDS.get(language)?.sections[index] ?? null);
}

/** Without case, accents and what separates words. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
