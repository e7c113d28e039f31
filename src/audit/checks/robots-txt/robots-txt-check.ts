import { isSameHost } from '../../../site/page/page-url.ts';
import { mediaType } from '../../../site/read-response.ts';
import { decodeOctets, readFieldLines } from '../../../site/robots/robots-lines.ts';
import type { Rule } from '../../../site/robots/robots-txt.ts';
import { isPolicyLine } from '../../../site/robots/usage-preferences.ts';
import { quote } from '../../../values/untrusted-text.ts';
import { type CheckResult, check, full, lost, NONE, notApplicable, type QuestionResult } from '../../check.ts';
import { type Cause, type Fix, fixAt } from '../../fixes/fix.ts';
import { curl, statusProof } from '../../fixes/proof-commands.ts';
import { wrongBaseOfUrls } from '../../fixes/wrong-base.ts';
import { are, count, list, texts } from '../../formatting.ts';
import { describeResponse, guardNotes, observe } from '../../observe.ts';
import { isSameSite } from '../../registrable-domain.ts';
import { accessFix, robotsAccess } from '../../robots-access.ts';
import type { RobotsFacts, SiteFacts } from '../../site-facts.ts';
import { shadowingGroups } from './group-shadowing.ts';
import { definition, type QuestionId } from './robots-txt-definition.ts';

/** Size after which RFC 9309 §2.5 lets every crawler stop: 500 KiB. */
const PARSED_BYTES = 500 * 1024;

type Facts = Pick<SiteFacts, 'robots' | 'sitemaps' | 'origin'>;

export const robotsTxt = check({
  ...definition,
  run: (site: Facts): CheckResult<QuestionId> => {
    const { robots, origin } = site;
    switch (robotsAccess(robots)) {
      case 'rules':
        return ofFile(site);
      case 'html':
        return ofHtml(site);
      case 'unavailable':
        return ofUnavailable(robots, origin);
      case 'unreachable':
        return ofUnreachable(robots, origin);
      case 'absent':
        return {
          results: forEach(full(observe(robots.exchange, { note: ABSENT }))),
          details: `There is no robots.txt (${robots.exchange.status}), so crawlers may fetch everything.`,
          notes: site.sitemaps.some(isUsable)
            ? ['A robots.txt with a Sitemap line would tell crawlers where the sitemap is.']
            : [],
        };
      case 'unknown':
        return {
          results: forEach(notApplicable('The audit could not request robots.txt. That is not the site’s doing.')),
          details: 'robots.txt was not judged: the audit could not request it. That is not the site’s doing.',
          notes: guardNotes([robots.exchange]),
        };
    }
  },
});

const ABSENT = 'There is no robots.txt, so all crawlers may fetch everything (RFC 9309 §2.3.1.3).';

function ofFile(site: Facts): CheckResult<QuestionId> {
  const { robots, origin } = site;
  const results = {
    readable: readable(robots, origin),
    groups: groups(robots, origin),
    shadowing: shadowing(robots),
    sitemap_lines: sitemapLines(site),
  };
  const { exchange, file } = robots;
  const seen = `robots.txt returns ${exchange.status} with ${count(file.groups.length, 'group')} and ${count(file.sitemaps.length, 'Sitemap line')}`;
  // The first observation of each lost question states the fault in our own words.
  const faults = Object.values(results).flatMap(({ fix, observed }) => (fix === null ? [] : (observed[0]?.note ?? [])));
  const lenient = file.lenientLines.length;
  const cut = cutTokens(exchange.body ?? '').length;
  const pathless = pathlessRules(file).length;
  const [limit = 'every line is valid where it stands'] = texts(
    cut > 0 && `strict readers cut ${count(cut, 'crawler name')} that ${cut === 1 ? 'has a digit' : 'have digits'}`,
    pathless > 0 && `${count(pathless, 'rule')} ${pathless === 1 ? 'matches' : 'match'} no URL`,
    lenient > 0 &&
      `${count(lenient, 'line')} ${are(lenient)} misspelt, and only Google is known to read ${lenient === 1 ? 'it' : 'them'}`,
  );
  const details = faults.length > 0 ? `${seen}. ${faults.join(' ')}` : `${seen}; ${limit}.`;
  return { results, details, notes: notesOn(robots) };
}

