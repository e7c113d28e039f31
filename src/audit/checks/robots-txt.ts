import { availability } from '../../fetch/exchange.ts';
import type { Group, RobotsTxt } from '../../site/robots-txt.ts';
import { CRAWLERS } from '../../crawlers/registry.ts';
import { type Answer, check, full, lost, notApplicable, type Observation, type Outcome } from '../check.ts';
import type { RobotsFacts } from '../facts.ts';
import { curl } from '../fix.ts';
import { observe, outcomeOf } from '../observe.ts';
import { costs, count, list } from '../wording.ts';

/** What RFC 9309 §2.5 lets every crawler stop after: 500 KiB. */
const PARSED_BYTES = 500 * 1024;
/** RFC 9309 §2.3.1.2. */
const FOLLOWED_REDIRECTS = 5;

const questions = {
  readable: {
    ask: 'Can robots.txt be fetched and parsed?',
    maxPoints: 5,
    must: 'It answers 200 with plain text of at most 500 KiB after at most 5 redirects, or 404 or 410, which allow everything.',
  },
  groups: {
    ask: 'Do all its rules stand inside a group?',
    maxPoints: 1,
    must: 'Every Allow and Disallow line comes after a User-agent line.',
  },
  shadowing: {
    ask: 'Do the groups of AI crawlers keep the rules that apply to everyone?',
    maxPoints: 1,
    must: 'A group that names an AI crawler repeats the Disallow lines of the * group, because it replaces that group wholly.',
  },
  sitemap_lines: {
    ask: 'Are its Sitemap lines absolute?',
    maxPoints: 1,
    must: 'Every Sitemap line holds an absolute http or https URL.',
  },
} as const;

type QuestionId = keyof typeof questions;

export const robotsTxt = check({
  key: 'robots_txt',
  label: 'robots.txt can be read and parsed',
  asks: 'Can crawlers fetch robots.txt, and does it say what its author meant?',
  why: 'Crawlers read robots.txt before anything else. One that answers with a server error or not at all must be taken as a complete disallow, and a group that names a crawler replaces the * group for it.',
  sources: [
    { title: 'RFC 9309, Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309' },
    {
      title: 'Google: how robots.txt is interpreted',
      url: 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
    },
  ],
  questions,
  failsWhen: ['robots.txt answers 5xx or a lasting 429, or cannot be reached: crawlers must assume complete disallow.'],
  neverScored: [
    'A missing robots.txt, a missing Sitemap line, Crawl-delay, and fields that RFC 9309 does not know, such as Content-Signal.',
  ],
  needs: ['robots', 'origin'],
  run: ({ robots, origin }): Outcome<QuestionId> => {
    switch (robots.availability) {
      case 'present':
        return robots.isHtml ? ofHtml(robots, origin) : ofFile(robots, origin);
      case 'absent':
        return {
          answers: allNotApplicable('There is no robots.txt, which allows everything (RFC 9309 §2.3.1.3).'),
          failure: null,
          gate: null,
          details: `There is no robots.txt (${robots.exchange.status}), so crawlers may fetch everything; nothing is lost by that.`,
          notes: ['A robots.txt with a Sitemap line would tell crawlers where the sitemap is.'],
        };
      case 'not_asked':
        return {
          answers: allNotApplicable('robots.txt was not asked for, because the audit ran out of its own budget.'),
          failure: null,
          gate: null,
          details: 'robots.txt was not judged: the audit ran out of its own budget before it was read.',
          notes: [],
        };
      case 'server_error':
      case 'unreachable':
        return ofUnreachable(robots, origin);
      default:
        return ofRefused(robots, origin);
    }
  },
});

function ofFile({ exchange, file }: RobotsFacts, origin: string): Outcome<QuestionId> {
  const answers = {
    readable: readable(exchange.bytes.decoded, exchange.redirects.length, exchange, origin),
    groups: groups(file, exchange, origin),
    shadowing: shadowing(file, exchange, origin),
    sitemap_lines: sitemapLines(file, exchange, origin),
  };
  const said = [
    answers.readable.fix === null ? null : 'Crawlers need not read all of it (see the evidence).',
    answers.groups.fix === null
      ? null
      : `Line ${file.strayRules[0]?.line} is a rule before any User-agent line, where crawlers ignore it.`,
    answers.shadowing.fix === null ? null : `${answers.shadowing.observed[0]?.note ?? ''}`,
    answers.sitemap_lines.fix === null ? null : 'A Sitemap line is not an absolute URL, so crawlers cannot use it.',
  ].filter((sentence) => sentence !== null);
  const total = Object.values(answers).reduce((sum, answer) => sum + answer.points, 0);
  const size = `robots.txt answers ${exchange.status} with ${count(file.groups.length, 'group')} and ${count(file.sitemaps.length, 'Sitemap line')}`;
  const details =
    said.length === 0
      ? `${size}; every line stands where crawlers read it.`
      : `${size}. ${said.slice(0, 2).join(' ')} That ${costs(8 - total)}.`;
  return { answers, failure: null, gate: null, details, notes: notesOn(file) };
}

