import type { StructuredNode, StructuredValue } from '../../page/page-facts.ts';
import { MAX_IRI, MAX_NODES, MAX_TYPES, MAX_VALUE, MAX_VALUE_CHARACTERS, MAX_VALUES } from '../../page/page-limits.ts';
import type { LineIndex } from '../parsed-page.ts';

/** Schema.org under its two schemes, with and without www. */
const SCHEMA_ORG = /^https?:\/\/(?:www\.)?schema\.org(?:\/|#|$)/i;

/** A node being built. A reference is an `@id` that may be another node of the page. */
interface OpenNode {
  readonly syntax: StructuredNode['syntax'];
  readonly types: string[];
  id: string | null;
  readonly properties: Map<string, (string | { readonly node: number } | { readonly reference: string })[]>;
  nested: boolean;
  readonly start: number;
  /** Offset at which its element ends; null for JSON-LD. */
  end: number | null;
}

/** Collects the nodes of a page from the three syntaxes. Omits what exceeds the limits, and sets `truncated`. */
export class StructuredNodes {
  readonly #nodes: OpenNode[] = [];
  /** Node of each id, in whichever syntax: one IRI denotes one resource (JSON-LD API §7.2, RDF 1.1 Concepts §1.3). */
  readonly #byId = new Map<string, number>();
  #values = 0;
  #characters = 0;
  truncated = false;

  /** True when no further value can be added. */
  get isFull(): boolean {
    return this.#values >= MAX_VALUES || this.#characters >= MAX_VALUE_CHARACTERS;
  }

  /** Adds a node and returns its index; -1 when there are too many. A node with a known id adds to the earlier one. */
  add(
    syntax: StructuredNode['syntax'],
    types: readonly string[],
    id: string | null,
    nested: boolean,
    start: number,
  ): number {
    const names = types.slice(0, MAX_TYPES).map((type) => type.slice(0, MAX_IRI));
    const sameId = id === null ? undefined : this.#byId.get(id);
    const known = sameId === undefined ? undefined : this.#nodes[sameId];
    if (sameId !== undefined && known !== undefined) {
      for (const type of names) addType(known.types, type);
      known.nested &&= nested;
      return sameId;
    }
    if (this.#nodes.length >= MAX_NODES || this.isFull) {
      this.truncated = true;
      return -1;
    }
    const index = this.#nodes.push({ syntax, types: names, id, properties: new Map(), nested, start, end: null }) - 1;
    this.#characters += names.join('').length + (id?.length ?? 0);
    if (id !== null) this.#byId.set(id, index);
    return index;
  }

  /** Notes the offset at which the element of a node ends. Of several elements with one id, the last counts. */
  end(index: number, at: number): void {
    const node = this.#nodes[index];
    if (node !== undefined) node.end = at;
  }

  addValue(index: number, property: string, value: StructuredValue | { readonly reference: string }): void {
    const node = this.#nodes[index];
    if (node === undefined || property === '') return;
    if (this.isFull) {
      this.truncated = true;
      return;
    }
    this.#values++;
    const cut = typeof value === 'string' ? value.slice(0, MAX_VALUE) : value;
    if (typeof cut === 'string') this.#characters += cut.length;
    const name = property.slice(0, MAX_IRI);
    const values = node.properties.get(name);
    if (values !== undefined) {
      values.push(cut);
      return;
    }
    this.#characters += name.length;
    node.properties.set(name, [cut]);
  }

  /** Returns the nodes, with references to nodes of the page resolved. Other references are IRIs. */
  nodes(lines: LineIndex): StructuredNode[] {
    return this.#nodes.map(({ syntax, types, id, properties, nested, start, end }) => {
      const resolved: Record<string, StructuredValue[]> = Object.create(null);
      for (const [name, values] of properties) {
        resolved[name] = values.map((value) => {
          if (typeof value === 'string' || 'node' in value) return value;
          const node = this.#byId.get(value.reference);
          return node === undefined ? value.reference : { node };
        });
      }
      const line = lines.at(start);
      const lastLine = end === null ? line : lines.at(end);
      return { syntax, types, id, properties: resolved, nested, line, ...(lastLine > line && { lastLine }) };
    });
  }
}

function addType(types: string[], type: string): void {
  if (types.length < MAX_TYPES && !types.includes(type)) types.push(type);
}

/** Returns a type or property name without the schema.org prefix; other IRIs unchanged. */
export function withoutSchemaOrg(name: string): string {
  const match = SCHEMA_ORG.exec(name);
  return match === null ? name : name.slice(match[0].length);
}

export function isSchemaOrg(iri: string): boolean {
  return SCHEMA_ORG.test(iri);
}
