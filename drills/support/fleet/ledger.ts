/** What the fleet has acknowledged. */
export interface FleetLedger {
  /** Audits that were asked for singly: 202. */
  readonly audits: Set<string>;
  /** Batches: 202. */
  readonly batches: Set<string>;
  /** Visitors whose hosted file was answered with 200, each a name of its own. */
  readonly visitors: Set<string>;
  /** Requests that were not answered, or refused for now. */
  unanswered: number;
}

export function fleetLedger(): FleetLedger {
  return { audits: new Set(), batches: new Set(), visitors: new Set(), unanswered: 0 };
}
