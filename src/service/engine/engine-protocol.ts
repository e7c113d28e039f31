import type { ConnectToRule } from '../../fetch/connect-to.ts';
import type { Egress } from '../../fetch/egress/egress.ts';
import type { GatherStage } from '../../site/gather/gather.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';
import type { AuditOutcome } from '../audits/live-audit.ts';

/** How the engine connects to sites: the same for every audit of a service. Plain data: it is sent to another process. */
export interface EngineSettings {
  /** Where a site's owner can read who sent a request; part of the user agents. */
  readonly about: string | null;
  readonly connectTo: readonly ConnectToRule[];
  readonly allowPrivate: boolean;
  /** Holds the credentials of the egress proxy: sent over the channel between the processes, never on a command line. */
  readonly egress: Egress;
  /** Resolves names by DNS alone, ignoring the hosts file. */
  readonly usesDnsAlone: boolean;
}

/** One piece of work for an engine process. */
export type EngineWork =
  | { readonly kind: 'audit'; readonly domain: string }
  | { readonly kind: 'complete'; readonly inventory: PageInventory };

export type EngineResult = AuditOutcome | PageInventory;

/** What is sent to an engine process: one piece of work at a time. */
export interface ToEngine {
  readonly settings: EngineSettings;
  readonly work: EngineWork;
}

/** What an engine process sends back: progress any number of times, then one end. */
export type FromEngine =
  | { readonly stage: GatherStage; readonly requests: number }
  | { readonly result: EngineResult; readonly processorMs: number }
  | { readonly fault: { readonly message: string; readonly stack: string | undefined } };
