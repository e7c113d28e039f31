import type { MarkedDate, PageFacts, TimeFacts } from '../page/page-facts.ts';
import { MAX_HEADING, MAX_LABEL } from '../page/page-limits.ts';
import type { Attributes } from './attributes.ts';
import { BoundedFacts } from './bounded-facts.ts';
import { COMMENTS, dateContext, NOT_RENDERED, QUOTATION, REVIEWS, SVG } from './context-bits.ts';
import type { NamedUse } from './element-context.ts';
import type { OpenElement } from './open-element.ts';
import type { ParsedPage } from './parsed-page.ts';
import type { TextLog, TextRange } from './text/text-log.ts';

const PROPERTIES: ReadonlyMap<string, MarkedDate['property']> = new Map([
  ['datepublished', 'datePublished'],
  ['datemodified', 'dateModified'],
  ['datecreated', 'dateCreated'],
]);

/** Names of what has the date of the last change of the page, wherever it is. */
const LAST_CHANGED = /last[-_]?(?:updated?|modified|changed?)/i;

interface MarkedRange extends TextRange, Pick<MarkedDate, 'property'> {
  readonly value: string | null;
  /** The datetime of the first time element in it. */
  inside: string | null;
  readonly isOfPage: boolean;
}

/** Extracts time elements, and what itemprop, rel, class or id mark as a date or as a byline. */
export class DateFacts {
  readonly #log: TextLog;
  readonly #times = new BoundedFacts<TextRange & Pick<TimeFacts, 'datetime'>>('times');
  readonly #dates = new BoundedFacts<MarkedRange>('markedDates');
  #lastDate: MarkedRange | null = null;
  readonly #bylines = new BoundedFacts<TextRange & { readonly content: string | null }>('bylines');

  constructor(log: TextLog) {
    this.#log = log;
  }

  openedTime(element: OpenElement, attributes: Attributes): void {
    if ((element.context & NOT_RENDERED) !== 0 || !this.#times.hasRoom()) return;
    const datetime = attributes.get('datetime')?.trim().slice(0, MAX_HEADING) ?? null;
    this.#times.add(this.#log.record(element, { datetime }));
    if (this.#lastDate?.to === null) this.#lastDate.inside ??= datetime;
  }

  /** @param use what the class and id of the element name */
  opened(element: OpenElement, attributes: Attributes, use: NamedUse): void {
    if ((element.context & SVG) !== 0) return;
    const itemprop = attributes.get('itemprop');
    const property = findProperty(itemprop);
    // The id of a heading is made of its text: `author-lint`.
    const isNamed = element.type.headingLevel === 0 || attributes.has('class');
    if (((isNamed && use.isDate) || property !== null) && this.#dates.hasRoom()) {
      const value = attributes.get('content') ?? attributes.get('datetime') ?? attributes.get('title');
      const isOfPage = LAST_CHANGED.test(`${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`);
      const date = { property, value: value?.trim().slice(0, MAX_LABEL) || null, inside: null, isOfPage };
      this.#lastDate = this.#log.record<Omit<MarkedRange, keyof TextRange>>(element, date);
      this.#dates.add(this.#lastDate);
    }
    if ((isNamed && use.isByline) || isByline(element, attributes, itemprop))
      this.#openedByline(element, attributes.get('content'));
  }

  facts({ log, main, lines, unread }: ParsedPage): Pick<PageFacts, 'times' | 'markedDates' | 'bylines'> {
    const isInMain = ({ context, region }: TextRange) => main.includes({ context: dateContext(context), region });
    const isInComments = ({ context }: TextRange) => (context & (COMMENTS | QUOTATION | REVIEWS)) !== 0;
    return {
      times: this.#times.facts(unread, (time) => ({
        text: log.usualText(time, MAX_LABEL),
        line: lines.at(time.start),
        datetime: time.datetime,
        inMain: isInMain(time),
        inComments: isInComments(time),
      })),
      markedDates: this.#dates
        .facts(unread, (date) => ({
          text: date.value ?? shownDate(log.usualText(date, MAX_LABEL), date.inside),
          line: lines.at(date.start),
          property: date.property,
          inMain: date.start < main.start || date.isOfPage || isInMain(date),
          inComments: isInComments(date),
        }))
        .filter(({ text }) => text !== ''),
      bylines: this.#bylines
        .facts(unread, (byline) => ({
          text: byline.content?.trim().slice(0, MAX_HEADING) || log.usualText(byline, MAX_LABEL),
          line: lines.at(byline.start),
        }))
        .filter(({ text }) => text !== ''),
    };
  }

  #openedByline(element: OpenElement, content: string | null): void {
    // The author of a comment is not the author of the page.
    if ((element.context & (COMMENTS | REVIEWS)) !== 0 || (element.type.isVoid && content === null)) return;
    if (this.#bylines.hasRoom()) this.#bylines.add(this.#log.record(element, { content }));
  }
}

/** Returns the text of an element that is marked as a date, or the datetime in it where scripts write the text later. */
function shownDate(text: string, inside: string | null): string {
  return /\d/.test(text) ? text : (inside ?? text);
}

function isByline({ type }: OpenElement, attributes: Attributes, itemprop: string | null): boolean {
  if (itemprop !== null && /(?:^|\s)author(?:\s|$)/.test(itemprop)) return true;
  return type.name === 'a' && /(?:^|\s)author(?:\s|$)/i.test(attributes.get('rel') ?? '');
}

function findProperty(itemprop: string | null): MarkedDate['property'] {
  for (const name of itemprop?.toLowerCase().split(/\s+/, 8) ?? []) {
    const property = PROPERTIES.get(name);
    if (property !== undefined) return property;
  }
  return null;
}
