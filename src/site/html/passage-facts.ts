import type { ListFacts, Located, PageFacts, TableFacts, TimeFacts } from '../page/page-facts.ts';
import { FACT_LIMITS, type LimitedFact, MAX_HEADING, MAX_LABEL } from '../page/page-limits.ts';
import type { Attributes } from './attributes.ts';
import { Kept } from './extractor.ts';
import type { OpenElement } from './open-element.ts';
import { COMMENTS, datedContext, INERT } from './element-context.ts';
import type { Part } from './text/page-regions.ts';
import { type PageContext, type Range, rangeText } from './text/range.ts';
import type { TextLog } from './text/text-log.ts';

interface SeenList {
  readonly kind: ListFacts['kind'];
  items: number;
  readonly start: number;
  readonly context: number;
  readonly part: Part | null;
}

interface SeenTable {
  rows: number;
  hasHeaders: boolean;
  readonly isLayout: boolean;
  readonly start: number;
  readonly context: number;
  readonly part: Part | null;
}

interface SeenTime extends Range {
  readonly datetime: string | null;
}

interface SeenQuotation extends Range {
  readonly cite: string | null;
  /** The cite element in it, or the caption of the figure around it. */
  source: Range | null;
}

/** Lists, tables, times, bylines and quotations. */
export class PassageFacts {
  readonly #log: TextLog;
  readonly #lists = new Kept<SeenList>(FACT_LIMITS.lists);
  readonly #tables = new Kept<SeenTable>(FACT_LIMITS.tables);
  readonly #times = new Kept<SeenTime>(FACT_LIMITS.times);
  readonly #bylines = new Kept<Range & { readonly content: string | null }>(FACT_LIMITS.bylines);
  readonly #quotations = new Kept<SeenQuotation>(FACT_LIMITS.quotations);
  readonly #openLists: SeenList[] = [];
  readonly #openTables: SeenTable[] = [];
  /** The last outermost quotation; null when there was no room for it. */
  #quotation: SeenQuotation | null = null;
  readonly #open: Range[] = [];
  /** The last quotation before each open figure began. */
  readonly #openFigures: (SeenQuotation | null)[] = [];
  #openQuotations = 0;

  constructor(log: TextLog) {
    this.#log = log;
  }

