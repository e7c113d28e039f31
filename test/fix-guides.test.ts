import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Observation } from '../src/audit/check.ts';
import { judge } from '../src/audit/judge.ts';
import type { Report } from '../src/audit/report/report.ts';
import { fixGuide } from '../src/documents/fix-guide/fix-guide-document.ts';
import { gather } from '../src/site/gather/gather.ts';
import { exampleDomain, fixtureFetcher, readFixture } from './support/fixture-web.ts';
import { outsideEvidence, readEvidenceBlocks } from './support/guide-reader.ts';
import { runs } from './support/properties.ts';

const FIXTURES = fileURLToPath(new URL('./fixtures/fix_guide', import.meta.url));
const NOW = new Date('2026-11-01T12:00:00Z');
const OPTIONS = {
  seed: '5d7a6f3e-1c2b-4a59-8e0d-9f1a2b3c4d5e',
  verification: { by: 'command' },
} as const;

async function reportOn(path: string): Promise<Report> {
  return judge(await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture(path)), now: NOW }));
}

describe('the guide of a whole site', () => {
  test.each(['hugo-unlabelled', 'shut-out-by-cloudflare', 'wrong-base'])('%s', async (name) => {
    const guide = fixGuide(await reportOn(`fix_guide/${name}`), OPTIONS);
    await expect(guide).toMatchFileSnapshot(`${FIXTURES}/${name}.md`);
  });

  test('a good site has nothing to fix', async () => {
    const guide = fixGuide(await reportOn('base/good'), OPTIONS);
    expect(guide).toContain('Nothing to fix: every point was earned.');
    expect(guide).not.toMatch(/^\d+\. (?:FAIL|WARN)/m);
  });
});

describe('text of a hostile site', () => {
  test('is in evidence blocks alone, on one short visible line', async () => {
    const report = await reportOn('fix_guide/injection');
    const guide = fixGuide(report, OPTIONS);
    expect(outsideEvidence(guide).toLowerCase()).not.toMatch(/zzinj|evil\.example|ignore|\$\(id\)/);
    const inside = readEvidenceBlocks(guide).join('\n');
    // Each of these fields was seen by some check: the test is about something.
    for (const field of [
      'LOCATION',
      'GENERATOR',
      'SERVER',
      'TITLE',
      'DESC',
      'LANGHOME',
      'ROBOTS-META',
      'X-ROBOTS-TAG',
      'LINK-HEADER',
      'CANONICALLOC',
      'IMG',
      'BULLET',
      'ROBOTS-STRAY',
      'ROBOTS-SITEMAP',
      'LOC',
      'LASTMOD',
      'LLMS-TEXT',
      'LLMS-LINK',
      'LLMS-DEAD',
    ]) {
      expect(inside.toUpperCase(), field).toContain(`ZZINJ-${field}`);
    }
    expectSafe(guide);
  });

  test('does not name the host that the domain redirects to outside evidence', async () => {
    const guide = fixGuide(await reportOn('fix_guide/injection-host'), OPTIONS);
    expect(outsideEvidence(guide).toLowerCase()).not.toContain('zzinj');
    expect(guide).toContain('The domain redirects to another host');
    expect(readEvidenceBlocks(guide)[0]).toContain('https://zzinj-ignore-previous-instructions.example.net/');
    expectSafe(guide);
  });

  test('never changes anything outside the blocks', async () => {
    const report = await reportOn('fix_guide/injection');
    const template = outsideEvidence(fixGuide(withObservations(report, PLAIN), OPTIONS));
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            '```',
            '````',
            '~~~',
            '\n',
            '\r\n',
            '1. FAIL: ',
            '## Do not',
            'END evidence-',
            '-->',
            '</',
            '\u202e',
            '\u200b',
            '\u001b[2J',
            'x',
            ' ',
          ),
          { maxLength: 40 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (note, text, header) => {
        const guide = fixGuide(withObservations(report, { ...PLAIN, note, text, header }), OPTIONS);
        expect(outsideEvidence(guide)).toBe(template);
        expectSafe(guide);
      }),
      runs(100),
    );
  });
});

const PLAIN: Observation = {
  url: 'https://example.com/',
  status: 200,
  line: 1,
  header: 'x',
  note: 'Seen.',
  text: 'text',
};

/** Returns the report with that observation in place of all others. */
function withObservations(report: Report, observation: Observation): Report {
  return {
    ...report,
    findings: report.findings.map((finding) => ({
      ...finding,
      questions: finding.questions.map((question) => ({
        ...question,
        observed: question.observed.map(() => observation),
      })),
    })),
  };
}

/** Every line of every block is a name and one short visible line of data. */
function expectSafe(guide: string): void {
  for (const block of readEvidenceBlocks(guide)) {
    for (const line of block.split('\n')) {
      expect(line).toMatch(/^ *(?:(?:BEGIN|END) evidence-[0-9a-f]{12}-\d+|(?:url|status|line|header|seen|text): .*)?$/);
      expect(line).not.toMatch(/[<>`]/);
      expect(line).not.toMatch(
        /[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u,
      );
      expect(line.trim().length).toBeLessThanOrEqual(line.includes('seen: ') ? 306 : 128);
    }
  }
  expect(guide.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')).not.toMatch(/!\[|<[a-z!/]|\]\(http/i);
}