function readable({ exchange, file }: RobotsFacts, origin: string): QuestionResult {
  const bytes = exchange.bytes.decoded;
  if (hasNoReadableLine(file)) {
    const fix = fixAt(
      'robots_txt',
      'Save robots.txt as plain text in UTF-8, with one rule a line, or return 404 there: what is served has no line that crawlers can read.',
      { lines: 'User-agent: *\nDisallow:', snippet: 'robots_file' },
    );
    const lines =
      file.malformed.length === 1 ? 'Its only line cannot' : `None of its ${file.malformed.length} lines can`;
    const note = `${lines} be read: another text, or another encoding than UTF-8.`;
    return lost(NONE, [observe(exchange, { note })], fix, 'robots.txt has no line that crawlers can read.');
  }
  if (bytes <= PARSED_BYTES) {
    const type = mediaType(exchange) || 'text/plain';
    const note =
      type === 'text/plain'
        ? `Plain text of ${count(bytes, 'byte')}.`
        : `Text of ${count(bytes, 'byte')}, sent as ${quote(type, 40)}. RFC 9309 §2.3 asks for text/plain.`;
    return full(observe(exchange, { note }));
  }
  const note = `It is longer than 500 KiB (${count(bytes, 'byte')} were read), and crawlers may ignore what comes after those.`;
  const fix = fixAt(
    'robots_txt',
    'Shorten robots.txt to 500 KiB or less: replace lists of single pages by patterns with * and $.',
    { proof: { command: `${curl(robotsUrl(origin))} | wc -c`, expect: 'at most 512000' } },
  );
  const problem = 'robots.txt is too long: crawlers may ignore the end of it.';
  return lost(NONE, [observe(exchange, { note })], fix, problem);
}

/** Returns whether a file has lines, and none of them is that of a robots.txt. */
function hasNoReadableLine({ malformed, groups, sitemaps, strayRules, unknownFields }: RobotsFacts['file']): boolean {
  const read = [groups, sitemaps, strayRules, unknownFields];
  return malformed.length > 0 && read.every((lines) => lines.length === 0);
}

