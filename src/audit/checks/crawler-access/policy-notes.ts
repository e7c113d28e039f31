import { crawlerByToken } from '../../../crawlers/registry.ts';
import {
  type LicenseLine,
  licenseLines,
  type PreferenceForm,
  parsePreferences,
  type RobotsPreference,
  robotsPreferences,
} from '../../../site/robots/usage-preferences.ts';
import { quote } from '../../../values/untrusted-text.ts';
import { groupBy } from '../../collections.ts';
import { count, list, texts } from '../../formatting.ts';
import type { Page, SiteFacts } from '../../site-facts.ts';
import { FORMS, meaning, NAME, policyConflicts } from './policy-conflicts.ts';

type Facts = Pick<SiteFacts, 'robots' | 'home' | 'samplePages'>;

/** Maximum number of notes on lines of robots.txt. */
const SHOWN = 4;

/**
 * Reports what a site states about the use of its content (Content-Signal, Content-Usage, RSL licences, TDM reservations),
 * what each value means by its own specification, and where it contradicts robots.txt. Never scored.
 */
export function policyNotes({ robots, home, samplePages }: Facts): readonly string[] {
  const lines = robotsPreferences(robots.file);
  const headers = headerPreferences([home, ...samplePages]);
  const forms = new Set([...lines, ...headers].map(({ form }) => form));
  return [
    ...lineNotes(lines),
    ...headers.map(
      ({ form, preferences, pages }) => `The header ${NAME[form]} on ${pages}: ${meaning(form, preferences)}.`,
    ),
    ...[...forms].sort().map((form) => STATUS[form]),
    ...policyConflicts({ robots, home }),
    ...licenseNotes(licenseLines(robots.file)),
    ...reservationNotes([home, ...samplePages]),
  ];
}

const STATUS: Readonly<Record<PreferenceForm, string>> = {
  'content-signal':
    'Content-Signal is a proposal of Cloudflare (contentsignals.org). It states a preference and blocks no crawler. A use that it does not mention is neither allowed nor refused.',
  'content-usage':
    'Content-Usage is a draft of the IETF (draft-ietf-aipref-vocab-08 and draft-ietf-aipref-attach-05, 2026), not a standard yet. It states a preference and blocks no crawler. A use that it does not mention is unknown.',
};

/** Returns one note for all lines that state the same. */
function lineNotes(lines: readonly RobotsPreference[]): readonly string[] {
  const alike = groupBy(lines, (line) => JSON.stringify([line.form, line.path, meaning(line.form, line)]));
  const notes = alike.map((same) => {
    const [first] = same;
    const { form, path } = first;
    const where = `${NAME[form]} in robots.txt (${lineList(same)})`;
    const about = path === null ? '' : `, for paths that match ${quote(path, 60)}`;
    return `${where}, ${whom(same)}${about}: ${meaning(form, first)}.`;
  });
  const more = notes.length - SHOWN;
  return texts(...notes.slice(0, SHOWN), more > 0 && `robots.txt has ${count(more, 'more statement')} of this kind.`);
}

function lineList(lines: readonly { readonly line: number }[]): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${list(lines.map(({ line }) => String(line)))}`;
}

/** Names the crawlers that the lines are for. */
function whom(lines: readonly RobotsPreference[]): string {
  if (lines.some(({ tokens }) => tokens.size === 0)) {
    return 'before the first User-agent line and so for no crawler by name';
  }
  const tokens = new Set(lines.flatMap((line) => [...line.tokens].slice(0, MAX_NAMED)));
  const named = [...tokens].filter((token) => token !== '*').map((token) => quote(toKnownToken(token), 40));
  const rest = tokens.has('*') ? ['every crawler without a group of its own'] : [];
  return `for ${list([...named.slice(0, MAX_NAMED), ...rest])}`;
}

const MAX_NAMED = 20;

function toKnownToken(token: string): string {
  return crawlerByToken(token)?.token ?? token;
}

/** Groups headers that state the same, with the pages that send them. */
function headerPreferences(pages: readonly Page[]) {
  return FORMS.flatMap((form) => {
    const stated = pages.flatMap((page, i) => {
      const value = page.exchange.headers[form];
      return value === undefined ? [] : [{ isHome: i === 0, preferences: parsePreferences(form, value) }];
    });
    const alike = groupBy(stated, ({ preferences }) => meaning(form, preferences));
    return alike.map((same) => ({ form, preferences: same[0].preferences, pages: describePages(same) }));
  });
}

/** `the home page and 3 other judged pages`. */
function describePages(pages: readonly { readonly isHome: boolean }[]): string {
  const others = pages.filter(({ isHome }) => !isHome).length;
  if (others === pages.length) return count(others, 'judged page');
  return others === 0 ? 'the home page' : `the home page and ${count(others, 'other judged page')}`;
}

function licenseNotes(licenses: readonly LicenseLine[]): readonly string[] {
  if (licenses.length === 0) return [];
  const named = list(
    licenses.map(({ line, url }) => `${quote(url)} (line ${line})`),
    3,
  );
  return [
    `robots.txt names licence terms, as RSL 1.0 (rslstandard.org) has it: ${named}. RSL asks every crawler to read and follow them before it uses the content. This audit has not read them.`,
  ];
}

/**
 * Returns notes on the TDM Reservation Protocol (final report of a W3C community group, 10 May 2024). A meta element
 * applies to its own page.
 */
function reservationNotes(pages: readonly Page[]): readonly string[] {
  const stated = pages.flatMap((page, i) => {
    const value = statedOn(page, 'tdm-reservation');
    return value === null ? [] : [{ isHome: i === 0, value, policy: statedOn(page, 'tdm-policy') }];
  });
  const alike = groupBy(stated, ({ value, policy }) => JSON.stringify([value, policy]));
  const notes = alike.map((same) => {
    const [{ value, policy }] = same;
    const terms = policy === null ? '' : ` Terms: ${quote(policy)}.`;
    return `tdm-reservation on ${describePages(same)}: ${RESERVED.get(value) ?? UNSET}.${terms}`;
  });
  return texts(
    ...notes,
    notes.length > 0 &&
      'tdm-reservation is of the TDM Reservation Protocol, a report of a W3C community group and no standard. It speaks to text and data mining under article 4 of the EU directive 2019/790.',
  );
}

const RESERVED: ReadonlyMap<string, string> = new Map([
  ['1', '1, the rights to text and data mining are reserved'],
  ['0', '0, the rights to text and data mining are not reserved'],
]);
const UNSET = 'its value is neither 0 nor 1, so it states nothing';

/** Returns the content of the page's meta element of that name, else the header. */
function statedOn({ exchange, facts }: Page, name: string): string | null {
  const meta = facts.metas.find(({ attribute, key }) => attribute === 'name' && key === name);
  return (meta?.content ?? exchange.headers[name])?.trim() ?? null;
}