  /** Returns whether it must be notified when the element closes. */
  opened(frame: OpenElement, attributes: Attributes): boolean {
    if ((frame.context & INERT) !== 0) return false;
    const { start, context, part } = frame;
    switch (frame.type.name) {
      case 'ul':
      case 'ol':
      case 'dl':
      case 'menu': {
        const kind = frame.type.name === 'menu' ? 'ul' : frame.type.name;
        const list: SeenList = { kind, items: 0, start, context, part };
        if (this.#lists.hasRoom()) this.#lists.add(list);
        this.#openLists.push(list);
        return true;
      }
      case 'li':
      case 'dt': {
        const list = this.#openLists.at(-1);
        if (list !== undefined && (list.kind === 'dl') === (frame.type.name === 'dt')) list.items++;
        return false;
      }
      case 'table': {
        const role = attributes.get('role')?.trim().toLowerCase();
        const table: SeenTable = {
          rows: 0,
          hasHeaders: false,
          isLayout: role === 'presentation' || role === 'none',
          start,
          context,
          part,
        };
        if (this.#tables.hasRoom()) this.#tables.add(table);
        this.#openTables.push(table);
        return true;
      }
      case 'tr':
      case 'th':
      case 'caption': {
        const table = this.#openTables.at(-1);
        if (table === undefined) return false;
        if (frame.type.name === 'tr') table.rows++;
        else table.hasHeaders = true;
        return false;
      }
      case 'time':
        if (!this.#times.hasRoom()) return false;
        this.#begin(
          this.#times.add(
            Object.assign(this.#log.open(frame), {
              datetime: attributes.get('datetime')?.trim().slice(0, MAX_HEADING) ?? null,
            }),
          ),
        );
        return true;
      case 'blockquote':
      case 'q': {
        // A quotation in a quotation is part of it.
        if (this.#openQuotations++ === 0) this.#quotation = this.#openQuotation(frame, attributes);
        return true;
      }
      case 'cite':
        return this.#openQuotations > 0 && this.#source(frame);
      case 'figure':
        this.#openFigures.push(this.#quotation);
        return true;
      case 'figcaption': {
        const before = this.#openFigures.at(-1);
        return before !== undefined && this.#quotation !== before && this.#source(frame);
      }
      default:
        return false;
    }
  }

  closed(frame: OpenElement): void {
    switch (frame.type.name) {
      case 'ul':
      case 'ol':
      case 'dl':
      case 'menu':
        this.#openLists.pop();
        break;
      case 'table':
        this.#openTables.pop();
        break;
      case 'blockquote':
      case 'q': {
        if (--this.#openQuotations === 0 && this.#quotation !== null) this.#log.close(this.#quotation);
        break;
      }
      case 'figure':
        this.#openFigures.pop();
        break;
      default:
        this.#end();
    }
  }

  /** Returns whether it must be notified when the element closes. */
  openedByline(frame: OpenElement, content: string | null): boolean {
    // The author of a comment is not the author of the page.
    if ((frame.context & COMMENTS) !== 0 || !this.#bylines.hasRoom()) return false;
    this.#begin(this.#bylines.add(Object.assign(this.#log.open(frame), { content })));
    return true;
  }

  closedByline(): void {
    this.#end();
  }

  facts(page: PageContext): Pick<PageFacts, 'lists' | 'tables' | 'times' | 'bylines' | 'quotations'> {
    const { log, main } = page;
    return {
      lists: this.#lists.facts(
        ({ kind, items, start, context, part }): ListFacts => ({
          kind,
          items,
          line: page.lineAt(start),
          inMain: main.includes({ context, part }),
        }),
        () => 0,
      ),
      tables: this.#tables.facts(
        ({ rows, hasHeaders, isLayout, start, context, part }): TableFacts => ({
          rows,
          isData: hasHeaders && !isLayout,
          line: page.lineAt(start),
          inMain: main.includes({ context, part }),
        }),
        () => 0,
      ),
      times: this.#times.facts(
        (time): TimeFacts => ({
          text: rangeText(log, time, MAX_LABEL),
          line: page.lineAt(time.start),
          datetime: time.datetime,
          inMain: main.includes({ context: datedContext(time.context), part: time.part }),
          inComments: (time.context & COMMENTS) !== 0,
        }),
        ({ text, datetime }) => text.length + (datetime?.length ?? 0),
      ),
      bylines: this.#bylines
        .facts(
          (byline): Located => {
            const text = byline.content?.trim().slice(0, MAX_HEADING) || rangeText(log, byline, MAX_LABEL);
            return { text, line: page.lineAt(byline.start) };
          },
          ({ text }) => text.length,
        )
        .filter(({ text }) => text !== ''),
      quotations: this.#quotations
        .facts(
          (quotation) => {
            const source = quotation.source === null ? '' : rangeText(log, quotation.source, MAX_LABEL);
            return {
              inMain: main.includes(quotation),
              text: rangeText(log, quotation, MAX_HEADING),
              line: page.lineAt(quotation.start),
              attribution: source || quotation.cite,
            };
          },
          ({ text, attribution }) => text.length + (attribution?.length ?? 0),
        )
        .flatMap(({ inMain, ...quotation }) => (inMain ? quotation : [])),
    };
  }

  /** Returns the number of facts of each kind beyond their limits. Call after `facts`. */
  get unread(): Pick<Record<LimitedFact, number>, 'lists' | 'tables' | 'times' | 'bylines' | 'quotations'> {
    return {
      lists: this.#lists.unread,
      tables: this.#tables.unread,
      times: this.#times.unread,
      bylines: this.#bylines.unread,
      quotations: this.#quotations.unread,
    };
  }

  #openQuotation(frame: OpenElement, attributes: Attributes): SeenQuotation | null {
    if (!this.#quotations.hasRoom()) return null;
    const cite = attributes.get('cite')?.trim().slice(0, MAX_HEADING) || null;
    return this.#quotations.add(Object.assign(this.#log.open(frame), { cite, source: null }));
  }

  #source(frame: OpenElement): boolean {
    const quotation = this.#quotation;
    if (quotation === null || quotation.source !== null) return false;
    quotation.source = this.#begin(this.#log.open(frame));
    return true;
  }

  #begin<R extends Range>(range: R): R {
    this.#open.push(range);
    return range;
  }

  #end(): void {
    const range = this.#open.pop();
    if (range !== undefined) this.#log.close(range);
  }
}
