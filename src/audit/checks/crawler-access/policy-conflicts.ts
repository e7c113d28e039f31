import type { Crawler } from '../../../crawlers/crawler.ts';
import { AUDITED_CRAWLERS } from '../../../crawlers/registry.ts';
import {
  type PreferenceForm,
  parsePreferences,
  preferencesFor,
  robotsPreferences,
  type UsagePreferences,
  type Use,
  type UseLevel,
} from '../../../site/robots/usage-preferences.ts';
import { groupBy } from '../../collections.ts';
import { list } from '../../formatting.ts';
import { robotsAccess } from '../../robots-access.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { ANSWER_TOKENS, CORE_SEARCH_CRAWLERS, OBEDIENT_USER_FETCHERS, tokenObeyed } from './crawler-probes.ts';

type Facts = Pick<SiteFacts, 'robots' | 'home'>;

/** The crawlers for each use. */
const CRAWLERS_BY_USE: readonly {
  readonly use: Use;
  readonly purpose: string;
  readonly crawlers: readonly Crawler[];
}[] = [
  { use: 'search', purpose: 'search', crawlers: CORE_SEARCH_CRAWLERS },
  {
    use: 'ai-input',
    purpose: 'AI answers',
    crawlers: [
      // For other search crawlers, a refusal of AI answers may be intended.
      ...CORE_SEARCH_CRAWLERS.filter(({ token }) => ANSWER_TOKENS.includes(token)),
      ...OBEDIENT_USER_FETCHERS,
    ],
  },
  {
    use: 'ai-train',
    purpose: 'training',
    crawlers: AUDITED_CRAWLERS.filter(({ purpose }) => purpose === 'training'),
  },
];

/** A statement of the site about one use of the home page. */
interface Statement {
  readonly allowsUse: boolean;
  /** `Content-Signal search=no (line 3)`. */
  readonly text: string;
  readonly isHeader: boolean;
}

/**
 * Returns the contradictions between statements about the use of the home page, and between these and robots.txt: a crawler
 * that is allowed for a use that is refused, or blocked for one that is allowed. It is not a contradiction to allow a training
 * crawler and state `ai-train=no`: the preference speaks to crawlers that may come.
 */
export function policyConflicts({ robots, home }: Facts): readonly string[] {
  if (robotsAccess(robots) !== 'rules') return [];
  const preferences = robotsPreferences(robots.file);
  const statedFor = (token: string, use: Use): readonly Statement[] => [
    ...preferencesFor(robots.file, preferences, { token, url: home.url, use }).map(({ form, line, uses }) =>
      statement(form, use, uses.get(use) === true, `line ${line}`),
    ),
    ...headerStatements(home, use),
  ];
  const found = CRAWLERS_BY_USE.flatMap(({ use, purpose, crawlers }) =>
    crawlers.flatMap((crawler) => {
      const token = tokenObeyed(crawler, robots.file);
      // The crawler also serves answers, which are allowed.
      const comesForAnswers =
        use === 'search' &&
        ANSWER_TOKENS.includes(crawler.token) &&
        statedFor(token, 'ai-input').some(({ allowsUse }) => allowsUse);
      const conflict = findConflict(statedFor(token, use), robots.file.isAllowed(token, home.url));
      if (conflict === null || (conflict.kind === 'let_in' && (use === 'ai-train' || comesForAnswers))) return [];
      return [{ crawler, purpose, conflict }];
    }),
  );
  const alike = groupBy(found, ({ purpose, conflict }) => `${purpose} ${conflict.kind} ${conflict.text}`);
  return alike.map((same) => {
    const [{ conflict, purpose }] = same;
    const names = list(
      same.map(({ crawler }) => crawler.token),
      same.length,
    );
    return SENTENCES[conflict.kind](names, conflict.text, purpose);
  });
}

type ConflictKind = 'disagree' | 'let_in' | 'shut_out';

