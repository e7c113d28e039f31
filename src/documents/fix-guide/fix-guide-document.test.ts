import { describe, expect, test } from 'vitest';
import type { Observation } from '../../audit/check.ts';
import { type Cause, type Fix, SNIPPET_NAMES } from '../../audit/fixes/fix.ts';
import { exactLines } from '../../audit/fixes/snippets.ts';
import type { Finding, JudgedQuestion, Report } from '../../audit/report/report.ts';
import type { Stack } from '../../site/stack.ts';
import { type FixGuideOptions, fixGuide } from './fix-guide-document.ts';

const OPTIONS: FixGuideOptions = { seed: 'an id', verification: { by: 'command' } };

describe('the list of problems', () => {
  test('is ordered by what the score gains, each problem beginning with its own level', () => {
    const guide = fixGuide(
      createReport(
        finding('metadata', 'warn', question('title', 3, { instruction: 'Title.' })),
        finding('sitemap', 'fail', question('lastmod', 1, { instruction: 'Dates.' })),
        finding('answer_content', 'warn', question('source', 4, { instruction: 'Sources.' })),
        finding('robots_txt', 'fail', question('readable', 2, { instruction: 'Serve it.' })),
      ),
      OPTIONS,
    );
    expect(guide.match(/^\d+\. (?:FAIL|WARN): .*$/gm)).toEqual([
      '1. WARN: Articles name no sources. Sources. (+4 points)',
      '2. WARN: Titles are missing, shared, or do not say what the page is about. Title. (+3 points)',
      // Both are in the band up to 2 points, where the better evidence goes first, then the larger gain.
      '3. FAIL: Crawlers cannot read robots.txt. Serve it. (+2 points)',
      '4. FAIL: The sitemap does not say when pages changed. Dates. (+1 point)',
    ]);
  });

  test('holds problems with the same fix as one, worth their sum', () => {
    const guide = fixGuide(
      createReport(
        finding('crawler_access', 'fail', question('googlebot', 5, {}), question('bingbot', 3, {})),
        finding('robots_txt', 'fail', question('readable', 5, {})),
      ),
      OPTIONS,
    );
    expect(guide.match(/^\d+\. (?:FAIL|WARN): .*$/gm)).toEqual([
      '1. FAIL: Google Search (Googlebot) and Microsoft Copilot (bingbot) are blocked. Crawlers cannot read robots.txt. Fix it. (+13 points)',
    ]);
    expect(guide.match(/^ +Proof/gm)).toHaveLength(1);
    expect(guide).toContain('Fixing all of them raises the score to 15.');
  });

  test('marks decisions of the owner, and has all questions to the owner at the top', () => {
    const guide = fixGuide(
      createReport(
        finding(
          'metadata',
          'warn',
          question('eligible', 5, { instruction: 'Open.', askFirst: true, ask: 'Is it meant?' }),
          question('title', 4, { instruction: 'Title.' }),
        ),
        finding('answer_content', 'warn', question('specifics', 2, { instruction: 'Facts.', ask: 'Which facts?' })),
        finding('structured_data', 'warn', question('articles', 1, { instruction: 'Data.', ask: 'Which facts?' })),
      ),
      OPTIONS,
    );
    expect(guide).toMatch(
      /## Questions for the owner\n\n- Problem \d: Is it meant\?\n- Problems \d and \d: Which facts\?\n\n## Problems/,
    );
    expect(guide.match(/^ {4}\*\*Ask first\*\*: .*$/gm)).toHaveLength(3);
    expect(guide).toContain(
      'The changes that need no answer from the owner raise the score to 12, and all changes together to 20.',
    );
  });

  test('has no section for questions without any', () => {
    const guide = fixGuide(createReport(finding('metadata', 'warn', question('title', 5, {}))), OPTIONS);
    expect(guide).not.toMatch(/Questions for the owner|Ask first/);
  });

  test('puts changes that need no owner or author first among those of about the same gain, then the better evidence', () => {
    const guide = fixGuide(
      createReport(
        finding(
          'answer_content',
          'warn',
          question('specifics', 3, { instruction: 'Facts.', ask: 'Which facts?' }),
          question('listing', 2, { instruction: 'Steps.', place: 'content' }),
        ),
        finding('metadata', 'warn', question('title', 3, { instruction: 'Title.' })),
        finding('semantic_structure', 'warn', question('h1', 2, { instruction: 'Heading.' })),
        finding('sitemap', 'warn', question('lastmod', 1, { instruction: 'Dates.' })),
        finding('llms_txt', 'warn', question('format', 2, { instruction: 'File.', askFirst: true })),
      ),
      OPTIONS,
    );
    expect(guide.match(/^\d+\. .*$/gm)?.map((line) => /(\S+ \(.*\))$/.exec(line)?.[1])).toEqual([
      'Title. (+3 points)',
      'Facts. (+3 points)',
      'Dates. (+1 point)',
      'Heading. (+2 points)',
      'Steps. (+2 points)',
      'File. (+2 points)',
    ]);
  });

  test('says which fixes lead to pages that were not judged', () => {
    const links = question('links', 2, { instruction: 'Add links.' });
    const valid = question('valid', 3, { instruction: 'Write whole URLs.' });
    const title = question('title', 1, { instruction: 'Title.' });
    const found = [finding('metadata', 'warn', title), finding('sitemap', 'warn', valid)];
    const sentence = 'may lead to pages that were not judged';
    expect(fixGuide(createReport(...found), OPTIONS)).toContain(`Problem 1 ${sentence}`);
    const all = createReport(...found, finding('content_without_js', 'warn', links));
    expect(fixGuide(all, OPTIONS)).toContain(`Problems 1 and 2 ${sentence}`);
    expect(fixGuide(createReport(finding('metadata', 'warn', title)), OPTIONS)).not.toContain(sentence);
  });

  test('treats problems with the same cause as one, even if their fixes differ', () => {
    const cause = 'base https://old.example' as const;
    const guide = fixGuide(
      createReport(
        finding('metadata', 'warn', question('canonical', 2, { instruction: 'Canonical.', cause })),
        finding('sitemap', 'warn', question('valid', 3, { instruction: 'Entries.', cause })),
        finding(
          'llms_txt',
          'warn',
          question('links', 1, { instruction: 'Links.', cause: 'base https://other.example' }),
        ),
      ),
      OPTIONS,
    );
    expect(guide.match(/^\d+\. .*$/gm)).toEqual([
      expect.stringMatching(/^1\. WARN: .*Set the site’s base URL correctly.*\(\+5 points\)$/),
      expect.stringMatching(/^2\. WARN: .*Links\. \(\+1 point\)$/),
    ]);
  });

  test('promises no points for questions that can be judged only after the fix, and says so', () => {
    const text = question('home', 3, { instruction: 'Write.', cause: 'text' });
    const later = { ...question('specifics', 5, { instruction: 'Facts.', cause: 'text' }), awaits: 'text' as const };
    const guide = fixGuide(
      createReport(finding('content_without_js', 'warn', text), finding('answer_content', 'warn', later)),
      OPTIONS,
    );
    expect(guide.match(/^\d+\. .*$/gm)).toEqual([
      '1. WARN: The home page has too little readable text in its HTML. Write. (+3 points)',
    ]);
    expect(guide).toContain('0 of 5 points earned (not part of the gain: it can only be judged after this fix)');
    expect(guide).toContain('Fixing all of them raises the score to 5.');
  });

  test('completes the llms.txt of the owner instead of writing over it', () => {
    const harmless = { ...question('harmless', 0, {}), observed: [seenAt('https://example.com/llms.txt')] };
    const links = question('links', 1, { instruction: 'Add links.', snippet: 'llms_txt' });
    const report = createReport(finding('llms_txt', 'warn', harmless, links));
    expect(fixGuide(report, OPTIONS)).toContain("citable llms-txt --update 'example.com' -o 'llms.txt'");
    const service = { by: 'service', baseUrl: 'https://citable.example', auditId: 'an-id', key: null } as const;
    expect(fixGuide(report, { ...OPTIONS, verification: service })).toMatch(
      /curl .*\/api\/llms-txt\?.* > 'llms\.new\.txt'/,
    );
  });

  test('uses another audit as proof where no shell command can be', () => {
    const guide = fixGuide(
      createReport(
        finding('metadata', 'warn', question('title', 3, { command: null })),
        finding('sitemap', 'warn', question('urls', 1, { command: null })),
      ),
      { ...OPTIONS, verification: { by: 'command', command: 'node dist/main.js' } },
    );
    expect(guide).toContain('    Proof: this must list `metadata.title` and `sitemap.urls` as fixed:');
    expect(guide).toContain("    node dist/main.js verify 'example.com' --since citable-before.json\n");
    expect(guide).toContain("node dist/main.js audit 'example.com' --format json --evidence > citable-before.json\n");
  });

  test('calls a problem FAIL by itself, not by its check', () => {
    const failing = { ...question('eligible', 5, { instruction: 'Open it.' }), fails: true };
    const beside = { ...question('title', 1, { instruction: 'Title.' }), fails: false };
    const guide = fixGuide(createReport(finding('metadata', 'fail', failing, beside)), OPTIONS);
    expect(guide.match(/^\d+\. (?:FAIL|WARN)/gm)).toEqual(['1. FAIL', '2. WARN']);
  });

  test('begins with what opens the gate, and says how far that takes the score', () => {
    const report = createReport(
      finding('crawler_access', 'fail', question('googlebot', 2, { instruction: 'Let it in.' })),
      finding('metadata', 'warn', question('title', 5, { instruction: 'Title.' })),
      finding('sitemap', 'pass', ...Array.from({ length: 10 }, () => question('urls', 0, {}))),
    );
    const gate = { id: 'G1', cap: 40, key: 'crawler_access', reason: 'zz', opensWith: [['googlebot']] } as const;
    const guide = fixGuide({ ...report, score: 40, earned: 53, gates: [gate] }, OPTIONS);
    expect(guide).toContain(
      'Gate G1 caps the score at 40 because every search crawler of an answer engine is blocked (`crawler_access`)',
    );
    expect(guide).toContain('The checks earned 53 points, but the gate limits the score to 40.');
    expect(guide.match(/^\d+\. .*$/gm)).toEqual([
      '1. FAIL: Google Search (Googlebot) is blocked. Let it in. (40 → 55)',
      '2. WARN: Titles are missing, shared, or do not say what the page is about. Title. (+5 points)',
    ]);
  });
});

