import { MAX_IRI, MAX_NODE_DEPTH, MAX_PREFIXES, MAX_TOKENS, MAX_VALUE } from '../../page/page-limits.ts';
import type { Attributes } from '../attributes.ts';
import type { OpenElement } from '../open-element.ts';
import { type Range, rangeText } from '../text/range.ts';
import type { TextLog } from '../text/text-log.ts';
import { isSchemaOrg, type StructuredNodes, withoutSchemaOrg } from './structured-nodes.ts';

/** What `vocab`, `prefix` and `typeof` of the elements around set. */
interface Scope {
  readonly vocabulary: string;
  readonly prefixes: ReadonlyMap<string, string>;
  /** The node that properties belong to; -1 outside any. */
  readonly node: number;
  readonly depth: number;
}

/**
 * RDFa Lite 1.1 (vocab, typeof, property, resource, prefix), with `content`, `datetime`, `href` and `src` as values.
 * Only properties inside a `typeof` count: Open Graph's `<meta property="og:…">` stand outside one, and are no RDFa of
 * an entity here even where they do not.
 */
export class RdfaLite {
  readonly #nodes: StructuredNodes;
  readonly #log: TextLog;
  readonly #resolve: (url: string) => string;
  readonly #scopes: Scope[] = [
    // `schema` is in the initial context of RDFa.
    { vocabulary: '', prefixes: new Map([['schema', 'https://schema.org/']]), node: -1, depth: 0 },
  ];
  readonly #awaited: (Range & { readonly node: number; readonly properties: readonly string[] })[] = [];

  constructor(nodes: StructuredNodes, log: TextLog, resolve: (url: string) => string) {
    this.#nodes = nodes;
    this.#log = log;
    this.#resolve = resolve;
  }

  /** Returns what it is to be told the end of: a scope, the text of a property. */
  opened(frame: OpenElement, attributes: Attributes): { readonly scope: boolean; readonly text: boolean } {
    if (this.#nodes.isFull) {
      this.#nodes.truncated = true;
      return { scope: false, text: false };
    }
    const outer = this.#scope();
    const vocab = attributes.get('vocab');
    const prefix = attributes.get('prefix');
    const typeNames = attributes.get('typeof');
    let scope = outer;
    if (vocab !== null || prefix !== null) {
      const vocabulary = vocab === null ? outer.vocabulary : vocab.trim().slice(0, MAX_IRI);
      scope = {
        ...outer,
        vocabulary,
        prefixes: prefix === null ? outer.prefixes : withPrefixes(outer.prefixes, prefix),
      };
    }
    const properties = outer.node === -1 ? [] : terms(attributes.get('property'), scope).filter(isOfEntity);
    if (typeNames !== null) {
      this.#scopes.push(this.#openNode(frame, attributes, scope, terms(typeNames, scope), properties));
      return { scope: true, text: false };
    }
    if (scope !== outer) this.#scopes.push(scope);
    return { scope: scope !== outer, text: properties.length > 0 && this.#awaitsText(frame, attributes, properties) };
  }

  closedScope(): void {
    this.#scopes.pop();
  }

  closedText(): void {
    const awaited = this.#awaited.pop();
    if (awaited === undefined) return;
    this.#log.close(awaited);
    if (this.#nodes.isFull) return;
    const value = rangeText(this.#log, awaited, MAX_VALUE);
    for (const property of awaited.properties) this.#nodes.addValue(awaited.node, property, value);
  }

  #scope(): Scope {
    return this.#scopes.at(-1) ?? { vocabulary: '', prefixes: new Map(), node: -1, depth: 0 };
  }

  #openNode(
    frame: OpenElement,
    attributes: Attributes,
    scope: Scope,
    types: readonly string[],
    properties: readonly string[],
  ): Scope {
    const depth = scope.depth + 1;
    if (depth > MAX_NODE_DEPTH) {
      this.#nodes.truncated = true;
      return { ...scope, node: -1, depth };
    }
    const resource = attributes.get('resource')?.trim() || null;
    const id = resource === null ? null : this.#resolve(resource);
    const node = this.#nodes.add('rdfa', types.map(withoutSchemaOrg), id, properties.length > 0, frame.start);
    if (node !== -1) for (const property of properties) this.#nodes.addValue(scope.node, property, { node });
    return { ...scope, node, depth };
  }

  /** Adds the value that an attribute gives to the node around the element; else its text will be that. */
  #awaitsText(frame: OpenElement, attributes: Attributes, properties: readonly string[]): boolean {
    const { node } = this.#scope();
    const value = this.#attributeValue(frame, attributes);
    if (value !== null) {
      for (const property of properties) this.#nodes.addValue(node, property, value);
      return false;
    }
    this.#awaited.push(Object.assign(this.#log.open(frame), { node, properties }));
    return true;
  }

  #attributeValue(frame: OpenElement, attributes: Attributes): string | null {
    const content = attributes.get('content');
    if (content !== null) return content.trim();
    const url = attributes.get('resource') ?? attributes.get('href') ?? attributes.get('src');
    if (url !== null) return this.#resolve(url);
    if (frame.type.name === 'meta' || frame.type.name === 'link') return '';
    return attributes.get('datetime')?.trim() ?? null;
  }
}

/** The terms of typeof or property, as full IRIs where vocabulary and prefixes say so, without the schema.org one. */
function terms(value: string | null, scope: Scope): string[] {
  if (value === null) return [];
  return value
    .split(/[\t\n\f\r ]+/, MAX_TOKENS)
    .filter((term) => term !== '')
    .map((term) => {
      const colon = term.indexOf(':');
      if (colon === -1) return isSchemaOrg(scope.vocabulary) ? term : scope.vocabulary + term;
      const expanded = scope.prefixes.get(term.slice(0, colon).toLowerCase());
      return withoutSchemaOrg(expanded === undefined ? term : expanded + term.slice(colon + 1));
    });
}

/** Not Open Graph's and its kin, which describe the page as a link preview. */
function isOfEntity(property: string): boolean {
  return !/^(?:og|fb|article|book|profile|music|video|product|twitter):|ogp\.me\/ns|facebook\.com\/20/i.test(property);
}

function withPrefixes(outer: ReadonlyMap<string, string>, declared: string): ReadonlyMap<string, string> {
  let prefixes: Map<string, string> | null = null;
  // Names, each with a colon and a space behind it, and their IRIs.
  const parts = declared.trim().split(/\s+/, 2 * MAX_PREFIXES);
  for (let i = 0; i + 1 < parts.length; i++) {
    const name = /([^:]+):$/.exec((parts[i] ?? '').slice(-MAX_IRI))?.[1];
    if (name === undefined) continue;
    prefixes ??= new Map(outer);
    if (prefixes.size >= MAX_PREFIXES) break;
    i++;
    prefixes.set(name.toLowerCase(), (parts[i] ?? '').slice(0, MAX_IRI));
  }
  return prefixes ?? outer;
}
