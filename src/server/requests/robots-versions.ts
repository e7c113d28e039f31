import type { RobotsVersion } from '../../logs/robots-join.ts';
import type { AuditStore } from '../audits/store/audit-store.ts';

/** Maximum number of a domain's audits, the newest, whose robots.txt decides on logged requests. */
const MAX_AUDITS = 100;
/** Maximum number of audits, and of characters of their files, that are remembered. */
const MAX_KNOWN = 20_000;
const MAX_CHARACTERS = 8_000_000;

/** The robots.txt files that the stored audits of domains have read. */
export class RobotsVersions {
  readonly #audits: Pick<AuditStore, 'listScores' | 'findInventory'>;
  /** By audit; null where the file could not be read. An audit's inventory is large, and its robots.txt never changes. */
  readonly #known = new Map<string, RobotsVersion | null>();
  #characters = 0;

  constructor(audits: Pick<AuditStore, 'listScores' | 'findInventory'>) {
    this.#audits = audits;
  }

  /** Returns the versions of a domain's robots.txt in the order of their times; none before its first audit. */
  async of(domain: string): Promise<RobotsVersion[]> {
    const versions: RobotsVersion[] = [];
    for (const { id } of (await this.#audits.listScores(domain, MAX_AUDITS)).toReversed()) {
      const version = await this.#readVersion(id, versions.at(-1)?.text);
      if (version !== null && version.text !== versions.at(-1)?.text) versions.push(version);
    }
    return versions;
  }

  /** @param before text of the version before: an equal one is stored once */
  async #readVersion(id: string, before = ''): Promise<RobotsVersion | null> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const inventory = await this.#audits.findInventory(id);
    // The schema of inventories is loaded when it is first needed.
    const { parseInventory } = await import('../../site/inventory/inventory-file.ts');
    const { gatheredAt, robotsTxt = null } = parseInventory(inventory) ?? { gatheredAt: '' };
    const text = robotsTxt === before ? before : robotsTxt;
    const version = text === null ? null : { readAt: Date.parse(gatheredAt), text };
    if (this.#known.size >= MAX_KNOWN || this.#characters >= MAX_CHARACTERS) {
      this.#known.clear();
      this.#characters = 0;
    }
    this.#known.set(id, version);
    if (text !== null && text !== before) this.#characters += text.length;
    return version;
  }
}