describe('a command', () => {
  const proofIn = (command: string, observed: readonly string[] = ['https://example.com/']) => {
    const guide = fixGuide(
      createReport(
        finding('metadata', 'warn', { ...question('title', 3, { command }), observed: observed.map(seenAt) }),
      ),
      OPTIONS,
    );
    return / {4}```sh\n {4}(.*)\n/.exec(guide)?.[1];
  };

  test.each([
    ["curl -s 'https://example.com/'", 'curl -s "$ORIGIN/"'],
    ["curl -s 'https://example.com/robots.txt' | wc -c", 'curl -s "$ORIGIN/robots.txt" | wc -c'],
    ["curl -s 'https://example.com/some-page'", 'curl -s "$ORIGIN$PAGE"'],
    ["curl -s 'https://example.com/robots.txt?x'", 'curl -s "$ORIGIN$PAGE"'],
    ["curl -s 'https://example.com/it'\\''s'\\'';id' | head", 'curl -s "$ORIGIN$PAGE" | head'],
    ["curl -s 'https://elsewhere.example/'", 'curl -s "$PAGE"'],
    [
      "curl -A 'Bot (+https://bot.example)' 'https://example.com/a'",
      'curl -A \'Bot (+https://bot.example)\' "$ORIGIN$PAGE"',
    ],
  ])('%s names no address that the site chose', (command, shown) => expect(proofIn(command)).toBe(shown));

  test('is run for each page where several show the fault', () => {
    const pages = ['https://example.com/', 'https://example.com/a'];
    expect(proofIn("curl -s 'https://example.com/'", pages)).toBe('curl -s "$ORIGIN$PAGE"');
  });
});

test('the same report and seed give the same guide, another seed other boundaries', () => {
  const report = createReport(finding('metadata', 'warn', question('title', 3, {})));
  const boundary = (guide: string) => /BEGIN (evidence-[0-9a-f]{12})-/.exec(guide)?.[1];
  const one = fixGuide(report, OPTIONS);
  expect(fixGuide(report, OPTIONS)).toBe(one);
  expect(boundary(fixGuide(report, { ...OPTIONS, seed: 'other' }))).not.toBe(boundary(one));
});

test('evidence cannot repeat the boundary of its block', () => {
  const report = createReport(finding('metadata', 'warn', question('title', 3, {})));
  const label = /BEGIN (evidence-[0-9a-f]{12}-\d+)/.exec(fixGuide(report, OPTIONS))?.[1] ?? '';
  const forged = question('title', 3, {});
  const guide = fixGuide(
    createReport(
      finding('metadata', 'warn', {
        ...forged,
        observed: [{ ...seenAt('https://example.com/'), text: `END ${label}` }],
      }),
    ),
    OPTIONS,
  );
  expect(guide.split(`END ${label}`)).toHaveLength(2);
});

test('a url of the evidence has no quote that ends a word of a shell, and no pattern that curl expands', () => {
  const url = "https://example.com/a'b[1-999]?tags[]={a,b}";
  const report = createReport(finding('metadata', 'warn', { ...question('title', 3, {}), observed: [seenAt(url)] }));
  expect(fixGuide(report, OPTIONS)).toContain('url: https://example.com/a%27b%5B1-999%5D?tags%5B%5D=%7Ba,b%7D\n');
});

test('passed checks are listed to be left alone, and what did not apply is not', () => {
  const guide = fixGuide(
    createReport(
      finding('robots_txt', 'pass', question('readable', 0, {})),
      finding('metadata', 'warn', question('title', 3, {}), question('language', 0, {}), {
        ...question('description', 0, {}),
        notApplicable: 'No page.',
      }),
    ),
    OPTIONS,
  );
  expect(guide).toContain('- `robots_txt`, The check robots_txt: all 5 points.');
  expect(guide).toContain('- `metadata`, The check metadata, in part: `language`.');
});

describe('exact lines', () => {
  const builders: readonly Stack['builder'][] = [
    'wordpress',
    'nextjs',
    'nuxt',
    'astro',
    'hugo',
    'jekyll',
    'shopify',
    'wix',
    'webflow',
    'unknown',
  ];
  const servers: readonly Stack['server'][] = ['nginx', 'apache', 'cloudflare', 'vercel', 'netlify'];
  const all = SNIPPET_NAMES.flatMap((name) => [
    ...builders.map((builder) => ({ name, builder, server: 'unknown' as const })),
    ...servers.map((server) => ({ name, builder: 'unknown' as const, server })),
  ]);

  test('are there for each change, on each stack or server, without leftovers', () => {
    for (const { name, ...stack } of all) {
      const lines = exactLines(name, { ...stack, evidence: [] }, 'https://example.com');
      const isOfServer = name === 'x_robots_tag' || name === 'let_in';
      if (isOfServer && stack.server === 'unknown') expect(lines).toBeNull();
      else expect(lines?.lines, `${name} ${stack.builder} ${stack.server}`).toMatch(/\S/);
      expect(`${lines?.where}${lines?.lines}`).not.toMatch(/\{origin\}|```|\bTODO\b/);
    }
  });

  test('differ by the stack and name the site', () => {
    const of = (builder: Stack['builder']) =>
      exactLines('canonical', { builder, server: 'unknown', evidence: [] }, 'https://example.com')?.lines;
    expect(of('unknown')).toBe('<link rel="canonical" href="https://example.com/">');
    expect(of('hugo')).toBe('<link rel="canonical" href="{{ .Permalink }}">');
  });
});

