import type { StructuredValue } from '../../page/page-facts.ts';
import { MAX_NODE_DEPTH, MAX_VALUE } from '../../page/page-limits.ts';
import { type Attributes, splitTokens } from '../attributes.ts';
import type { OpenElement } from '../open-element.ts';
import type { TextLog } from '../text/text-log.ts';
import { type StructuredNodes, withoutSchemaOrg } from './structured-nodes.ts';

/** Elements whose property value is an attribute that holds a URL (WHATWG HTML §5.2.4). */
const URL_ATTRIBUTE: ReadonlyMap<string, 'href' | 'src' | 'data'> = new Map([
  ['a', 'href'],
  ['area', 'href'],
  ['link', 'href'],
  ['audio', 'src'],
  ['embed', 'src'],
  ['iframe', 'src'],
  ['img', 'src'],
  ['source', 'src'],
  ['track', 'src'],
  ['video', 'src'],
  ['object', 'data'],
]);
// Limits of rare features, so that no page can make them expensive.
const MAX_UNCLAIMED = 1000;
const MAX_ITEMREFS = 50;
const MAX_IDS = 16;

/** Properties of an item, or, outside any item, of the items whose itemref names one of the ids. */
interface Target {
  /** Index of the node; -1 outside any item. */
  readonly item: number;
  readonly properties: readonly string[];
  readonly ids: readonly string[];
}

/** Reads Microdata (WHATWG HTML §5): items as nodes. `content` counts on every element, as in schema.org's examples. */
export class Microdata {
  readonly #nodes: StructuredNodes;
  readonly #log: TextLog;
  readonly #resolve: (url: string) => string;
  /** Nodes of the open items, innermost last; -1 for those beyond the limits. */
  readonly #items: number[] = [];
  readonly #unclaimed: (Target & { readonly value: StructuredValue })[] = [];
  readonly #itemrefs: { readonly item: number; readonly ids: readonly string[] }[] = [];
  /** Ids of the open elements that have one. */
  readonly #openIds: string[] = [];

  constructor(nodes: StructuredNodes, log: TextLog, resolve: (url: string) => string) {
    this.#nodes = nodes;
    this.#log = log;
    this.#resolve = resolve;
  }

  opened(element: OpenElement, attributes: Attributes): void {
    const { id } = element;
    if (id !== null && id !== '') {
      this.#openIds.push(id);
      element.onClose(() => this.#openIds.pop());
    }
    const isItem = attributes.has('itemscope');
    if (!isItem && !attributes.has('itemprop')) return;
    if (this.#nodes.isFull) {
      this.#nodes.truncated = true;
      if (isItem) this.#pushItem(element, -1);
      return;
    }
    const target = this.#target(attributes);
    if (isItem) this.#openedItem(element, attributes, target);
    else if (target !== null) this.#openedProperty(element, attributes, target);
  }

  /** Adds the properties that an itemref names to its item. Call once, when the whole page was read. */
  resolveReferences(): void {
    for (const { item, ids } of this.#itemrefs) {
      for (const { properties, value, ...target } of this.#unclaimed) {
        if (!target.ids.some((id) => ids.includes(id))) continue;
        for (const property of properties) this.#nodes.addValue(item, property, value);
      }
    }
  }

  #pushItem(element: OpenElement, item: number): void {
    this.#items.push(item);
    element.onClose(() => this.#items.pop());
  }

  #target(attributes: Attributes): Target | null {
    const properties = splitTokens(attributes.get('itemprop')).map(withoutSchemaOrg);
    if (properties.length === 0) return null;
    const item = this.#items.at(-1);
    if (item !== undefined) return { item, properties, ids: [] };
    return { item: -1, properties, ids: this.#openIds.slice(-MAX_IDS) };
  }

  #openedItem(element: OpenElement, attributes: Attributes, target: Target | null): void {
    if (this.#items.length >= MAX_NODE_DEPTH) {
      this.#nodes.truncated = true;
      this.#pushItem(element, -1);
      return;
    }
    const types = splitTokens(attributes.get('itemtype')).map(withoutSchemaOrg);
    const itemid = attributes.get('itemid')?.trim() || null;
    const id = itemid === null ? null : this.#resolve(itemid);
    const item = this.#nodes.add('microdata', types, id, target !== null, element.start);
    this.#pushItem(element, item);
    if (item === -1) return;
    element.onClose((at) => this.#nodes.end(item, at));
    const itemref = splitTokens(attributes.get('itemref'));
    if (itemref.length > 0 && this.#itemrefs.length < MAX_ITEMREFS) {
      this.#itemrefs.push({ item, ids: itemref.slice(0, MAX_IDS) });
    }
    if (target !== null) this.#addValue(target, { node: item });
  }

  #openedProperty(element: OpenElement, attributes: Attributes, target: Target): void {
    const value = this.#attributeValue(element, attributes);
    if (value !== null) {
      this.#addValue(target, value);
      return;
    }
    this.#log.record(element, {}, (range) => {
      if (!this.#nodes.isFull) this.#addValue(target, this.#log.usualText(range, MAX_VALUE));
    });
  }

  #attributeValue({ type: { name } }: OpenElement, attributes: Attributes): string | null {
    const content = attributes.get('content');
    if (content !== null || name === 'meta') return content?.trim() ?? '';
    const urlAttribute = URL_ATTRIBUTE.get(name);
    if (urlAttribute !== undefined) {
      const url = attributes.get(urlAttribute);
      return url === null ? '' : this.#resolve(url);
    }
    if (name === 'data' || name === 'meter') return attributes.get('value')?.trim() ?? '';
    return name === 'time' ? (attributes.get('datetime')?.trim() ?? null) : null;
  }

  #addValue(target: Target, value: StructuredValue): void {
    if (target.item !== -1) {
      for (const property of target.properties) this.#nodes.addValue(target.item, property, value);
    } else if (this.#unclaimed.length < MAX_UNCLAIMED) {
      this.#unclaimed.push({ ...target, value });
    }
  }
}
