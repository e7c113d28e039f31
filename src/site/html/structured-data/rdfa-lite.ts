import { MAX_IRI, MAX_NODE_DEPTH, MAX_PREFIXES, MAX_VALUE } from '../../page/page-limits.ts';
import { type Attributes, splitTokens } from '../attributes.ts';
import type { OpenElement } from '../open-element.ts';
import type { TextLog } from '../text/text-log.ts';
import { isSchemaOrg, type StructuredNodes, withoutSchemaOrg } from './structured-nodes.ts';

/** Settings by `vocab`, `prefix` and `typeof` of the elements around. */
interface Scope {
  readonly vocabulary: string;
  readonly prefixes: ReadonlyMap<string, string>;
  /** Node that properties belong to; -1 outside any. */
  readonly node: number;
  readonly depth: number;
}

// `schema` is in the initial context of RDFa.
const INITIAL_SCOPE: Scope = {
  vocabulary: '',
  prefixes: new Map([['schema', 'https://schema.org/']]),
  node: -1,
  depth: 0,
};

/**
 * Reads RDFa Lite 1.1 (vocab, typeof, property, resource, prefix), with `content`, `datetime`, `href` and `src` as values.
 * Only properties inside a `typeof` count, and none of Open Graph.
 */
export class RdfaLite {
  readonly #nodes: StructuredNodes;
  readonly #log: TextLog;
  readonly #resolve: (url: string) => string;
  readonly #scopes: Scope[] = [INITIAL_SCOPE];

  constructor(nodes: StructuredNodes, log: TextLog, resolve: (url: string) => string) {
    this.#nodes = nodes;
    this.#log = log;
    this.#resolve = resolve;
  }

  opened(element: OpenElement, attributes: Attributes): void {
    const typeNames = attributes.get('typeof');
    const vocab = attributes.get('vocab');
    const prefix = attributes.get('prefix');
    const property = element.type.name === 'html' ? null : attributes.get('property');
    if (typeNames === null && vocab === null && prefix === null && property === null) return;
    if (this.#nodes.isFull) {
      this.#nodes.truncated = true;
      return;
    }
    const outer = this.#scope;
    const scope = vocab === null && prefix === null ? outer : extended(outer, vocab, prefix);
    const properties = outer.node === -1 ? [] : terms(property, scope).filter(isOfEntity);
    if (typeNames !== null) {
      this.#pushScope(element, this.#addNode(element, attributes, scope, terms(typeNames, scope), properties));
      return;
    }
    if (scope !== outer) this.#pushScope(element, scope);
    if (properties.length > 0) this.#openedProperties(element, attributes, scope.node, properties);
  }

  get #scope(): Scope {
    return this.#scopes.at(-1) ?? INITIAL_SCOPE;
  }

  #pushScope(element: OpenElement, scope: Scope): void {
    this.#scopes.push(scope);
    element.onClose(() => this.#scopes.pop());
  }

  /** Adds a node, and returns the scope inside it. */
  #addNode(
    element: OpenElement,
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
    const node = this.#nodes.add('rdfa', types.map(withoutSchemaOrg), id, properties.length > 0, element.start);
    element.onClose((at) => this.#nodes.end(node, at));
    if (node !== -1) for (const property of properties) this.#nodes.addValue(scope.node, property, { node });
    return { ...scope, node, depth };
  }

  /** Adds the value of an attribute, else the text of the element, to the node around it. */
  #openedProperties(element: OpenElement, attributes: Attributes, node: number, properties: readonly string[]): void {
    const add = (value: string) => {
      for (const property of properties) this.#nodes.addValue(node, property, value);
    };
    const value = this.#attributeValue(element, attributes);
    if (value !== null) {
      add(value);
      return;
    }
    this.#log.record(element, {}, (range) => {
      if (!this.#nodes.isFull) add(this.#log.usualText(range, MAX_VALUE));
    });
  }

  #attributeValue({ type: { name } }: OpenElement, attributes: Attributes): string | null {
    const content = attributes.get('content');
    if (content !== null) return content.trim();
    const url = attributes.get('resource') ?? attributes.get('href') ?? attributes.get('src');
    if (url !== null) return this.#resolve(url);
    if (name === 'meta' || name === 'link') return '';
    return attributes.get('datetime')?.trim() ?? null;
  }
}

/** Returns the scope with the vocabulary and prefixes that an element declares. */
function extended(outer: Scope, vocab: string | null, prefix: string | null): Scope {
  return {
    ...outer,
    vocabulary: vocab === null ? outer.vocabulary : vocab.trim().slice(0, MAX_IRI),
    prefixes: prefix === null ? outer.prefixes : withPrefixes(outer.prefixes, prefix),
  };
}

/** Returns the terms of typeof or property: names of schema.org, or full IRIs by vocabulary and prefixes. */
function terms(value: string | null, scope: Scope): string[] {
  return splitTokens(value).map((term) => {
    const colon = term.indexOf(':');
    if (colon === -1) return isSchemaOrg(scope.vocabulary) ? term : scope.vocabulary + term;
    const expanded = scope.prefixes.get(term.slice(0, colon).toLowerCase());
    return withoutSchemaOrg(expanded === undefined ? term : expanded + term.slice(colon + 1));
  });
}

/** Returns whether a property describes an entity, and not the page as a link preview, as Open Graph does. */
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
