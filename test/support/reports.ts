import type { AuditFailure, Finding, Report } from '../../src/audit/report/report.ts';
import type { Exchange } from '../../src/fetch/exchange.ts';
import type { Site } from '../../src/site/site.ts';
import type { DomainName } from '../../src/values/domain-name.ts';

/** The keys and maxima of the rubric. */
export const RUBRIC_ROWS = [
  ['crawler_access', 20],
  ['content_without_js', 22],
  ['metadata', 16],
  ['semantic_structure', 8],
  ['answer_content', 16],
  ['robots_txt', 5],
  ['sitemap', 6],
  ['structured_data', 4],
  ['llms_txt', 3],
] as const;

/** Returns a Report whose findings each lost a point, so that the score is 91. */
export function report(domain: string): Report {
  return {
    kind: 'live',
    rubricVersion: 2,
    domain,
    outcome: 'done',
    failure: null,
    score: 91,
    earned: 100,
    gates: [{ id: 'G2', cap: 99, key: 'metadata', reason: 'The home page is noindex.', opensWith: [['only']] }],
    findings: RUBRIC_ROWS.map(([key, maxPoints]) => finding(key, maxPoints)),
    stack: { builder: 'hugo', server: 'nginx', evidence: ['meta generator "Hugo 0.150"'] },
    pages: [`https://${domain}/`],
  };
}

/** Returns a Report of a site that could not be read. */
export function failedReport(domain: string, failure: AuditFailure): Report {
  return {
    ...report(domain),
    outcome: 'failed',
    failure,
    score: 0,
    earned: 0,
    gates: [],
    findings: RUBRIC_ROWS.map(([key, maxPoints]) => ({
      ...finding(key, maxPoints),
      severity: 'fail',
      points: 0,
      earned: 0,
      details: `Not judged: ${failure.message}`,
      failure: failure.message,
      questions: [],
    })),
    pages: [],
  };
}

function finding(key: string, maxPoints: number): Finding {
  return {
    key,
    label: `The check ${key}`,
    severity: 'warn',
    points: maxPoints - 1,
    earned: maxPoints,
    maxPoints,
    details: 'One point is lost.',
    failure: null,
    notes: ['Seen, not scored.'],
    questions: [
      {
        id: 'only',
        ask: 'Is it there?',
        must: 'It must be there.',
        earned: maxPoints,
        weight: maxPoints,
        maxPoints,
        share: { earned: 1, of: 1 },
        fails: false,
        notApplicable: null,
        observed: [
          {
            url: 'https://example.com/',
            status: 200,
            line: 3,
            header: null,
            note: 'A line was seen.',
            text: 'noindex',
          },
        ],
        fix: {
          place: 'head',
          instruction: 'Remove the line.',
          lines: null,
          proof: { command: "curl -s 'https://example.com/'", expect: 'no line' },
        },
      },
    ],
  };
}

export const HOME_PAGE = '<!doctype html><title>Münchner Bäcker</title><p>Grüß Gott</p>';

/** Returns a Site with only a home page. */
export function site(domain: DomainName, body: string | null = HOME_PAGE): Site {
  const home = exchange(`https://${domain}/`, body);
  const none = exchange(`https://${domain}/none`, null);
  return {
    format: 1,
    domain,
    gatheredAt: '2026-01-02T03:04:05.678Z',
    origin: `https://${domain}`,
    home,
    probes: [],
    robotsTxt: none,
    llmsTxt: none,
    llmsTxtLinks: [],
    sitemaps: [],
    sitemapSample: [],
    pages: [],
    canonicalTargets: [],
    softNotFound: [],
  };
}

function exchange(url: string, body: string | null): Exchange {
  return {
    method: 'GET',
    url,
    userAgent: 'test',
    redirects: [],
    finalUrl: url,
    status: 200,
    headers: {},
    body,
    charset: body === null ? null : 'utf-8',
    bytes: { wire: 0, decoded: 0 },
    failure: null,
    attempts: 1,
    timing: { start: 0, firstByte: 1, end: 2 },
  };
}
