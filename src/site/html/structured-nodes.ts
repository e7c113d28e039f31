import type { StructuredNode, StructuredValue } from '../page-facts.ts';

/** Beyond these, what a page states is left out and `truncated` says so. */
export const MAX_NODES = 2000;
export const MAX_NODE_DEPTH = 64;
const MAX_VALUES = 20_000;
const MAX_TYPES = 32;
export const MAX_VALUE_LENGTH = 5000;

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

/** The nodes of a page in the three syntaxes, in one list. */
export class StructuredNodes {
  readonly #drafts: NodeDraft[] = [];
  /**
   * The node of each id: what is said of it later adds to it, as JSON-LD's node map does (JSON-LD API §7.2), in whichever
   * syntax, for one IRI denotes one resource (RDF 1.1 Concepts §1.3).
   */
  readonly #byId = new Map<string, number>();
  #values = 0;
  truncated = false;

  /** Adds a node and returns its index; -1 when there are too many. With an id that another node has, adds to that one. */
  add(
    syntax: StructuredNode['syntax'],
    types: readonly string[],
    id: string | null,
    nested: boolean,
    start: number,
  ): number {
    const same = id === null ? undefined : this.#byId.get(id);
    const draft = same === undefined ? undefined : this.#drafts[same];
    if (same !== undefined && draft !== undefined) {
      for (const type of types.slice(0, MAX_TYPES)) addType(draft.types, type);
      draft.nested &&= nested;
      return same;
    }
    if (this.#drafts.length >= MAX_NODES) {
      this.truncated = true;
      return -1;
    }
    const index =
      this.#drafts.push({ syntax, types: types.slice(0, MAX_TYPES), id, properties: new Map(), nested, start }) - 1;
    if (id !== null) this.#byId.set(id, index);
    return index;
  }

  addValue(node: number, property: string, value: StructuredValue | { readonly reference: string }): void {
    const draft = this.#drafts[node];
    if (draft === undefined || property === '') return;
    if (this.#values >= MAX_VALUES) {
      this.truncated = true;
      return;
    }
    this.#values++;
    const values = draft.properties.get(property);
    const cut = typeof value === 'string' ? value.slice(0, MAX_VALUE_LENGTH) : value;
    if (values === undefined) draft.properties.set(property, [cut]);
    else values.push(cut);
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
