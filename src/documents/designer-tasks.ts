import type { Observation } from '../audit/check.ts';
import type { FixPlace } from '../audit/fixes/fix.ts';
import { whereToFix } from '../audit/fixes/places.ts';
import { linesToFix } from '../audit/fixes/snippets.ts';
import { count } from '../audit/formatting.ts';
import type { Report } from '../audit/report/report.ts';
import { inOwnScript } from '../values/domain-name.ts';
import { quoteUrl } from '../values/readable-url.ts';
import { demonstrationText } from './demonstration-text.ts';
import { inQuotes } from './observations.ts';
import { pagesRead } from './pages-read.ts';
import { findMeaning, listStatements, listTasks, type Task } from './tasks.ts';

/** A change that the person who builds the site's pages can make. */
export interface DesignerTask {
  /** Its place in the list of all changes, from 1. */
  readonly number: number;
  readonly headline: string;
  /** What the problem means; null where it is not known. */
  readonly meaning: string | null;
  readonly instruction: string;
  /** Where to make the change: the file, or the screen of a website builder. */
  readonly where: string;
  /** First URLs where the problem was seen with what was seen there, and the number of the other URLs. */
  readonly pages: readonly Observation[];
  readonly more: number;
}

/** Places of changes that need no texts of the owner and no access to the server. */
const OF_DESIGNERS: ReadonlySet<FixPlace> = new Set([
  'head',
  'page_template',
  'rendering',
  'robots_txt',
  'sitemap',
  'static_file',
  'site_address',
]);

/** Website builders, where a change is made in a screen. */
const BUILDERS: ReadonlySet<string> = new Set([
  'wix',
  'webflow',
  'squarespace',
  'shopify',
  'wordpress',
  'wordpress_com',
  'jimdo',
]);

const SHOWN = 5;
/** Maximum length of a URL in an e-mail, in characters. */
const MAX_URL = 200;

/** Returns the changes that a web designer can make, in the order of all changes. */
export function designerTasks(report: Report): readonly DesignerTask[] {
  return listTasks(report).flatMap((task, i) => {
    const { fix, parts } = task;
    // What only the owner knows is not in the hands of a designer.
    if (fix === null || !OF_DESIGNERS.has(fix.place) || fix.ask !== undefined) return [];
    const pages = [...new Map(task.observed.toReversed().map((seen) => [seen.url, seen])).values()].toReversed();
    return {
      number: i + 1,
      headline: listStatements(parts)[0],
      meaning: findMeaning(parts),
      instruction: ofList(fix.instruction),
      where: describePlace(task, report),
      pages: pages.slice(0, SHOWN),
      more: Math.max(0, pages.length - SHOWN) + task.omitted,
    };
  });
}

/** Returns an instruction for readers who have no evidence but the list below it. */
export function ofList(instruction: string): string {
  return instruction
    .replaceAll('the evidence names', 'the list below names')
    .replaceAll('The evidence shows', 'The list below shows');
}

/** Returns what was seen at a URL, with the words of the site in quotation marks. */
export function seenText({ note, text, line }: Observation): string {
  return `${note}${inQuotes(text)}${line === null ? '' : ` (line ${line})`}`;
}

function describePlace({ fix }: Task, { stack, pages: [home = ''], domain }: Report): string {
  if (fix === null) return '';
  const place = whereToFix(fix.place, stack);
  if (!BUILDERS.has(stack.builder)) return place;
  const lines = linesToFix(fix, stack, URL.parse(home)?.origin ?? `https://${domain}`);
  return lines === null || lines.language !== 'text' ? place : `${place} Here: ${lines.where}.`;
}

/**
 * Returns an e-mail to a web designer with the changes, as plain text that needs no other page.
 *
 * @param url of the page with the same changes
 */
export function designerMail(report: Report, url: string): string {
  const tasks = designerTasks(report);
  const items = tasks.map(({ headline, instruction, where, pages, more }, i) =>
    [
      `${i + 1}. ${headline}`,
      `   What to do: ${instruction}`,
      `   Where: ${where}`,
      ...(pages.length === 0
        ? []
        : ['   Pages:', ...pages.map((page) => `   - ${quoteUrl(page.url, MAX_URL)}: ${seenText(page)}`)]),
      ...(more === 0 ? [] : [`   - and ${more} more`]),
    ].join('\n'),
  );
  const yours =
    tasks.length === 1
      ? 'You can make this change. Ask the owner for facts that you do not know.'
      : `You can make these ${count(tasks.length, 'change')}, the most useful first. Ask the owner for facts that you do not know.`;
  return [
    `Subject: ${count(tasks.length, 'change')} for ${inOwnScript(report.domain)}`,
    ...demonstrationText(report),
    'Hello,',
    `an audit of ${inOwnScript(report.domain)} looked at how well AI answer engines can read the site. It scores ${report.score} of 100, with ${pagesRead(report)}. ${yours}`,
    ...items,
    `The same list as a page: ${url}`,
    '',
  ].join('\n\n');
}
