import { createHash } from 'node:crypto';
import { sum } from '../../audit/arithmetic.ts';
import { type Check, HALF, isFull, NONE, type Share } from '../../audit/check.ts';
import { type JudgedCheck, toFindings } from '../../audit/findings.ts';
import { count, list } from '../../audit/formatting.ts';
import type { Finding, Report } from '../../audit/report/report.ts';
import { CHECKS, RUBRIC_VERSION } from '../../audit/rubric.ts';
import { decideVerdict } from '../../documents/verdict.ts';
import { type AuditId, parseAuditId } from '../../values/audit-id.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { auditFromRow, type FinishedAudit } from './audit.ts';
import type { AuditStore } from './store/audit-store.ts';

/**
 * Returns the demonstration for a domain: made up from its name alone, the same for the same name. It is stored at the first
 * request, so that its times stay the same and it can be found by its id. The oldest beyond 10,000 are deleted; requested
 * again, they have the same id and new times.
 */
export async function demonstrationAudit(audits: AuditStore, domain: DomainName): Promise<FinishedAudit> {
  const id = demonstrationId(domain);
  let row = await audits.find(id);
  if (row === null) {
    const report = demonstrationReport(domain);
    const { score, rubricVersion } = report;
    const finishedAt = new Date().toISOString();
    await audits.insertDemonstration({
      id,
      domain,
      status: 'done',
      score,
      rubricVersion,
      verdict: decideVerdict(report),
      finishedAt,
      report: JSON.stringify(report),
      hasSnapshot: false,
      inventory: null,
    });
    // Another request may have stored it first.
    row = await audits.find(id);
  }
  const audit = row && auditFromRow(row);
  if (audit === null || audit.finishedAt === null) throw new Error(`The demonstration ${id} was not stored.`);
  return audit;
}

/** Makes a UUID from a hash of the rubric's version and the name (RFC 9562 §5.8, version 8). */
export function demonstrationId(domain: DomainName): AuditId {
  const bytes = digest('id', domain).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  const id = parseAuditId(groups.join('-'));
  if (id === null) throw new Error('A hash gave no UUID.');
  return id;
}

/** Makes up findings in the rubric's order, whose `details` begin with `Demonstration:`. Pure. */
export function demonstrationReport(domain: DomainName): Report {
  const findings = toFindings(CHECKS.map((check) => demonstrationCheck(check, domain))).map(withDetails);
  const score = sum(findings.map(({ points }) => points));
  return {
    kind: 'demonstration',
    rubricVersion: RUBRIC_VERSION,
    domain,
    outcome: 'done',
    failure: null,
    score,
    earned: score,
    gates: [],
    findings,
    stack: { builder: 'unknown', server: 'unknown', evidence: [] },
    pages: [],
  };
}

function demonstrationCheck(check: Check, domain: DomainName): Omit<JudgedCheck, 'pageResults'> {
  const draws = digest(check.key, domain);
  const questions = Object.entries(check.questions).map(([id, { ask, must, weight }], n) => {
    const share = drawShare(draws.readUInt8(n % draws.length));
    return { id, ask, must: must.join(' '), weight, share, notApplicable: null, observed: [], fix: null };
  });
  const weight = sum(questions.map((question) => question.weight));
  const earned = sum(questions.map((question) => (question.weight * question.share.earned) / question.share.of));
  return {
    check,
    questions,
    failure: earned * 3 < weight ? 'Demonstration: under a third of the points.' : null,
    gates: [],
    details: '',
    notes: [],
  };
}

function withDetails(finding: Finding): Finding {
  const { points, maxPoints, questions } = finding;
  const lost = questions.filter((question) => !isFull(question)).map(({ ask }) => `"${ask}"`);
  const score =
    lost.length === 0
      ? `all ${count(maxPoints, 'point')}.`
      : `${points} of ${count(maxPoints, 'point')}, with points lost on ${list(lost, 3)}.`;
  return { ...finding, details: `Demonstration: ${score} Made up from the name; nothing was fetched.` };
}

/** Mostly all the points, sometimes half of them, sometimes none: as sites are. */
function drawShare(byte: number): Share {
  if (byte < 160) return { earned: 1, of: 1 };
  return byte < 208 ? HALF : NONE;
}

function digest(part: string, domain: DomainName): Buffer {
  return createHash('sha256').update(`citable demonstration ${RUBRIC_VERSION} ${part} ${domain}`).digest();
}
