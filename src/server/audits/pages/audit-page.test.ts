import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { instance } from '../../../../test/support/instance.ts';
import { domainName } from '../../../../test/support/running-service.ts';
import { questions as answerQuestions } from '../../../audit/checks/answer-content/answer-content-definition.ts';
import { applyGate } from '../../../audit/gates.ts';
import { compareReports } from '../../../audit/report/compare-reports.ts';
import { failedReport } from '../../../audit/report/failed-report.ts';
import type { Gate, JudgedQuestion, Report } from '../../../audit/report/report.ts';
import { CHECKS } from '../../../audit/rubric.ts';
import { parseAuditId } from '../../../values/audit-id.ts';
import { type BadgeOfDomain, badgePage } from '../../publishing/pages/badge-page.tsx';
import type { FinishedAudit } from '../audit.ts';
import { demonstrationReport } from '../demonstration.ts';
import type { AuditChangesProps } from './audit-changes.tsx';
import { auditFailedPage } from './audit-failed-page.tsx';
import { auditPage } from './audit-page.tsx';
import { comparePage } from './compare-page.tsx';
import { fixGuidePage, llmsTxtPage } from './document-pages.tsx';

const ID = '6f1c2a34-9d8e-4b7a-8c5d-0e1f2a3b4c5d';
const MARKUP = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;`;
const FIRST: AuditChangesProps = { previous: null, comparison: null, scores: [] };
/** Returns a Report of the rubric's questions. @param points points earned by a question */
function answered(points: (question: JudgedQuestion) => number, observed = MARKUP): Report {
  const report = demonstrationReport(domainName('example.com'));
  const findings = report.findings.map((finding) => {
    const questions = finding.questions.map((question): JudgedQuestion => {
      const earned = points(question);
      const isLost = earned < question.maxPoints;
      return {
        ...question,
        earned,
        share: { earned: Math.round(10 * earned), of: Math.max(1, Math.round(10 * question.maxPoints)) },
        fails: false,
        observed: isLost
          ? [{ url: 'https://example.com/', status: 404, line: 12, header: 'link', note: 'Seen.', text: observed }]
          : [],
        fix: isLost
          ? {
              place: 'head',
              instruction: `Mend ${question.id}.`,
              lines: '<title>…</title>',
              askFirst: true,
              proof: { command: "curl -s 'https://example.com/'", expect: 'a title' },
            }
          : null,
      };
    });
    const sum = questions.reduce((total, question) => total + question.earned, 0);
    const severity = sum === finding.maxPoints ? ('pass' as const) : sum === 0 ? ('fail' as const) : ('warn' as const);
    return {
      ...finding,
      questions,
      points: sum,
      earned: sum,
      severity,
      details: 'What was seen of it.',
      failure: null,
    };
  });
  const score = findings.reduce((sum, finding) => sum + finding.points, 0);
  return { ...report, findings, score, earned: score, pages: ['https://example.com/'] };
}

const most = ({ maxPoints }: JudgedQuestion) => maxPoints;

function live(report: Report, more: Partial<FinishedAudit> = {}): FinishedAudit {
  const id = parseAuditId(ID);
  if (id === null) throw new Error('This is not an id.');
  return {
    id,
    domain: report.domain,
    kind: 'live',
    requestedAt: '2026-01-02T03:04:00.000Z',
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:04:08.300Z',
    status: report.outcome,
    report,
    hasSnapshot: true,
    ...more,
  };
}

type Element = DefaultTreeAdapterTypes.Element;

/** The elements of a page that a browser would make. */
function listElements(html: string): Element[] {
  const walk = (node: DefaultTreeAdapterTypes.ChildNode): Element[] =>
    'tagName' in node ? [node, ...node.childNodes.flatMap(walk)] : [];
  return parse(html).childNodes.flatMap(walk);
}

const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value;

/** The text of a page, tags left out. */
function readText(html: string): string {
  const walk = (node: DefaultTreeAdapterTypes.ChildNode): string =>
    'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(walk).join('') : '';
  return parse(html).childNodes.map(walk).join('');
}

/** Returns active content: foreign scripts, event handlers, and URLs of other schemes than HTTP. */
function whatActs(html: string): string[] {
  return listElements(html).flatMap((element) => [
    ...(element.tagName === 'script' && attribute(element, 'src')?.startsWith('/assets/') !== true ? ['script'] : []),
    ...(element.tagName === 'img' && attribute(element, 'src')?.startsWith('/api/badge?') !== true ? ['img'] : []),
    ...element.attrs.filter(({ name }) => name.startsWith('on') || name === 'style').map(({ name }) => name),
    ...element.attrs
      .filter(({ name, value }) => ['href', 'src', 'action'].includes(name) && /^\s*(?!https?:)[a-z]+:/i.test(value))
      .map(({ value }) => value),
  ]);
}

/** Returns the gains of the changes on a page, in their order. */
function gainsIn(html: string): string[] {
  return [...html.matchAll(/<p class="priority-worth[^>]*>([^<]*)/g)].map(([, gain = '']) =>
    gain.replaceAll('&lt;', '<'),
  );
}

describe('the report', () => {
  test.each([
    [0, 'Poor'],
    [100, 'Good'],
  ])('of %i points shows the number and the verdict', (score, grade) => {
    const html = auditPage(instance, live(answered(score === 0 ? () => 0 : most)), FIRST);
    expect(html).toContain(`aria-label="AEO score ${score} of 100: ${grade}"`);
    expect(html).toContain(`>${grade}</h2>`);
    expect(html.includes('Nothing to fix: every point was earned.')).toBe(score === 100);
  });

  test('has the findings with their points, each with its questions', () => {
    const report = answered(({ maxPoints }) => Math.ceil(maxPoints / 2));
    const html = auditPage(instance, live(report), FIRST);
    const findings = listElements(html).filter((element) => attribute(element, 'class')?.startsWith('finding band-'));
    expect(findings).toHaveLength(CHECKS.length);
    for (const { key, questions } of report.findings) {
      for (const { id } of questions) expect(html).toContain(`id="${key}-${id}"`);
    }
    expect(readText(html)).toContain('Crawler access: loses points, 13 of 20 points');
  });

  test('shows the evidence grade of each question, and none for an older rubric', () => {
    const report = answered(most);
    const renderPage = (one: Report) => auditPage(instance, live(one), FIRST);
    expect(renderPage(report)).toContain('odds of citation 1.09 per standard deviation');
    expect(renderPage({ ...report, rubricVersion: 1 })).not.toContain('per standard deviation');
  });

  test('says in short what earns all points, with a link to the exact rule; an older report has only its own rule', () => {
    const report = answered(() => 0);
    const { opening } = answerQuestions;
    const html = auditPage(instance, live(report), FIRST);
    expect(html).toContain(`${opening.inShort} <a href="/checks/answer_content#opening">The exact rule</a>`);
    expect(html).not.toContain(opening.must[0]);
    const older = auditPage(instance, live({ ...report, rubricVersion: 1 }), FIRST);
    expect(older).toContain(opening.must.join(' '));
    expect(older).not.toContain('The exact rule');
  });

  test('shows evidence, where it was seen, why it matters and how to fix it', () => {
    const report = answered(({ id, maxPoints }) => (id === 'title' ? 0 : maxPoints), 'its words');
    const text = readText(auditPage(instance, live(report), FIRST));
    for (const said of [
      'Seen.its words',
      'https://example.com/line 12header linkstatus 404',
      'Mend title.',
      'This may have been meant: make sure before you change it.',
      '<title>…</title>',
      "curl -s 'https://example.com/'",
      'After the fix, this prints a title:',
      'Why it matters',
    ]) {
      expect(text).toContain(said);
    }
  });

  test('shows an observation in several places once, with each place', () => {
    const report = answered(({ id, maxPoints }) => (id === 'canonical' ? 0 : maxPoints), 'same words');
    const findings = report.findings.map((finding) => ({
      ...finding,
      questions: finding.questions.map((question) => ({
        ...question,
        observed: question.observed.flatMap((one) => [one, { ...one, url: 'https://example.com/other' }]),
      })),
    }));
    const page = auditPage(instance, live({ ...report, findings }), FIRST);
    expect(page).toMatch(/<dl class="print-only small">.*?same words.*?<dt>Who<\/dt>/s);
    const text = readText(page.replace(/<dl class="print-only.*?<\/dl>/gs, ''));
    expect(text.match(/same words/g)).toHaveLength(1);
    expect(text).toContain('https://example.com/other');
  });
});

describe('the fixes of a report', () => {
  test('show the cap once and the points earned, and begin with its cause', () => {
    const gate: Gate = {
      id: 'G2',
      cap: 30,
      key: 'metadata',
      reason: 'The home page is noindex.',
      opensWith: [['eligible']],
    };
    const report = answered(({ id, maxPoints }) => (['eligible', 'lastmod'].includes(id) ? 0 : maxPoints));
    const findings = applyGate(report.findings, gate);
    const html = auditPage(instance, live({ ...report, gates: [gate], findings, score: 30 }), FIRST);
    const text = readText(html);
    expect(text).toContain(
      `The home page is noindex. Fix this first: it alone holds the score at 30, although the checks earned ${report.score}.`,
    );
    expect(text.match(/holds the score at/g)).toHaveLength(1);
    expect(text).toContain('Crawler access: passes, 20 of 20 points');
    expect(gainsIn(html)).toEqual(['30 → 99', '+1']);
  });

  test('are sorted by gain', () => {
    const report = answered(({ id, maxPoints }) => (['home', 'canonical', 'lastmod'].includes(id) ? 0 : maxPoints));
    expect(gainsIn(auditPage(instance, live(report), FIRST))).toEqual(['+11', '+3', '+1']);
  });
});

describe('the verdict of a report', () => {
  test('leaves out a check that does not apply, which has no tick and no points', () => {
    const report = answered(most);
    const findings = report.findings.map((finding) =>
      finding.key === 'sitemap'
        ? { ...finding, maxPoints: 0, points: 0, earned: 0, details: 'Not applicable: The site is one page.' }
        : finding,
    );
    const html = auditPage(instance, live({ ...report, findings }), FIRST);
    expect(html).toContain('class="finding band-none"');
    expect(html.match(/class="severity-mark"/g)).toHaveLength(CHECKS.length - 1);
    expect(readText(html)).toContain('Sitemap: not judgednot judged–The site is one page.');
    expect(readText(html)).toContain('Not applicable: The site is one page.');
    expect(readText(html)).toContain(`${CHECKS.length - 1} checks pass. 1 check does not apply.`);
  });

  test('is not good while an essential check fails', () => {
    const report = answered(({ id, maxPoints }) => (id === 'bingbot' ? 0 : maxPoints));
    const findings = report.findings.map((finding) =>
      finding.key === 'crawler_access' ? { ...finding, failure: 'It fails.' } : finding,
    );
    expect(auditPage(instance, live({ ...report, findings }), FIRST)).toContain('AEO score 97 of 100: Middling');
    expect(auditPage(instance, live({ ...report, findings, rubricVersion: 1 }), FIRST)).toContain('97 of 100: Good');
  });
});

describe('the pages of a demonstration', () => {
  test('say so, and are not indexed', () => {
    const audit = live(demonstrationReport(domainName('example.com')), { kind: 'demonstration', hasSnapshot: false });
    const report = auditPage(instance, audit, FIRST);
    expect(report).toContain('DEMONSTRATION</text>');
    expect(report).not.toContain('What changed');
    for (const html of [
      report,
      badgePage(instance, audit, null),
      fixGuidePage(instance, audit, '# Guide'),
      llmsTxtPage(instance, audit, { text: '# Site', problem: null, isPublished: false }),
    ]) {
      expect(html).toContain('This is a demonstration.');
      expect(html).toContain('<meta name="robots" content="noindex"');
      expect(html).not.toContain('/snapshot');
    }
  });
});

describe('a later report', () => {
  test('shows what changed, and the scores as a chart and as a table', () => {
    const before = answered(({ id, maxPoints }) => (id === 'home' ? 0 : maxPoints));
    const after = answered(({ id, maxPoints }) => (id === 'title' ? 1 : maxPoints));
    const scores = [
      { id: ID, score: 96, rubricVersion: 3, verdict: 'good' as const, finishedAt: '2026-01-02T03:04:08.300Z' },
      { id: 'a', score: 89, rubricVersion: 3, verdict: null, finishedAt: '2025-12-01T00:00:00.000Z' },
    ];
    const previous = live(before, { finishedAt: '2025-12-01T00:00:00.000Z' });
    const html = auditPage(instance, live(after), { previous, comparison: compareReports(before, after), scores });
    const text = readText(html);
    expect(text).toContain('Previous audit: 89 of 100 on 1 December 2025, 00:00 UTC.');
    expect(text).toContain('+7 points');
    expect(text).toContain('0 of 11 before, now 11.');
    expect(text).toContain('5 of 5 before, now 1.');
    expect(html.match(/<circle class="score-point/g)).toHaveLength(2);
    expect(html).toContain('2 January 2026, 03:04 UTC (this one)');
  });

  test('does not compare points of two rubric versions', () => {
    const before = { ...answered(most), rubricVersion: 1 };
    const after = answered(most);
    const html = auditPage(instance, live(after), {
      previous: live(before),
      comparison: compareReports(before, after),
      scores: [
        { id: ID, score: 100, rubricVersion: 3, verdict: 'good', finishedAt: '2026-01-02T03:04:08.300Z' },
        { id: 'a', score: 100, rubricVersion: 1, verdict: null, finishedAt: '2025-12-01T00:00:00.000Z' },
      ],
    });
    expect(readText(html)).toContain('The rubric changed: the previous audit used version 1, this one uses version 3.');
    expect(readText(html)).toContain('The rubric changed in between (versions 1 and 3)');
  });
});

test('two audits of a site are compared by the pages that both judged, and each tells its own score', () => {
  const after = answered(most);
  const gone = 'https://example.com/gone';
  const findings = after.findings.map((finding) => ({
    ...finding,
    points: finding.key === 'semantic_structure' ? finding.points - 1 : finding.points,
    questions: finding.questions.map((question): JudgedQuestion => {
      if (question.id !== 'h1') return question;
      return {
        ...question,
        share: { earned: 1, of: 2 },
        byPage: [
          [0, 1, 1],
          [1, 0, 1],
        ],
      };
    }),
  }));
  const before = { ...after, findings, score: 99, pages: [...after.pages, gone] };
  const side = (report: Report) => ({ text: '', audit: live(report), problem: null });
  const later = { ...after, earlierPages: { gone: [gone], report: null } };
  const html = comparePage(instance, side(before), side(later));
  expect(html.match(/aria-label="example\.com, 100 of 100"/g)).toHaveLength(2);
  const text = readText(html);
  expect(text.match(/99 by its own choice of pages/g)).toHaveLength(1);
  expect(text).toContain(
    `Both scores are of the one page that both audits judged. 1 page of the earlier audit is gone: ${gone}.`,
  );
  expect(text.match(/8\/8/g)).toHaveLength(2);
});

test('a problem shows five places, then 100 others, and counts the rest', () => {
  const places = (number: number): Report => {
    const report = answered(({ id, maxPoints }) => (id === 'h1' ? 0 : maxPoints), 'x');
    const findings = report.findings.map((finding) => ({
      ...finding,
      questions: finding.questions.map((question) => ({
        ...question,
        observed: question.observed.flatMap((one) =>
          Array.from({ length: number }, (_, i) => ({ ...one, url: `https://example.com/${i}` })),
        ),
      })),
    }));
    return { ...report, findings };
  };
  const few = readText(auditPage(instance, live(places(12)), FIRST));
  expect(few).toContain('and 7 more');
  const html = auditPage(instance, live(places(9_000)), FIRST);
  expect(readText(html)).toContain('and 8,995 more');
  expect(readText(html)).toContain('and 8,895 more: the evidence of this audit, as JSON, has them.');
});

