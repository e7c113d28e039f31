import { TITLES } from '../../data/read/languages.ts';
import type { PageFacts } from './page-facts.ts';

/** Names of tools that make documentation, in their generator meta element. */
const DOCUMENTATION_TOOLS =
  /^(?:docusaurus|vitepress|vuepress|mkdocs|sphinx|docutils|starlight|gitbook|mdbook|nextra|mintlify|antora|docsify|doxygen|jsdoc|typedoc|rustdoc|javadoc|dita-ot|docbook|docfx|honkit|bookdown|rspress|zensical|helpndoc|help (?:&|\+|and) manual|adobe robohelp|dr\.explain)/i;

/** Tools to which their themes link below each page: "Built with Sphinx". */
const TOOL_NAMES =
  /^(?:Sphinx|MkDocs|Material for MkDocs|Just the Docs|TypeDoc|[Dd]oxygen|DocFX|docfx|pdoc3?|yard|JSDoc(?: [\d.]+)?)$/;
const TOOL_SITES =
  /^https?:\/\/(?:(?:www\.)?(?:sphinx-doc|mkdocs|typedoc|doxygen|yardoc)\.org|(?:www\.)?pdoc\.dev|pdoc3\.github\.io|dotnet\.github\.io\/docfx|github\.com\/jsdoc|squidfunk\.github\.io|(?:www\.)?just-the-docs\.(?:com|github\.io))\//;
/** The line with such a link, where a theme puts it below the text: `Generated using TypeDoc`. */
const MADE_BY = /^(?:generated|documentation generated|built|made) (?:using|by|with) \S+(?: \S+){0,12}$/i;
/** Docusaurus marks pages that are not documentation as `default`: those of a blog, and pages made by hand. */
const DOCUSAURUS_TAG = 'docusaurus_tag';

/** Links by which mdBook turns its pages, by their rel. */
const MDBOOK_TURNS: ReadonlyMap<string, string> = new Map([
  ['next', 'Next chapter'],
  ['prev', 'Previous chapter'],
]);

/** Title that Sphinx gives each page: `Working with scales — Abacus 3.30 documentation`. */
const SPHINX_TITLE = /\s—\s\S.* documentation$/;

/** Maximum number of characters of the name of a site. */
const LONGEST_NAME = 60;
/** Last word of the name of a site that is documentation: `Abacus Docs`. */
const DOCUMENTATION_NAME = new RegExp(
  `(?:(?<!\\p{L})|(?=[\\p{scx=Hani}\\p{scx=Kana}\\p{scx=Hang}]))(?:${TITLES.documentation.join('|')})$`,
  'iu',
);

/** What stands between the parts of a breadcrumb. */
const CRUMB = /\s?[/›»>→]\s?/;

/** Returns whether a site calls itself documentation: in og:site_name, in its link to the home page, or in a breadcrumb above the h1. */
function isNamedDocumentation({ metas, links, url, blocks }: PageFacts): boolean {
  const home = URL.parse('/', url)?.href;
  const isHome = (to: string | null) => to !== null && home !== undefined && to.replace(/index\.html?$/, '') === home;
  const above = blocks.slice(
    0,
    Math.max(
      0,
      blocks.findIndex(({ level }) => level === 1),
    ),
  );
  const names = [
    ...above.flatMap(({ text }) => (text.length <= 2 * LONGEST_NAME ? text.split(CRUMB).slice(0, -1) : [])),
    ...metas.flatMap(({ key, content }) => (key === 'og:site_name' ? content : [])),
    ...links.flatMap(({ inMain, text, url: to }) => (!inMain && isHome(to) ? text : [])),
  ];
  return names.some((name) => name.length <= LONGEST_NAME && DOCUMENTATION_NAME.test(name.trim()));
}

/** Returns whether a tool for documentation made a page, or its site calls itself documentation. */
export function isOfDocumentation(facts: PageFacts): boolean {
  return isByDocumentationTool(facts) || isNamedDocumentation(facts);
}

/** Returns whether a tool for documentation made a page. */
function isByDocumentationTool({ metas, links, titles, blocks }: PageFacts): boolean {
  if (metas.some(({ key, content }) => key === DOCUSAURUS_TAG && content === 'default')) return false;
  const isBelow = (tool: string) => blocks.some(({ text }) => text.includes(tool) && MADE_BY.test(text));
  const isNamed = ({ inMain, text }: PageFacts['links'][number]) => TOOL_NAMES.test(text) && (!inMain || isBelow(text));
  return (
    metas.some(({ key, content }) => key === 'generator' && DOCUMENTATION_TOOLS.test(content.trim())) ||
    titles.some(({ text }) => SPHINX_TITLE.test(text)) ||
    links.some((link) => TOOL_SITES.test(link.url ?? '') && isNamed(link)) ||
    links.some(({ inMain, text, rel }) => !inMain && rel.some((one) => MDBOOK_TURNS.get(one) === text))
  );
}
