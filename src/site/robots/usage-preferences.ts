/**
 * Parses the values of `Content-Signal` and `Content-Usage`, in robots.txt and as HTTP headers: what a site allows its
 * content to be used for. Pure; accepts any string.
 */

/** A use of content. `ai-train` is `train-ai` in Content-Usage; `ai-input` exists in Content-Signal alone. */
export type Use = 'search' | 'ai-input' | 'ai-train';

/** Furthest allowed use of content: the `use` of Content-Signal. */
export type UseLevel = 'immediate' | 'reference' | 'full';

export type PreferenceForm = 'content-signal' | 'content-usage';

export interface UsagePreferences {
  /** Path pattern before the value; null when there is none: then the value applies to every path. */
  readonly path: string | null;
  /** The decision on each use: true when it is allowed. Uses that the value does not mention are absent. */
  readonly uses: ReadonlyMap<Use, boolean>;
  readonly level: UseLevel | null;
}

/** Keys of Content-Usage (draft-ietf-aipref-vocab-08). The keys of Content-Signal are those of {@link Use}. */
const USAGE_LABELS: ReadonlyMap<string, Use> = new Map([
  ['search', 'search'],
  ['train-ai', 'ai-train'],
]);

const SIGNALS: readonly Use[] = ['search', 'ai-input', 'ai-train'];
const LEVELS: readonly UseLevel[] = ['immediate', 'reference', 'full'];

/** Reads the value of a line or header of that name. */
export function parsePreferences(form: PreferenceForm, value: string): UsagePreferences {
  const { path, rest } = splitPath(value);
  return form === 'content-signal' ? contentSignal(path, rest) : contentUsage(path, rest);
}

/** Splits a path from a value that begins with `/`. The path ends at the first space or tab (draft-ietf-aipref-attach-05). */
function splitPath(value: string): { path: string | null; rest: string } {
  if (!value.startsWith('/')) return { path: null, rest: value };
  const end = value.search(/[ \t]|$/);
  return { path: value.slice(0, end), rest: value.slice(end) };
}

/** Parses `search=yes, ai-train=no, use=reference` (contentsignals.org). */
function contentSignal(path: string | null, value: string): UsagePreferences {
  const uses = new Map<Use, boolean>();
  let level: UseLevel | null = null;
  for (const member of value.split(',')) {
    const [key = '', said = ''] = member.split('=', 2).map((part) => part.trim().toLowerCase());
    const use = SIGNALS.find((one) => one === key);
    if (use !== undefined && (said === 'yes' || said === 'no')) uses.set(use, said === 'yes');
    if (key === 'use') level = LEVELS.find((one) => one === said) ?? level;
  }
  return { path, uses, level };
}

const BARE_ITEM = String.raw`"[^"\\]*"|\?[01]|[a-z0-9*:@+-][\w!#$%&'*+.^\x60|~:/@-]*`;
const KEY = '[a-z*][a-z0-9_.*-]*';

/** A member of a dictionary (RFC 9651 §3.2) with its parameters. Inner lists and byte sequences are not matched. */
const MEMBER = new RegExp(
  `[ \\t]*(${KEY})(?:=(${BARE_ITEM}))?(?:;[ ]*${KEY}(?:=(?:${BARE_ITEM}))?)*[ \\t]*(,|$)`,
  'iy',
);

/**
 * Parses `train-ai=n, search=y`, a dictionary of RFC 9651. If a key occurs twice, the last value counts. A dictionary that
 * cannot be parsed states nothing, and neither does a value other than the tokens `y` and `n`.
 */
function contentUsage(path: string | null, value: string): UsagePreferences {
  const said = new Map<string, string | null>();
  const text = value.trim();
  let at = 0;
  while (at < text.length) {
    MEMBER.lastIndex = at;
    const [member = '', key = '', item = null, end = ''] = MEMBER.exec(text) ?? [];
    // Keys are in lower case, and another member follows each comma.
    if (member === '' || key !== key.toLowerCase() || (end === ',' && at + member.length === text.length)) {
      return { path, uses: new Map(), level: null };
    }
    said.set(key, item);
    at += member.length;
  }
  const uses = new Map<Use, boolean>();
  for (const [label, use] of USAGE_LABELS) {
    const preference = said.get(label);
    if (preference === 'y' || preference === 'n') uses.set(use, preference === 'y');
  }
  return { path, uses, level: null };
}
