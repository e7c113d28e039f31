import type { StructuredNode, StructuredValue } from '../../page/page-facts.ts';
import { MAX_IRI, MAX_NODES, MAX_TYPES, MAX_VALUE, MAX_VALUE_CHARACTERS, MAX_VALUES } from '../../page/page-limits.ts';

/** Schema.org under its two schemes, with and without www. */
const SCHEMA_ORG = /^https?:\/\/(?:www\.)?schema\.org(?:\/|#|$)/i;

/** A node being gathered. A reference is an `@id` that may or may not be another node of the page. */
export interface NodeDraft {
  readonly syntax: StructuredNode['syntax'];
  readonly types: string[];
  id: string | null;
  readonly properties: Map<string, (string | { readonly node: number } | { readonly reference: string })[]>;
  nested: boolean;
  readonly start: number;
}

/** Collects the nodes of a page from the three syntaxes. Omits what exceeds the limits, and sets `truncated`. */
export class StructuredNodes {
  readonly #drafts: NodeDraft[] = [];
  /**
   * The node of each id: what is said of it later adds to it, as JSON-LD's node map does (JSON-LD API §7.2), in whichever
   * syntax, for one IRI denotes one resource (RDF 1.1 Concepts §1.3).
   */
  readonly #byId = new Map<string, number>();
  #values = 0;
  #characters = 0;
  truncated = false;

  /** Whether no further value can be added. */
  get isFull(): boolean {
    return this.#values >= MAX_VALUES || this.#characters >= MAX_VALUE_CHARACTERS;
  }

  /** Adds a node and returns its index; -1 when there are too many. With an id that another node has, adds to that one. */
  add(
    syntax: StructuredNode['syntax'],
    types: readonly string[],
    id: string | null,
    nested: boolean,
    start: number,
  ): number {
    const names = types.slice(0, MAX_TYPES).map((type) => type.slice(0, MAX_IRI));
    const same = id === null ? undefined : this.#byId.get(id);
    const draft = same === undefined ? undefined : this.#drafts[same];
    if (same !== undefined && draft !== undefined) {
      for (const type of names) addType(draft.types, type);
      draft.nested &&= nested;
      return same;
    }
    if (this.#drafts.length >= MAX_NODES || this.isFull) {
      this.truncated = true;
      return -1;
    }
    const index = this.#drafts.push({ syntax, types: names, id, properties: new Map(), nested, start }) - 1;
    this.#characters += names.join('').length + (id?.length ?? 0);
    if (id !== null) this.#byId.set(id, index);
    return index;
  }

  addValue(node: number, property: string, value: StructuredValue | { readonly reference: string }): void {
    const draft = this.#drafts[node];
    if (draft === undefined || property === '') return;
    if (this.isFull) {
      this.truncated = true;
      return;
    }
    this.#values++;
    const cut = typeof value === 'string' ? value.slice(0, MAX_VALUE) : value;
    if (typeof cut === 'string') this.#characters += cut.length;
    const name = property.slice(0, MAX_IRI);
    const values = draft.properties.get(name);
    if (values !== undefined) {
      values.push(cut);
      return;
    }
    this.#characters += name.length;
    draft.properties.set(name, [cut]);
  }

  /** The nodes, references to other nodes of the page resolved; those to elsewhere are their IRIs. */
  nodes(lineAt: (offset: number) => number): StructuredNode[] {
    return this.#drafts.map(({ syntax, types, id, properties, nested, start }) => {
      const resolved: Record<string, StructuredValue[]> = Object.create(null);
      for (const [name, values] of properties) {
        resolved[name] = values.map((value) => {
          if (typeof value === 'string' || 'node' in value) return value;
          const node = this.#byId.get(value.reference);
          return node === undefined ? value.reference : { node };
        });
      }
      return { syntax, types, id, properties: resolved, nested, line: lineAt(start) };
    });
  }
}

function addType(types: string[], type: string): void {
  if (types.length < MAX_TYPES && !types.includes(type)) types.push(type);
}

/** A type or property name without the schema.org prefix; other IRIs as they are. */
export function withoutSchemaOrg(name: string): string {
  const match = SCHEMA_ORG.exec(name);
  return match === null ? name : name.slice(match[0].length);
}

export function isSchemaOrg(iri: string): boolean {
  return SCHEMA_ORG.test(iri);
}
