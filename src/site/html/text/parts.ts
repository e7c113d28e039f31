import { MAX_PARTS } from '../../page/page-limits.ts';
import type { OpenElement } from '../open-element.ts';
import { PART_CONTEXT } from '../element-context.ts';
import { Part } from './page-regions.ts';

/** Collects the parts of a page in document order, at most {@link MAX_PARTS} and one more for each context. */
export class Parts {
  readonly list: Part[] = [];
  readonly #document = this.#add(null, '', 0, 0);
  /** Parts that count the text of all further ones, by context. */
  readonly #rest = new Map<number, Part>();

  /** Sets the part of an element: a new one, or that of its parent. */
  opened(frame: OpenElement, parent: OpenElement): void {
    const outer = parent.part ?? this.#document;
    const isNew = frame.type.isPart || (frame.context & ~parent.context & PART_CONTEXT) !== 0;
    frame.part = isNew ? this.#begin(outer, frame) : outer;
  }

  /** Returns the part that contains the text of an element, or the document's. */
  of({ part }: OpenElement): Part {
    return part ?? this.#document;
  }

  #begin(outer: Part, { type, context, start }: OpenElement): Part {
    if (this.list.length < MAX_PARTS) return this.#add(outer, type.name, context & PART_CONTEXT, start);
    const rest = this.#rest.get(context & PART_CONTEXT);
    if (rest !== undefined) return rest;
    const added = this.#add(this.#document, '', context & PART_CONTEXT, start);
    this.#rest.set(added.context, added);
    return added;
  }

  #add(outer: Part | null, name: string, context: number, start: number): Part {
    const part = new Part(outer, this.list.length, name, context, start);
    this.list.push(part);
    return part;
  }
}