describe('text of a site', () => {
  const report = answered(() => 0);
  const hostile: Report = {
    ...report,
    stack: { ...report.stack, evidence: [MARKUP] },
    pages: ['https://example.com/', 'javascript:alert(1)'],
    findings: report.findings.map((finding) => ({
      ...finding,
      details: MARKUP,
      notes: [MARKUP],
      questions: finding.questions.map((question) => ({
        ...question,
        observed: question.observed.map((one) => ({
          ...one,
          url: 'javascript:alert(1)',
          header: MARKUP,
          note: MARKUP,
        })),
      })),
    })),
  };

  test.each([
    ['the report', auditPage(instance, live(hostile), FIRST)],
    ['the fix guide', fixGuidePage(instance, live(hostile), MARKUP)],
    ['the llms.txt', llmsTxtPage(instance, live(hostile), { text: MARKUP, problem: null, isPublished: true })],
    [
      'a failure',
      auditFailedPage(instance, live(hostile), { kind: 'protocol', message: MARKUP }, { previous: null, scores: [] }),
    ],
  ])('is inert text in %s', (_page, html) => {
    expect(whatActs(html)).toEqual([]);
    expect(readText(html)).toContain('<script>alert(1)</script>');
  });

  test('is isolated by its own direction', () => {
    const html = auditPage(instance, live(answered(() => 0, 'שלום עולם')), FIRST);
    expect(html).toContain('<p class="quoted" dir="auto"><q>שלום עולם</q></p>');
  });

  test('is cut in a shown URL, and whole in the link', () => {
    const url = `https://example.com/${'x'.repeat(500)}`;
    const html = auditPage(instance, live({ ...report, pages: [url] }), FIRST);
    expect(html).toContain(`href="${url}"`);
    expect(readText(html)).not.toContain('x'.repeat(200));
  });
});