const SENTENCES: Readonly<Record<ConflictKind, (names: string, text: string, purpose: string) => string>> = {
  disagree: (names, text) =>
    `For ${names}, these contradict each other on the home page: ${text}. The IETF draft has a refusal count before a permission.`,
  let_in: (names, text, purpose) =>
    `robots.txt lets ${names} fetch the home page, but ${text} asks not to use it for ${purpose}. Decide which is meant.`,
  shut_out: (names, text, purpose) =>
    `${text} allows ${purpose}, but robots.txt blocks ${names} from the home page. Decide which is meant.`,
};

function findConflict(
  statements: readonly Statement[],
  isAllowed: boolean,
): { kind: ConflictKind; text: string } | null {
  const allowing = statements.filter(({ allowsUse }) => allowsUse);
  const refusing = statements.filter(({ allowsUse }) => !allowsUse);
  if (isAllowed && allowing.length > 0 && refusing.length > 0) {
    return { kind: 'disagree', text: statementList(statements) };
  }
  if (isAllowed && refusing.length > 0) return { kind: 'let_in', text: statementList(refusing) };
  // A blocked crawler never sees a header.
  const allowingLines = allowing.filter(({ isHeader }) => !isHeader);
  if (!isAllowed && allowingLines.length > 0) return { kind: 'shut_out', text: statementList(allowingLines) };
  return null;
}

function statementList(statements: readonly Statement[]): string {
  return list(statements.map(({ text }) => text));
}

function headerStatements({ exchange }: Facts['home'], use: Use): readonly Statement[] {
  return FORMS.flatMap((form) => {
    const allowsUse = parsePreferences(form, exchange.headers[form] ?? '').uses.get(use);
    return allowsUse === undefined ? [] : [statement(form, use, allowsUse, null)];
  });
}

/**
 * Describes a statement.
 *
 * @param line `line 3` in robots.txt; null for a header
 */
function statement(form: PreferenceForm, use: Use, allowsUse: boolean, line: string | null): Statement {
  const text = `${NAME[form]} ${written(form, use, allowsUse)} (${line ?? 'header'})`;
  return { allowsUse, text, isHeader: line === null };
}

/** Forms of preferences, which are also names of headers. */
export const FORMS: readonly PreferenceForm[] = ['content-signal', 'content-usage'];

/** The name of the line and of the header. */
export const NAME: Readonly<Record<PreferenceForm, string>> = {
  'content-signal': 'Content-Signal',
  'content-usage': 'Content-Usage',
};

/** Meaning of each use by the specification of the form. */
const USES: Readonly<Record<PreferenceForm, Readonly<Partial<Record<Use, string>>>>> = {
  'content-signal': {
    search: 'building a search index and showing links with short excerpts (AI summaries are another use)',
    'ai-input': 'giving the content to AI models while they answer',
    'ai-train': 'training or fine-tuning AI models',
  },
  'content-usage': {
    search: 'search that leads people to the page by a link (summaries are another use)',
    'ai-train': 'training AI models that generate content',
  },
};

const LEVELS: Readonly<Record<UseLevel, string>> = {
  immediate: 'use=immediate allows acting on the content at once, and neither storing nor reusing it',
  reference: 'use=reference allows indexing and excerpts with a link back',
  full: 'use=full allows summaries and reproduction',
};

/** Returns a preference in the syntax of its form: `search=yes`. */
export function written(form: PreferenceForm, use: Use, allowsUse: boolean): string {
  if (form === 'content-signal') return `${use}=${allowsUse ? 'yes' : 'no'}`;
  return `${use === 'ai-train' ? 'train-ai' : use}=${allowsUse ? 'y' : 'n'}`;
}

/** Returns what a value allows and refuses, as part of a sentence. */
export function meaning(form: PreferenceForm, { uses, level }: UsagePreferences): string {
  const clauses = [...uses].map(([use, allowsUse]) => {
    return `${written(form, use, allowsUse)} ${allowsUse ? 'allows' : 'refuses'} ${USES[form][use] ?? use}`;
  });
  const all = level === null ? clauses : [...clauses, LEVELS[level]];
  return all.length === 0 ? 'it states no use that its specification knows' : all.join('; ');
}
