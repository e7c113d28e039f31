/** Everything that the processes have acknowledged. */
export interface FleetLedger {
  /** Ids of audits accepted one by one, with 202. */
  readonly audits: Set<string>;
  /** Ids of batches accepted with 202. */
  readonly batches: Set<string>;
  /** User agents of visits to published domains that got 200, each different. */
  readonly visitors: Set<string>;
  /** Visits to names that are not published. */
  readonly unpublished: { requests: number; responses: number };
  /** Requests that were refused for now or got no response. */
  retried: number;
}

export function fleetLedger(): FleetLedger {
  return {
    audits: new Set(),
    batches: new Set(),
    visitors: new Set(),
    unpublished: { requests: 0, responses: 0 },
    retried: 0,
  };
}