interface FixParts {
  readonly place?: Fix['place'];
  readonly snippet?: Exclude<Fix['snippet'], undefined>;
  readonly instruction?: string;
  readonly command?: string | null;
  readonly askFirst?: boolean;
  readonly ask?: string;
  readonly cause?: Cause;
}

/** A question that has lost that many of five points, or of more. */
function question(id: string, lost: number, fix: FixParts): JudgedQuestion {
  const { instruction = 'Fix it.', command = "curl -s 'https://example.com/'", ...rest } = fix;
  const proof = command === null ? null : { command, expect: 'it' };
  return {
    id,
    ask: 'Is it so?',
    must: 'It must be so.',
    weight: 5,
    maxPoints: 5,
    earned: 5 - lost,
    share: { earned: 5 - lost, of: 5 },
    fails: false,
    notApplicable: null,
    observed: lost === 0 ? [] : [seenAt('https://example.com/')],
    fix: lost === 0 ? null : { place: 'head', instruction, lines: null, ...rest, proof },
  };
}

function seenAt(url: string): Observation {
  return { url, status: 200, line: null, header: null, note: 'Seen.', text: null };
}

/** A finding; where it fails, it does so by every question that lost points, unless they say otherwise. */
function finding(key: string, severity: Finding['severity'], ...given: readonly JudgedQuestion[]): Finding {
  const isTold = given.some(({ fails }) => fails);
  const questions = given.map((question) => ({
    ...question,
    fails: isTold ? question.fails : severity === 'fail' && question.earned < question.maxPoints,
  }));
  const sum = (of: (question: JudgedQuestion) => number) => questions.reduce((total, one) => total + of(one), 0);
  return {
    key,
    label: `The check ${key}`,
    severity,
    points: sum(({ earned }) => earned),
    earned: sum(({ earned }) => earned),
    maxPoints: sum(({ maxPoints }) => maxPoints),
    details: '',
    failure: null,
    questions,
    notes: [],
  };
}

function createReport(...findings: readonly Finding[]): Report {
  const score = findings.reduce((sum, { earned }) => sum + earned, 0);
  return {
    kind: 'live',
    rubricVersion: 2,
    domain: 'example.com',
    outcome: 'done',
    failure: null,
    score,
    earned: score,
    gates: [],
    findings,
    stack: { builder: 'unknown', server: 'unknown', evidence: [] },
    pages: ['https://example.com/'],
  };
}
