import type { FixPlace } from '../audit/fixes/fix.ts';
import { count } from '../audit/formatting.ts';
import type { Task } from './tasks.ts';

/** Who makes a change, and how much there is to change: never hours, which nobody can know from here. */
export interface Work {
  readonly who: string;
  readonly effort: string;
}

const WHO: Readonly<Record<FixPlace, string>> = {
  content: 'The author of the texts',
  head: 'A web designer or developer',
  page_template: 'A web designer or developer',
  static_file: 'A web designer or developer',
  sitemap: 'A web designer or developer',
  robots_txt: 'A web designer or developer',
  site_address: 'A web designer or developer',
  rendering: 'A developer',
  response_header: 'The operator of the server or the CDN',
  server_access: 'The operator of the server or the CDN',
};

const ONE_FILE: ReadonlySet<FixPlace> = new Set(['static_file', 'sitemap', 'robots_txt']);
const ONE_SETTING: ReadonlySet<FixPlace> = new Set(['response_header', 'server_access', 'site_address']);
/** Changes of the head whose words are those of each page. */
const OF_EACH_PAGE: ReadonlySet<string> = new Set(['title', 'description', 'article', 'date', 'author', 'h1']);

/** Returns who makes a change and how much it is; null for a demonstration. */
export function describeWork(task: Task): Work | null {
  const { fix, ask } = task;
  if (fix === null) return null;
  const who =
    ask === null ? WHO[fix.place] : `${WHO[fix.place]}, after the owner’s answer to the question in the fix guide`;
  return { who, effort: describeEffort(task, fix.place, fix.snippet ?? '') };
}

function describeEffort({ observed, omitted }: Task, place: FixPlace, snippet: string): string {
  if (ONE_FILE.has(place)) return 'One file';
  const seen = new Set(observed.map(({ url }) => url)).size;
  const pages = omitted === 0 ? count(seen, 'page') : `more than ${count(seen, 'page')}`;
  if (place === 'content') return `The text of ${pages}`;
  if (ONE_SETTING.has(place)) return 'One setting';
  if (OF_EACH_PAGE.has(snippet)) return `The template once, and the words of ${pages}`;
  return 'One setting, or the template that the pages share';
}