/** Returns the rules that match no URL, because a path begins with a slash or a wildcard (RFC 9309 §2.2.2). */
function pathlessRules({ groups }: RobotsFacts['file']): readonly Rule[] {
  return groups.flatMap(({ rules }) => rules.filter(({ pattern }) => /^[^/*]/.test(pattern)));
}

function groups({ exchange, file }: RobotsFacts, origin: string): QuestionResult {
  if (file.strayRules.length === 0) {
    return full(observe(exchange, { note: `${count(file.groups.length, 'group')}, and no rule outside of them.` }));
  }
  const [first] = file.strayRules;
  const misspelt = file.unknownFields.find(({ field, line }) => /agent/i.test(field) && line < (first?.line ?? 0));
  const without =
    misspelt === undefined ? 'before any User-agent line' : `below line ${misspelt.line}, where User-agent is misspelt`;
  const observed = file.strayRules.map(({ line, field, value }) =>
    observe(exchange, {
      note: `Line ${line} is a rule ${without}, so it belongs to no group and crawlers ignore it.`,
      line,
      text: `${field}: ${value}`,
    }),
  );
  if (misspelt !== undefined) {
    const instruction = `Write User-agent in line ${misspelt.line}, where it is misspelt. Only then do the rules below it take effect.`;
    return lost(NONE, observed, fixAt('robots_txt', instruction, { proof: groupProof(origin) }));
  }
  const fix = fixAt(
    'robots_txt',
    'Put a User-agent line before the first rule, naming the crawlers that the rule is meant for. Only then does the rule take effect.',
    {
      lines: 'User-agent: *',
      askFirst: true,
      ask: 'Which crawlers are the rules of robots.txt meant for that stand before any User-agent line?',
      proof: groupProof(origin),
    },
  );
  return lost(NONE, observed, fix);
}

function groupProof(origin: string): Fix['proof'] {
  return {
    command: `${curl(robotsUrl(origin))} | grep -iE -m1 '^[[:space:]]*(user-agent|allow|disallow)'`,
    expect: 'a User-agent line',
  };
}

function shadowing({ exchange, file }: RobotsFacts): QuestionResult {
  const everyone = file.groupFor('*')?.rules ?? [];
  if (!everyone.some(({ type, pattern }) => type === 'disallow' && pattern !== '')) {
    return full(observe(exchange, { note: 'The * group disallows nothing that a named group could drop.' }));
  }
  const dropping = shadowingGroups(file);
  if (dropping.length === 0) {
    return full(observe(exchange, { note: 'No group that names an AI crawler drops a rule of the * group.' }));
  }
  const observed = dropping.map(({ tokens, line, dropped }) =>
    observe(exchange, {
      note: `The group for ${list(tokens)} (line ${line}) replaces the * group and drops ${count(dropped.length, 'Disallow line')} of it.`,
      line,
      text: dropped
        .slice(0, 5)
        .map(({ pattern }) => `Disallow: ${pattern}`)
        .join(' '),
    }),
  );
  const fix = fixAt(
    'robots_txt',
    'Remove the named group if its crawler should obey the same rules as everyone; otherwise repeat in it every Disallow line of the * group that should hold for it too.',
    {
      askFirst: true,
      ask: 'Should the AI crawlers that robots.txt names obey the Disallow lines that everyone else obeys?',
    },
  );
  return lost(NONE, observed, fix);
}

function sitemapLines({ robots: { exchange, file }, sitemaps, origin }: Facts): QuestionResult {
  const found = sitemaps.find(isUsable);
  const named = file.sitemaps.map(({ line, field, value }) =>
    observe(exchange, {
      note: !isAbsolute(value) || isSameHost(value, origin) ? 'An absolute URL.' : 'An absolute URL on another host.',
      line,
      text: `${field}: ${value}`,
    }),
  );
  const isElsewhere = file.sitemaps.every(({ value }) => isAbsolute(value) && !isSameSite(value, origin));
  // The usual places are tried only where no line leads to a sitemap.
  if (named.length === 0 || (isElsewhere && found?.from === 'usual_place')) {
    if (found === undefined) return notApplicable('No sitemap was found that it could name.');
    const cause = wrongBaseOfUrls(
      file.sitemaps.map(({ value }) => ({ url: value })),
      [found],
      origin,
    );
    const seen = named.length > 0 ? named : [observe(exchange, { note: 'It names no sitemap.' })];
    return lost(NONE, seen, nameSitemap(found.url, origin, cause), NOT_NAMED);
  }
  const relative = file.sitemaps.filter(({ value }) => !isAbsolute(value));
  if (relative.length === 0) return full(...named);
  const observed = relative.map(({ line, field, value }) =>
    observe(exchange, {
      note: `The Sitemap line ${line} is not an absolute URL, so crawlers cannot use it.`,
      line,
      text: `${field}: ${value}`,
    }),
  );
  const fix = fixAt('robots_txt', 'Write the whole URL of each sitemap, with https:// and the host.', {
    proof: {
      command: `${curl(robotsUrl(origin))} | grep -i '^[[:space:]]*sitemap'`,
      expect: 'only lines with an https:// (or http://) URL',
    },
  });
  return lost(NONE, observed, fix);
}

const NOT_NAMED = 'robots.txt does not name the sitemap.';

/** Kinds of responses in which no sitemap can be read. */
const UNUSABLE: readonly string[] = ['html', 'invalid'];

function isUsable({ document }: Facts['sitemaps'][number]): boolean {
  return document !== null && !UNUSABLE.includes(document.kind);
}

function nameSitemap(url: string, origin: string, cause: Cause | null): Fix {
  return fixAt('robots_txt', 'Add a Sitemap line with the address of the sitemap.', {
    lines: `Sitemap: ${url}`,
    cause,
    proof: {
      command: `${curl(robotsUrl(origin))} | grep -i '^[[:space:]]*sitemap'`,
      expect: 'a line with an https:// (or http://) URL',
    },
  });
}

function isAbsolute(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Cloudflare's managed robots.txt marks the lines that it puts before the site's own. */
const CLOUDFLARE_LINES = /^# BEGIN Cloudflare Managed content/im;

function notesOn({ exchange, file }: RobotsFacts): string[] {
  const unknown = new Set(
    file.unknownFields.filter((line) => !isPolicyLine(line)).map(({ field }) => field.toLowerCase()),
  );
  const names = list([...unknown].map((field) => `"${quote(field, 30)}"`));
  const [badToken] = file.badTokens;
  const [malformed] = file.malformed;
  const [pathless] = pathlessRules(file);
  const cut = cutTokens(exchange.body ?? '');
  return texts(
    cut.length > 0 &&
      `A product token has no digits (RFC 9309 §2.2.1), so strict readers cut these names, and the lines do not hold for the crawlers: ${list(cut, MAX_CUT)}.`,
    unknown.size > 0 &&
      `Fields that RFC 9309 does not know: ${names}. Crawlers that do not know them skip them, and so does the score.`,
    ...lenientNotes(file),
    ...joinedNotes(exchange.body ?? '', file),
    badToken !== undefined &&
      `Line ${badToken.line} names a crawler with a character that no product token has, perhaps a hyphen copied from a formatted page: it matches no crawler.`,
    pathless !== undefined &&
      `${count(pathlessRules(file).length, 'rule')} without a slash at the start of the path: crawlers match no URL with it. The first is line ${pathless.line}, "${quote(pathless.pattern, 60)}".`,
    malformed !== undefined &&
      `${count(file.malformed.length, 'line')} could not be read; the first is line ${malformed.line}.`,
    CLOUDFLARE_LINES.test(exchange.body ?? '') &&
      'Cloudflare adds lines of its own to this file: those are changed in its dashboard, not in the file.',
  );
}

/** Maximum number of names in the note on names that are cut. */
const MAX_CUT = 10;

/** Returns the User-agent lines whose name has a digit: `line 3, "AI2Bot" (read as "AI")`. A version after a slash is none. */
function cutTokens(body: string): readonly string[] {
  return readFieldLines(Buffer.from(body)).flatMap(({ line, field, value }) => {
    const [, token] = field === 'user-agent' ? (/^([a-z_-]+)\d[a-z\d_-]*(?:$|[\s/])/i.exec(value) ?? []) : [];
    return token === undefined ? [] : [`line ${line}, "${quote(decodeOctets(value), 40)}" (read as "${token}")`];
  });
}

/** Notes groups that go on after a line such as Crawl-delay: only a rule ends the list of names (RFC 9309 §2.2.1, §2.2.4). */
function joinedNotes(body: string, { groups }: RobotsFacts['file']): string[] {
  const agents = readFieldLines(Buffer.from(body)).flatMap(({ line, field }) => (field === 'user-agent' ? [line] : []));
  return groups.flatMap(({ line: start, fields, rules: [rule] }) => {
    if (rule === undefined) return [];
    const next = (line: number) => agents.find((agent) => agent > line && agent < rule.line);
    const joining = fields.find(({ line }) => next(line) !== undefined);
    if (joining === undefined) return [];
    return `Line ${joining.line}, "${quote(joining.field, 30)}", ends no group (RFC 9309 §2.2.4): the rules from line ${rule.line} on hold for the crawlers of lines ${start} and ${next(joining.line)} alike. If they are not meant to, put a rule, such as "Disallow:", above line ${joining.line}.`;
  });
}

/** Maximum number of lines that get a note each. */
const MAX_LENIENT_NOTES = 3;

/** Notes lines that Google reads although their field is misspelt or has no colon. */
function lenientNotes({ lenientLines }: RobotsFacts['file']): string[] {
  const notes = lenientLines
    .slice(0, MAX_LENIENT_NOTES)
    .map(({ line, field, readAs }) =>
      field.toLowerCase() === readAs.toLowerCase()
        ? `Line ${line} has no colon after "${quote(field, 30)}": Google reads it all the same, other crawlers may not.`
        : `Line ${line} says "${quote(field, 30)}": Google reads this as ${readAs}, other crawlers may not.${readAs === 'User-agent' ? ' For those, the rules below it belong to the group above it, or to none.' : ''}`,
    );
  const rest = lenientLines.length - notes.length;
  return texts(...notes, rest > 0 && `${count(rest, 'more line')} in the file ${are(rest)} misspelt like this.`);
}

function ofHtml(site: Facts): CheckResult<QuestionId> {
  const { robots, origin } = site;
  const { exchange } = robots;
  const seen = observe(exchange, { note: 'An HTML page instead of rules.', text: exchange.body ?? '' });
  const fix = fixAt(
    'robots_txt',
    'Serve a text file at /robots.txt, or return 404 there: an application route that handles every path catches it.',
    {
      lines: 'User-agent: *\nDisallow:',
      snippet: 'robots_file',
      proof: {
        command: curl(robotsUrl(origin), "-sL -o /dev/null -w '%{http_code} %{content_type}\\n'"),
        expect: '200 and text/plain, or 404',
      },
    },
  );
  return {
    results: {
      ...forEach(full(observe(exchange, { note: 'An HTML page has no rules.' }))),
      sitemap_lines: sitemapLines(site),
      readable: lost(NONE, [seen], fix, 'There is a web page at /robots.txt, so crawlers find no rules there.'),
    },
    details: `/robots.txt returns ${exchange.status} with an HTML page. Crawlers find no rule in it and take everything as allowed, whatever its author meant.`,
  };
}

function ofUnreachable({ exchange }: RobotsFacts, origin: string): CheckResult<QuestionId> {
  const why = describeResponse(exchange);
  const problem = 'robots.txt cannot be read, so crawlers must stay out.';
  const result = lost(NONE, [observe(exchange, { note: why })], accessFix(origin), problem);
  return {
    results: { ...forEach({ ...result, awaits: 'robots_txt' }), readable: result },
    failure: 'robots.txt cannot be read: crawlers must assume complete disallow (RFC 9309 §2.3.1.4).',
    details: `robots.txt could not be read. ${why} Until it can, crawlers must assume that the whole site is disallowed (RFC 9309 §2.3.1.4).`,
  };
}

function ofUnavailable({ exchange }: RobotsFacts, origin: string): CheckResult<QuestionId> {
  const why = describeResponse(exchange);
  const fix = fixAt(
    'server_access',
    'Let everyone read /robots.txt, without a challenge and after at most 5 redirects: a crawler that cannot read it cannot obey it.',
    { proof: statusProof(robotsUrl(origin)) },
  );
  const result = lost(NONE, [observe(exchange, { note: why })], fix);
  return {
    results: { ...forEach({ ...result, awaits: 'robots_txt' }), readable: result },
    details: `robots.txt could not be read. ${why} Crawlers may then fetch everything (RFC 9309 §2.3.1.3), and follow nothing that the file says.`,
  };
}

function forEach(result: QuestionResult): Record<QuestionId, QuestionResult> {
  return { readable: result, groups: result, shadowing: result, sitemap_lines: result };
}

function robotsUrl(origin: string): string {
  return `${origin}/robots.txt`;
}
