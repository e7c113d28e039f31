import { randomUUID } from 'node:crypto';
import type { FinishedAudit } from '../../../src/server/audits/store/audit-store.ts';

/** As long as a real report, and about as hard to compress. */
const REPORT = JSON.stringify(
  Array.from({ length: 250 }, (_, n) => ({ question: `question ${n % 60}`, points: n % 5, seen: randomUUID() })),
);

/** Returns the result of an audit that is done now. */
export function doneAudit(): FinishedAudit {
  return {
    status: 'done',
    score: 50,
    rubricVersion: 2,
    verdict: 'middling',
    finishedAt: new Date().toISOString(),
    report: REPORT,
    hasSnapshot: false,
    inventory: REPORT,
  };
}
