import type { GatherStage } from '../../site/gather/gather.ts';
import type { FinishedAudit } from './audit.ts';

/** Told when a live audit begins a stage or asks a site for something. @param requests how often it has asked so far */
export type OnProgress = (stage: GatherStage, requests: number) => void;

/** Where a live audit stands before its end. */
export interface AuditStanding {
  readonly status: 'queued' | 'running';
  /** While it is queued: 1 when it is the next to be started. */
  readonly place: number | null;
  /** What is being read, in words for a person; null until that is known. */
  readonly stage: string | null;
  readonly requests: number;
}

/** What who watches an audit is told: where it stands, and at last its end. */
export type AuditProgress = AuditStanding | { readonly status: 'done' | 'failed'; readonly audit: FinishedAudit };