function readable(bytes: number, redirects: number, exchange: RobotsFacts['exchange'], origin: string): Answer {
  if (bytes <= PARSED_BYTES && redirects <= FOLLOWED_REDIRECTS && exchange.failure === null) {
    return full(questions.readable, observe(exchange, { note: `Plain text of ${count(bytes, 'byte')}.` }));
  }
  return lost(
    0,
    [observe(exchange, { note: `The file has more than 500 KiB (${count(bytes, 'byte')} were read); crawlers may ignore what comes after.` })],
    {
      place: 'robots_txt',
      instruction: 'Shorten robots.txt to less than 500 KiB: replace lists of single pages by patterns with * and $.',
      lines: null,
      proof: { command: `${curl(`${origin}/robots.txt`)} | wc -c`, expect: 'a number below 512000' },
    },
  );
}

function groups(file: RobotsTxt, exchange: RobotsFacts['exchange'], origin: string): Answer {
  const [first] = file.strayRules;
  if (first === undefined) return full(questions.groups);
  return lost(
    0,
    file.strayRules.slice(0, 5).map((stray) =>
      observe(exchange, { note: 'A rule before any User-agent line.', line: stray.line, text: `${stray.field}: ${stray.value}` }),
    ),
    {
      place: 'robots_txt',
      instruction: 'Put a User-agent line before the first rule.',
      lines: 'User-agent: *',
      proof: {
        command: `${curl(`${origin}/robots.txt`)} | grep -iE -m1 '^ *(user-agent|allow|disallow)'`,
        expect: 'a User-agent line',
      },
    },
  );
}

/** Named groups of AI crawlers that let in what `*` keeps out: RFC 9309 §2.2.1 gives a crawler one group, not both. */
function shadowing(file: RobotsTxt, exchange: RobotsFacts['exchange'], origin: string): Answer {
  const everyone = file.groupFor('*');
  const disallows = everyone?.rules.filter((rule) => rule.type === 'disallow' && rule.pattern !== '') ?? [];
  if (disallows.length === 0) {
    return notApplicable(questions.shadowing, 'The * group disallows nothing that a named group could drop.');
  }
  const dropping = file.groups.flatMap((group) => {
    const tokens = aiTokensOf(group);
    if (tokens.length === 0) return [];
    const kept = new Set(tokens.flatMap((token) => file.groupFor(token)?.rules ?? []).map((rule) => rule.pattern));
    // A group that shuts its crawler out, or speaks for itself with Disallow lines of its own, drops nothing silently.
    const isOwnPolicy = kept.has('/') || kept.has('/*');
    const dropped = disallows.filter((rule) => !kept.has(rule.pattern));
    return isOwnPolicy || dropped.length === 0 ? [] : [{ group, tokens, dropped }];
  });
  const [worst] = dropping;
  if (worst === undefined) return full(questions.shadowing);
  const observed: Observation[] = dropping.slice(0, 5).map(({ group, tokens, dropped }) =>
    observe(exchange, {
      note: `The group for ${list(tokens)} (line ${group.line}) replaces the * group and drops ${count(dropped.length, 'Disallow line')} of it.`,
      line: group.line,
      text: dropped.map((rule) => `Disallow: ${rule.pattern}`).join(' '),
    }),
  );
  return lost(0, observed, {
    place: 'robots_txt',
    instruction:
      'Remove the named group if its crawler should obey the same rules as everyone; otherwise repeat in it every Disallow line of the * group that should hold for it too. Ask the owner which is meant.',
    lines: null,
    proof: { command: curl(`${origin}/robots.txt`), expect: 'no named group without the Disallow lines of the * group' },
  });
}

function aiTokensOf(group: Group): readonly string[] {
  return CRAWLERS.filter(
    (crawler) => group.tokens.includes(crawler.token.toLowerCase()) && !CONVENTIONAL_SEARCH.has(crawler.token),
  ).map((crawler) => crawler.token);
}

/** Long-standing search crawlers whose own groups predate answer engines and are written on purpose. */
const CONVENTIONAL_SEARCH = new Set(['Googlebot', 'bingbot', 'Applebot']);

