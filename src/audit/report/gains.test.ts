import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../../test/support/fixture-web.ts';
import { runs } from '../../../test/support/properties.ts';
import { gather } from '../../site/gather/gather.ts';
import { isFull } from '../check.ts';
import { judge } from '../judge.ts';
import { listImprovements, reachableScore, reachableWithoutOwner } from './gains.ts';
import type { JudgedQuestion, Report } from './report.ts';

const NOW = new Date('2026-11-01T12:00:00Z');

async function reportOn(path: string): Promise<Report> {
  return judge(await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture(path)), now: NOW }));
}

const SITES = [
  'base/good',
  'sites/shell',
  'sites/home-noindex',
  'sites/shut-out',
  'sites/soft-404',
  'content_without_js/loading-placeholder',
  'content_without_js/shell-home-with-rendered-pages',
  'answer_content/no-signal',
  'robots_txt/timeout',
];

const good = await reportOn('base/good');

/** Generates reports of the good site in which questions lost part of their points, and gates apply. */
const anyReport: fc.Arbitrary<Report> = fc
  .record({
    lost: fc.array(
      fc.record({ at: fc.nat(8), n: fc.nat(6), earned: fc.nat(3), fix: fc.nat(9), isOwners: fc.boolean() }),
      { maxLength: 20 },
    ),
    gates: fc.subarray([
      { id: 'G2', cap: 30, key: 'metadata', reason: 'Noindex.', opensWith: [['eligible']] },
      { id: 'G3', cap: 25, key: 'content_without_js', reason: 'Empty.', opensWith: [['home'], ['further']] },
      { id: 'G4', cap: 60, key: 'content_without_js', reason: 'Half.', opensWith: [['home', 'further']] },
    ] as const),
  })
  .map(({ lost, gates }) => {
    // A gate applies because of questions that lost points.
    const causes = gates.flatMap(({ key, opensWith }) => opensWith.flat().map((id) => `${key}.${id}`));
    const findings = good.findings.map((finding, at) => ({
      ...finding,
      questions: finding.questions.map((question, n) => {
        const loss = lost.find((one) => one.at === at && one.n === n);
        const isCause = causes.includes(`${finding.key}.${question.id}`);
        if (loss === undefined && !isCause) return question;
        const fix = {
          place: 'content' as const,
          instruction: isCause ? `Fix ${question.id}.` : `Fix ${loss?.fix}.`,
          lines: null,
          ...(loss?.isOwners === true ? { ask: 'Which?' } : {}),
          proof: { command: 'true', expect: 'nothing' },
        };
        return { ...question, share: { earned: isCause ? 0 : (loss?.earned ?? 0), of: 4 }, fix };
      }),
    }));
    const report = { ...good, findings, gates: [...gates].sort((a, b) => a.cap - b.cap) };
    return { ...report, score: computeScore(report) };
  });

/** Computes the score independently, in floating point with room for its error. */
function computeScore({ findings, gates }: Pick<Report, 'findings' | 'gates'>): number {
  const points = findings.map(({ maxPoints, questions }) => {
    const weight = questions.reduce((sum, one) => sum + one.weight, 0);
    const earned = questions.reduce((sum, one) => sum + (one.weight * one.share.earned) / one.share.of, 0);
    return weight === 0 ? 0 : (maxPoints * earned) / weight;
  });
  const total = Math.floor(points.reduce((sum, one) => sum + one, 0) + 1e-9);
  return Math.min(total, ...gates.map(({ cap }) => cap));
}

