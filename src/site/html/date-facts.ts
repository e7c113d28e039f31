import type { MarkedDate } from '../page/page-facts.ts';
import { FACT_LIMITS, MAX_LABEL } from '../page/page-limits.ts';
import type { Attributes } from './attributes.ts';
import { Kept } from './extractor.ts';
import type { OpenElement } from './open-element.ts';
import { COMMENTS, datedContext, SVG } from './element-context.ts';
import { type PageContext, type Range, rangeText } from './text/range.ts';
import type { TextLog } from './text/text-log.ts';

interface SeenDate extends Range {
  readonly property: MarkedDate['property'];
  /** Value of its attributes; null when its text is the date. */
  readonly value: string | null;
}

const PROPERTIES: ReadonlyMap<string, MarkedDate['property']> = new Map([
  ['datepublished', 'datePublished'],
  ['datemodified', 'dateModified'],
  ['datecreated', 'dateCreated'],
]);

/**
 * Collects the elements that are marked as dates: by an itemprop, inside an item or not, or by the classes and ids of
 * hAtom, microformats2 and similar.
 */
export class DateFacts {
  readonly #log: TextLog;
  readonly #dates = new Kept<SeenDate>(FACT_LIMITS.markedDates);
  readonly #open: SeenDate[] = [];

  constructor(log: TextLog) {
    this.#log = log;
  }

  /**
   * Returns whether it must be notified when the element closes.
   *
   * @param isNamed whether its class or id names a date
   */
  opened(frame: OpenElement, attributes: Attributes, isNamed: boolean): boolean {
    const property = propertyOf(attributes.get('itemprop'));
    if ((!isNamed && property === null) || (frame.context & SVG) !== 0 || !this.#dates.hasRoom()) return false;
    const value = attributes.get('content') ?? attributes.get('datetime') ?? attributes.get('title');
    const seen = { property, value: value?.trim().slice(0, MAX_LABEL) || null };
    const date = this.#dates.add(Object.assign(this.#log.open(frame), seen));
    if (frame.type.isVoid) {
      this.#log.close(date);
      return false;
    }
    this.#open.push(date);
    return true;
  }

  closed(): void {
    const date = this.#open.pop();
    if (date !== undefined) this.#log.close(date);
  }

  facts(page: PageContext): readonly MarkedDate[] {
    return this.#dates
      .facts(
        (date): MarkedDate => ({
          text: date.value ?? rangeText(page.log, date, MAX_LABEL),
          line: page.lineAt(date.start),
          property: date.property,
          inMain: date.start < page.main.start || isInMainText(page, date),
          inComments: (date.context & COMMENTS) !== 0,
        }),
        ({ text }) => text.length,
      )
      .filter(({ text }) => text !== '');
  }

  /** Returns the number of dates beyond their limit. Call after `facts`. */
  get unread(): number {
    return this.#dates.unread;
  }
}

function isInMainText({ main }: PageContext, { context, part }: Range): boolean {
  return main.includes({ context: datedContext(context), part });
}

function propertyOf(itemprop: string | null): MarkedDate['property'] {
  if (itemprop === null) return null;
  for (const name of itemprop.toLowerCase().split(/\s+/, 8)) {
    const property = PROPERTIES.get(name);
    if (property !== undefined) return property;
  }
  return null;
}
