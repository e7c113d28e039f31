import type { StructuredValue } from '../../page/page-facts.ts';
import { MAX_NODE_DEPTH, MAX_TOKENS, MAX_VALUE } from '../../page/page-limits.ts';
import type { Attributes } from '../attributes.ts';
import type { OpenElement } from '../open-element.ts';
import { type Range, rangeText } from '../text/range.ts';
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
// What a page may use of the rarer parts, so that no page can make them expensive.
const MAX_ORPHANS = 1000;
const MAX_ITEMREFS = 50;
const MAX_IDS = 16;

/** Where the value of a property goes: to an item, or, outside any, to what an itemref may claim by one of the ids. */
interface Destination {
  readonly item: number;
  readonly properties: readonly string[];
  readonly ids: readonly string[];
}

/** Microdata (WHATWG HTML §5): items as nodes. `content` counts on every element, as schema.org's examples have it. */
export class Microdata {
  readonly #nodes: StructuredNodes;
  readonly #log: TextLog;
  readonly #resolve: (url: string) => string;
  /** The open items, innermost last: indexes of nodes, -1 for those left out. */
  readonly #items: number[] = [];
  readonly #awaited: (Range & { readonly destination: Destination })[] = [];
  readonly #orphans: (Destination & { readonly value: StructuredValue })[] = [];
  readonly #itemrefs: { readonly item: number; readonly ids: readonly string[] }[] = [];
  /** Ids of the open elements that have one. */
  readonly #openIds: string[] = [];

  constructor(nodes: StructuredNodes, log: TextLog, resolve: (url: string) => string) {
    this.#nodes = nodes;
    this.#log = log;
    this.#resolve = resolve;
  }

  openedId(id: string): void {
    this.#openIds.push(id);
  }

  closedId(): void {
    this.#openIds.pop();
  }

  /** Returns whether it is to be told of the end of the `item`, or of the `text` of a property. */
  opened(frame: OpenElement, attributes: Attributes): 'item' | 'text' | null {
    if (this.#nodes.isFull) return this.#passOver(attributes);
    const destination = this.#destination(attributes);
    if (attributes.has('itemscope')) {
      this.#openItem(frame, attributes, destination);
      return 'item';
    }
    if (destination === null) return null;
    const value = this.#attributeValue(frame, attributes);
    if (value !== null) {
      this.#deliver(destination, value);
      return null;
    }
    this.#awaited.push(Object.assign(this.#log.open(frame), { destination }));
    return 'text';
  }

  closedItem(): void {
    this.#items.pop();
  }

  closedText(): void {
    const awaited = this.#awaited.pop();
    if (awaited === undefined) return;
    this.#log.close(awaited);
    if (!this.#nodes.isFull) this.#deliver(awaited.destination, rangeText(this.#log, awaited, MAX_VALUE));
  }

  /** Gives items what their itemref names; to be called once, at the end of the page. */
  claimReferences(): void {
    for (const { item, ids } of this.#itemrefs) {
      for (const orphan of this.#orphans) {
        if (!orphan.ids.some((id) => ids.includes(id))) continue;
        for (const property of orphan.properties) this.#nodes.addValue(item, property, orphan.value);
      }
    }
  }

  /** Skips a node for which the limits leave no room, and sets `truncated`. */
  #passOver(attributes: Attributes): 'item' | null {
    this.#nodes.truncated = true;
    if (!attributes.has('itemscope')) return null;
    this.#items.push(-1);
    return 'item';
  }

  #destination(attributes: Attributes): Destination | null {
    const properties = tokens(attributes.get('itemprop')).map(withoutSchemaOrg);
    if (properties.length === 0) return null;
    const item = this.#items.at(-1);
    return item === undefined
      ? { item: -1, properties, ids: this.#openIds.slice(-MAX_IDS) }
      : { item, properties, ids: [] };
  }

  #openItem(frame: OpenElement, attributes: Attributes, destination: Destination | null): void {
    if (this.#items.length >= MAX_NODE_DEPTH) {
      this.#nodes.truncated = true;
      this.#items.push(-1);
      return;
    }
    const types = tokens(attributes.get('itemtype')).map(withoutSchemaOrg);
    const itemid = attributes.get('itemid')?.trim() || null;
    const id = itemid === null ? null : this.#resolve(itemid);
    const item = this.#nodes.add('microdata', types, id, destination !== null, frame.start);
    this.#items.push(item);
    if (item === -1) return;
    const itemref = tokens(attributes.get('itemref'));
    if (itemref.length > 0 && this.#itemrefs.length < MAX_ITEMREFS) {
      this.#itemrefs.push({ item, ids: itemref.slice(0, MAX_IDS) });
    }
    if (destination !== null) this.#deliver(destination, { node: item });
  }

  #attributeValue(frame: OpenElement, attributes: Attributes): string | null {
    const { name } = frame.type;
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

  #deliver(destination: Destination, value: StructuredValue): void {
    if (destination.item === -1) {
      if (this.#orphans.length < MAX_ORPHANS) this.#orphans.push({ ...destination, value });
      return;
    }
    for (const property of destination.properties) this.#nodes.addValue(destination.item, property, value);
  }
}

function tokens(value: string | null): string[] {
  return value === null ? [] : value.split(/[\t\n\f\r ]+/, MAX_TOKENS).filter((token) => token !== '');
}