describe('the list of improvements', () => {
  test.each(SITES)('of %s promises in sum what can be reached', async (path) => {
    const report = await reportOn(path);
    const improvements = listImprovements(report);
    const lost = report.findings.flatMap(({ questions }) => questions.filter((question) => !isFull(question)));
    expect(improvements.flatMap(({ problems }) => problems)).toHaveLength(lost.length);
    expect(improvements[0]?.gain.before ?? report.score).toBe(report.score);
    expect(improvements.at(-1)?.gain.after ?? report.score).toBe(reachableScore(report));
    // No points are promised for questions that lost points and can be judged only after another fix.
    const awaiting = lost.some(({ awaits }) => awaits !== undefined);
    if (awaiting) expect(reachableScore(report)).toBeLessThan(100);
    else expect(reachableScore(report)).toBe(100);
  });

  test('chains: each change begins where the one before it ends, and none lowers the score', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        let score = report.score;
        for (const { gain } of listImprovements(report)) {
          expect(gain.before).toBe(score);
          expect(gain.after).toBeGreaterThanOrEqual(gain.before);
          score = gain.after;
        }
        expect(score).toBe(reachableScore(report));
        expect(score).toBe(100);
        expect(reachableWithoutOwner(report)).toBeGreaterThanOrEqual(report.score);
        expect(reachableWithoutOwner(report)).toBeLessThanOrEqual(score);
      }),
      runs(100),
    );
  });

  test('counts the points of questions that a change opens', () => {
    const lose = (key: string, id: string, awaits: boolean) =>
      good.findings
        .find((finding) => finding.key === key)
        ?.questions.map((question) =>
          question.id === id
            ? {
                ...question,
                share: { earned: 0, of: 1 },
                ...(awaits ? { awaits: 'text' as const } : {}),
                fix: { place: 'content' as const, instruction: `Fix ${id}.`, lines: null, proof: null },
              }
            : question,
        );
    const findings = good.findings.map((finding) => ({
      ...finding,
      questions:
        { metadata: lose('metadata', 'canonical', false), answer_content: lose('answer_content', 'opening', true) }[
          finding.key as string
        ] ?? finding.questions,
    }));
    const report = { ...good, findings, score: computeScore({ findings, gates: [] }) };
    const [first] = listImprovements(report);
    expect(first?.problems.map(({ question }) => question.id)).toEqual(['opening']);
    expect(first?.gain.points).toBe(0);
  });

  test('begins with the change that removes a gate, while one applies', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const improvements = listImprovements(report);
        const last = improvements.findLastIndex(({ opens }) => opens.length > 0);
        expect(improvements.flatMap(({ opens }) => opens)).toHaveLength(report.gates.length);
        const causes = report.gates.flatMap(({ key, opensWith }) => opensWith.flat().map((id) => `${key}.${id}`));
        for (const { problems } of improvements.slice(0, last + 1)) {
          expect(problems.some(({ finding, question }) => causes.includes(`${finding.key}.${question.id}`))).toBe(true);
        }
      }),
      runs(100),
    );
  });

  test('takes nothing for questions that a change makes possible to judge', () => {
    const change = (key: string, id: string, answer: Partial<JudgedQuestion>) => (report: Report) => ({
      ...report,
      findings: report.findings.map((finding) => ({
        ...finding,
        questions: finding.questions.map((one) => (finding.key === key && one.id === id ? { ...one, ...answer } : one)),
      })),
    });
    const proof = { command: 'true', expect: 'nothing' };
    const fix = { place: 'content', instruction: 'Write.', lines: null, cause: 'text', proof } as const;
    const short = change('content_without_js', 'home', { share: { earned: 0, of: 1 }, fix })({ ...good, score: 89 });
    expect(listImprovements(short).map(({ gain }) => gain)).toEqual([{ before: 89, after: 100, points: 11 }]);
    // The question on sources weighs 2 of 16 points. While it does not apply, the other questions share these points.
    const later = change('answer_content', 'source', { notApplicable: 'No text.', weight: 0, awaits: 'text' })(short);
    expect(listImprovements(later).map(({ gain }) => gain)).toEqual([{ before: 89, after: 100, points: 11 }]);
    const unneeded = change('answer_content', 'source', { notApplicable: 'No article.', weight: 0 })(short);
    expect(reachableScore(unneeded)).toBe(100);
  });

  test('says what the score is with the cause of the gate fixed', async () => {
    const report = await reportOn('sites/home-noindex');
    const [first] = listImprovements(report);
    expect(first?.problems.map(({ question }) => question.id)).toEqual(['eligible', 'urls']);
    expect(first?.opens.map(({ id }) => id)).toEqual(['G2']);
    expect(first?.gain.before).toBe(30);
    const findings = report.findings.map((finding) => ({
      ...finding,
      questions: finding.questions.map((one) =>
        one.id === 'eligible' || one.id === 'urls' ? { ...one, share: { earned: 1, of: 1 } } : one,
      ),
    }));
    expect(first?.gain.after).toBe(computeScore({ findings, gates: [] }));
  });

  test('is empty where every point was earned', () => {
    expect(listImprovements(good)).toEqual([]);
    expect(reachableScore(good)).toBe(100);
  });
});

test('canonicals that lead pages out of indexes come before a larger gain of other text', () => {
  const withLosses = (cause?: 'home_canonical'): Report => ({
    ...good,
    findings: good.findings.map((finding) => ({
      ...finding,
      questions: finding.questions.map((question): JudgedQuestion => {
        const fix = { place: 'head' as const, instruction: `Fix ${question.id}.`, lines: null, proof: null };
        const share = { earned: 1, of: 2 };
        if (question.id === 'canonical') return { ...question, share, fix: { ...fix, ...(cause && { cause }) } };
        return finding.key === 'content_without_js' && question.id === 'further'
          ? { ...question, share, fix }
          : question;
      }),
    })),
  });
  const first = (report: Report) => listImprovements(report)[0]?.problems[0]?.question.id;
  expect([first(withLosses()), first(withLosses('home_canonical'))]).toEqual(['further', 'canonical']);
});
