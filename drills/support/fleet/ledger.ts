/** What the fleet has acknowledged. */
export interface FleetLedger {
  /** Audits that were asked for singly: 202. */
  readonly audits: Set<string>;
  /** Batches: 202. */
  readonly batches: Set<string>;
  /** Visitors whose hosted file of a published domain was answered with 200, each with a different name. */
  readonly visitors: Set<string>;
  /** Visits to names that nobody published. */
  readonly unpublished: { requests: number; answered: number };
  /** Requests that were not answered, or refused for now. */
  pending: number;
}

export function fleetLedger(): FleetLedger {
  return {
    audits: new Set(),
    batches: new Set(),
    visitors: new Set(),
    unpublished: { requests: 0, answered: 0 },
    pending: 0,
  };
}
