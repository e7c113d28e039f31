import { MAX_PARTS } from '../page-limits.ts';
import type { Frame } from './frame.ts';
import { Part } from './part.ts';
import { PART_CONTEXT } from './place.ts';

/** The parts of a page in document order, at most {@link MAX_PARTS} and one more for each context. */
export class Parts {
  readonly list: Part[] = [];
  readonly #document = this.#add(null, '', 0, 0);
  /** Where the text of all further parts counts, by context. */
  readonly #rest = new Map<number, Part>();

  /** Sets the part that an element stands in: a new one, or that of its parent. */
  opened(frame: Frame, parent: Frame): void {
    const outer = parent.part ?? this.#document;
    const isNew = frame.type.isPart || (frame.context & ~parent.context & PART_CONTEXT) !== 0;
    frame.part = isNew ? this.#begin(outer, frame) : outer;
  }

  /** Returns the part of what stands in an element, or in none. */
  of({ part }: Frame): Part {
    return part ?? this.#document;
  }

  #begin(outer: Part, { type, context, start }: Frame): Part {
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