describe('a failed audit', () => {
  const failure = { kind: 'timeout' as const, message: 'example.com did not start to respond within 10 seconds.' };
  const audit = live(failedReport('example.com', failure), { hasSnapshot: false });

  test('shows the reason instead of a score, and the previous score', () => {
    const previous = live(answered(most));
    const html = auditFailedPage(instance, audit, failure, { previous, scores: [] });
    expect(html).not.toContain('class="dial');
    expect(readText(html)).toContain('No score');
    expect(readText(html)).toContain(failure.message);
    expect(readText(html)).toContain('Last successful audit: 100 of 100');
    expect(html).not.toContain(`/audits/${ID}/fix-guide`);
  });
});

const DEFAULT = { label: null, labelColor: null, color: null };
const PUBLISHED: BadgeOfDomain = { stored: DEFAULT, tried: DEFAULT, isOwner: true, problem: null };

describe('the badge', () => {
  test('that is tried has the choices in its address, and the stored one has none', () => {
    const tried = { label: 'AI ready', labelColor: null, color: '#7a1fa2' };
    const page = (badge: BadgeOfDomain) => badgePage(instance, live(answered(most)), badge);
    const picture = '/api/badge?domain=example.com&amp;label=AI+ready&amp;color=7a1fa2';
    expect(page({ ...PUBLISHED, tried })).toContain(`src="${picture}"`);
    expect(page({ ...PUBLISHED, stored: tried, tried })).not.toContain(picture);
  });

  test('is saved by its owner alone', () => {
    const page = (isOwner: boolean) => badgePage(instance, live(answered(most)), { ...PUBLISHED, isOwner });
    expect(page(true)).toContain('formaction="/domains/example.com/badge"');
    expect(page(false)).not.toContain('formaction');
  });

  test('comes in two themes and two sizes, each with Markdown and HTML', () => {
    const html = badgePage(instance, live(answered(most)), PUBLISHED);
    const pictures = listElements(html).filter(({ tagName }) => tagName === 'img');
    expect(pictures.map((picture) => attribute(picture, 'src'))).toEqual([
      '/api/badge?domain=example.com',
      '/api/badge?domain=example.com',
      '/api/badge?domain=example.com&theme=light',
      '/api/badge?domain=example.com&size=compact',
      '/api/badge?domain=example.com&theme=light&size=compact',
    ]);
    const text = readText(html);
    expect(text).toContain(
      '[![AEO score of example.com](https://citable.example/api/badge?domain=example.com&theme=light)](https://citable.example/domains/example.com)',
    );
    expect(text).toContain('<img src="https://citable.example/api/badge?domain=example.com&amp;theme=light"');
  });
});