function sitemapLines(file: RobotsTxt, exchange: RobotsFacts['exchange'], origin: string): Answer {
  if (file.sitemaps.length === 0) return notApplicable(questions.sitemap_lines, 'The file has no Sitemap line.');
  const relative = file.sitemaps.filter(({ value }) => !isAbsolute(value));
  if (relative.length === 0) return full(questions.sitemap_lines);
  return lost(
    0,
    relative.slice(0, 5).map(({ line, field, value }) =>
      observe(exchange, { note: 'A Sitemap line that is not an absolute URL.', line, text: `${field}: ${value}` }),
    ),
    {
      place: 'robots_txt',
      instruction: 'Write the whole URL of each sitemap, with https:// and the host.',
      lines: `Sitemap: ${origin}/sitemap.xml`,
      proof: {
        command: `${curl(`${origin}/robots.txt`)} | grep -i '^ *sitemap'`,
        expect: 'only lines with an https:// (or http://) URL',
      },
    },
  );
}

function isAbsolute(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

function notesOn(file: RobotsTxt): string[] {
  const unknown = [...new Set(file.unknownFields.map((line) => line.field.toLowerCase()))];
  return [
    ...(unknown.length === 0
      ? []
      : [`${count(unknown.length, 'field')} that RFC 9309 does not know; crawlers skip them, and so does the score.`]),
    ...(file.badTokens.length === 0
      ? []
      : [
          `Line ${file.badTokens[0]?.line} names a crawler with a character that no product token has, perhaps a hyphen copied from a formatted page: it matches no crawler.`,
        ]),
    ...(file.malformed.length === 0
      ? []
      : [`${count(file.malformed.length, 'line')} could not be read, the first is line ${file.malformed[0]?.line}.`]),
  ];
}

function ofHtml({ exchange }: RobotsFacts, origin: string): Outcome<QuestionId> {
  const seen = observe(exchange, { note: 'An HTML page instead of rules.', text: exchange.body ?? '' });
  return {
    answers: {
      ...allNotApplicable('An HTML page has no rules to judge.'),
      readable: lost(0, [seen], {
        place: 'robots_txt',
        instruction: 'Serve a text file at /robots.txt, or answer 404 there: an application route that answers every path has swallowed it.',
        lines: `User-agent: *\nAllow: /`,
        proof: { command: curl(`${origin}/robots.txt`, '-sI'), expect: 'HTTP 200 with content-type: text/plain, or HTTP 404' },
      }),
    },
    failure: null,
    gate: null,
    details: `/robots.txt answers ${exchange.status} with an HTML page. Crawlers find no rule in it and take everything as allowed, whatever its author meant; that ${costs(5)}.`,
    notes: [],
  };
}

function ofUnreachable({ exchange }: RobotsFacts, origin: string): Outcome<QuestionId> {
  const why = outcomeOf(exchange);
  const answer = lost(0, [observe(exchange, { note: why })], {
    place: 'server_access',
    instruction: 'Make /robots.txt answer 200 with the rules, or 404 if there are none. It must answer whenever a crawler asks.',
    lines: null,
    proof: { command: curl(`${origin}/robots.txt`, '-sI'), expect: 'HTTP 200 or 404' },
  });
  return {
    answers: { readable: answer, groups: answer, shadowing: answer, sitemap_lines: answer },
    failure: 'robots.txt cannot be read: crawlers must assume complete disallow (RFC 9309 §2.3.1.4).',
    gate: null,
    details: `robots.txt could not be read: ${lowerFirst(why)} Until it can, crawlers must assume that the whole site is disallowed (RFC 9309 §2.3.1.4); that ${costs(8)}.`,
    notes: [],
  };
}

function ofRefused({ exchange }: RobotsFacts, origin: string): Outcome<QuestionId> {
  const why = outcomeOf(exchange);
  return {
    answers: {
      ...allNotApplicable('The rules could not be read.'),
      readable: lost(0, [observe(exchange, { note: why })], {
        place: 'server_access',
        instruction: 'Let everyone read /robots.txt: a crawler that is refused it cannot see what you ask of it.',
        lines: null,
        proof: { command: curl(`${origin}/robots.txt`, '-sI'), expect: 'HTTP 200 or 404' },
      }),
    },
    failure: null,
    gate: null,
    details: `robots.txt is refused (${availability(exchange) === 'refused' ? lowerFirst(why) : why}) Crawlers may then fetch everything (RFC 9309 §2.3.1.3), and nothing that the file asks of them is heard; that ${costs(5)}.`,
    notes: [],
  };
}

function allNotApplicable(why: string): Record<QuestionId, Answer> {
  return {
    readable: notApplicable(questions.readable, why),
    groups: notApplicable(questions.groups, why),
    shadowing: notApplicable(questions.shadowing, why),
    sitemap_lines: notApplicable(questions.sitemap_lines, why),
  };
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
