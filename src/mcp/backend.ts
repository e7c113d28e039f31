import type { Report } from '../audit/report/report.ts';

/** A finished audit whose site could be read. */
export interface AuditRecord {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly finishedAt: string;
  readonly report: Report;
}

/** The progress of an audit. */
export interface AuditProgress {
  /** The stage, in words for a person. */
  readonly stage: string;
  /** Number of requests sent to the site. */
  readonly requests: number;
}

/** One call of a tool by a client. */
export interface ToolCall {
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: AuditProgress) => void;
  /** Identifies the HTTP request of the call; undefined over stdio. */
  readonly request: object | undefined;
}

/** What the tools need: audits, and what is made from them. Every method rejects with {@link ToolRefusal} where it refuses. */
export interface McpBackend {
  /** Audits a site live. */
  audit(site: string, call: ToolCall): Promise<AuditRecord>;
  /** Finds an audit by its id. */
  find(id: string): Promise<AuditRecord>;
  /** Returns the newest audit of this client; null when there is none. */
  newest(call: Pick<ToolCall, 'request'>): Promise<AuditRecord | null>;
}

/** Reason why a tool did nothing, in one sentence for the agent that called it. */
export class ToolRefusal extends Error {}
