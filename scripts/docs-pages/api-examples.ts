import { createHash } from 'node:crypto';
import { isRecord } from '../../src/values/json.ts';
import { isoTime, plusDays, utcDay } from '../../src/values/utc-day.ts';
import { oneLine } from './api-calls.ts';
import type { Recorded } from './api-recording.ts';

/** A call with the part of its response that the reference shows. */
export interface ApiExample extends Recorded {
  readonly shown: { readonly language: string; readonly text: string } | null;
}

const TODAY = '2026-01-07';
const TIME = `${TODAY}T03:04:05.678Z`;
/** Fields that depend on the day, and that contain a day. */
const DAYS = new Set(['day', 'from', 'to', 'since']);
/** Fields whose values differ between two runs, with the values that are shown. */
const VARYING: Readonly<Record<string, number>> = { used_bytes: 98_706 };
const MAX_TEXT_LINES = 12;
/** Maximum length of a list that is shown with all its entries, as JSON, in characters. */
const MAX_LIST = 500;
const MAX_LINE = 110;

/** Returns the responses as the reference shows them: the same in each run, and without most entries of long lists. */
export function exampleResponses(recorded: readonly Recorded[]): ApiExample[] {
  const same = stabilizer();
  return recorded.map((call) => {
    const { response } = call;
    const location = response.location === null ? null : same(response.location);
    return { ...call, response: { ...response, location }, shown: formatShown(call, same) };
  });
}

function formatShown(
  { call, response: { mediaType, body } }: Recorded,
  same: (text: string) => string,
): ApiExample['shown'] {
  const { lines = MAX_TEXT_LINES } = call;
  if (body === '' || lines === 0) return null;
  const text = same(body);
  if (mediaType === 'application/json') return { language: 'json', text: written(shortened(JSON.parse(text))) };
  const all = text
    .trimEnd()
    .split('\n')
    .map((line) => shortLine(line));
  const language = { 'image/svg+xml': 'svg', 'text/html': 'html', 'text/markdown': 'markdown' }[mediaType] ?? 'text';
  return { language, text: [...all.slice(0, lines), ...(all.length > lines ? ['…'] : [])].join('\n') };
}

/** Returns a function that replaces ids, times, days and keys of texts, the same always by the same. */
function stabilizer(): (text: string) => string {
  const today = utcDay(isoTime(Date.now()));
  const ids = new Map<string, string>();
  const stable = (id: string): string => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const digits = createHash('sha256').update(`${ids.size}`).digest('hex');
    let at = 0;
    const made = id.replace(/[0-9a-f]/g, () => digits[at++ % digits.length] ?? '0');
    ids.set(id, made);
    return made;
  };
  return (text) =>
    text
      .replace(
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b|(?<="id":")[0-9a-f]{12}(?=")/g,
        stable,
      )
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, TIME)
      .replace(/"(\w+)":"(\d{4}-\d\d-\d\d)"/g, (pair, name: string, day: string) =>
        DAYS.has(name) ? `"${name}":"${plusDays(TODAY, daysBetween(today, day))}"` : pair,
      )
      .replace(/"(\w+)":\d+/g, (pair, name: string) => (name in VARYING ? `"${name}":${VARYING[name]}` : pair))
      .replaceAll(today, TODAY)
      .replace(/ctb_[A-Za-z0-9]{20,}/g, 'ctb_EXAMPLE');
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** Returns JSON with the first entry only of each long list. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.map(shortened);
    return JSON.stringify(entries).length > MAX_LIST ? entries.slice(0, 1) : entries;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

function shortLine(line: string): string {
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** Writes JSON, with whatever fits on one line. */
function written(value: unknown, indent = ''): string {
  const line = oneLine(value);
  if (line.length + indent.length <= MAX_LINE || value === null || typeof value !== 'object') return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((one) => `${inner}${written(one, inner)}`)
    : Object.entries(value).map(([name, member]) => `${inner}${JSON.stringify(name)}: ${written(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}