describe('an embedded badge', () => {
  test.each([
    [true, 'https://citable.example/domains/example.com'],
    [false, 'https://example.com/'],
  ])('of a domain that is published (%s) links to %s', (isPublished, link) => {
    expect(readText(badgePage(instance, live(answered(most)), isPublished ? PUBLISHED : null))).toContain(`](${link})`);
  });
});

describe('the llms.txt', () => {
  const audit = live(answered(most));

  test('shows its URL once it is published', () => {
    const text = readText(llmsTxtPage(instance, audit, { text: '# Example', problem: null, isPublished: true }));
    expect(text).toContain('https://citable.example/llms/example.com.txt?tier=vip');
    expect(text).not.toContain('curl');
  });

  test('shows how to publish it before', () => {
    const text = readText(llmsTxtPage(instance, audit, { text: '# Example', problem: null, isPublished: false }));
    expect(text).toContain('https://citable.example/api/llms-txt?domain=example.com&tier=vip');
  });

  test('is missing with a reason', () => {
    const html = llmsTxtPage(instance, audit, {
      text: null,
      problem: 'What it takes is not kept.',
      isPublished: false,
    });
    expect(readText(html)).toContain('What it takes is not kept.');
    expect(html).not.toContain(`/audits/${ID}/llms.txt`);
  });
});
