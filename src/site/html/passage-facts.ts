import type { ListFacts, Located, PageFacts, TableFacts, TimeFacts } from '../page-facts.ts';
import type { Attributes } from './attributes.ts';
import type { Frame } from './frame.ts';
import { COMMENTS, datedContext, INERT } from './place.ts';
import { type PageContext, type Range, rangeText } from './range.ts';
import type { TextLog } from './text-log.ts';

const MAX_TEXT = 200;
const MAX_QUOTATION = 1000;

interface SeenList {
  readonly kind: ListFacts['kind'];
  items: number;
  readonly start: number;
  readonly context: number;
}

interface SeenTable {
  rows: number;
  hasHeaders: boolean;
  readonly isLayout: boolean;
  readonly start: number;
  readonly context: number;
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
  readonly #lists: SeenList[] = [];
  readonly #tables: SeenTable[] = [];
  readonly #times: SeenTime[] = [];
  readonly #bylines: (Range & { readonly content: string | null })[] = [];
  readonly #quotations: SeenQuotation[] = [];
  readonly #openLists: SeenList[] = [];
  readonly #openTables: SeenTable[] = [];
  readonly #open: Range[] = [];
  /** How many quotations there were when each open figure began. */
  readonly #openFigures: number[] = [];
  #openQuotations = 0;

  constructor(log: TextLog) {
    this.#log = log;
  }

  /** Returns whether it is to be told when the element closes. */
  opened(frame: Frame, attributes: Attributes): boolean {
    if ((frame.context & INERT) !== 0) return false;
    const { start, context } = frame;
    switch (frame.type.name) {
      case 'ul':
      case 'ol':
      case 'dl':
      case 'menu': {
        const kind = frame.type.name === 'menu' ? 'ul' : frame.type.name;
        const list: SeenList = { kind, items: 0, start, context };
        this.#lists.push(list);
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
        };
        this.#tables.push(table);
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
        this.#times.push(this.#begin({ ...this.#range(frame), datetime: attributes.get('datetime')?.trim() ?? null }));
        return true;
      case 'blockquote':
      case 'q': {
        // A quotation in a quotation is part of it.
        if (this.#openQuotations++ === 0) {
          const cite = attributes.get('cite')?.trim() || null;
          this.#quotations.push({ ...this.#range(frame), cite, source: null });
        }
        return true;
      }
      case 'cite':
        return this.#openQuotations > 0 && this.#source(frame);
      case 'figure':
        this.#openFigures.push(this.#quotations.length);
        return true;
      case 'figcaption': {
        const quotationsBefore = this.#openFigures.at(-1);
        return quotationsBefore !== undefined && this.#quotations.length > quotationsBefore && this.#source(frame);
      }
      default:
        return false;
    }
  }

  closed(frame: Frame): void {
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
        const quotation = this.#quotations.at(-1);
        if (--this.#openQuotations === 0 && quotation !== undefined) quotation.to = this.#log.size;
        break;
      }
      case 'figure':
        this.#openFigures.pop();
        break;
      default:
        this.#end();
    }
  }

  openedByline(frame: Frame, content: string | null): void {
    this.#bylines.push(this.#begin({ ...this.#range(frame), content }));
  }

  closedByline(): void {
    this.#end();
  }

  facts(page: PageContext): Pick<PageFacts, 'lists' | 'tables' | 'times' | 'bylines' | 'quotations'> {
    const { log, main } = page;
    return {
      lists: this.#lists.map(
        ({ kind, items, start, context }): ListFacts => ({
          kind,
          items,
          line: page.lineAt(start),
          inMain: main.includes(context),
        }),
      ),
      tables: this.#tables.map(
        ({ rows, hasHeaders, isLayout, start, context }): TableFacts => ({
          rows,
          isData: hasHeaders && !isLayout,
          line: page.lineAt(start),
          inMain: main.includes(context),
        }),
      ),
      times: this.#times.map(
        (time): TimeFacts => ({
          text: rangeText(log, time, MAX_TEXT),
          line: page.lineAt(time.start),
          datetime: time.datetime,
          inMain: main.includes(datedContext(time.context)),
          inComments: (time.context & COMMENTS) !== 0,
        }),
      ),
      bylines: this.#bylines
        .map((byline): Located => {
          const text = byline.content?.trim() || rangeText(log, byline, MAX_TEXT);
          return { text, line: page.lineAt(byline.start) };
        })
        .filter(({ text }) => text !== ''),
      quotations: this.#quotations
        .filter(({ context }) => main.includes(context))
        .map((quotation) => {
          const source = quotation.source === null ? '' : rangeText(log, quotation.source, MAX_TEXT);
          return {
            text: rangeText(log, quotation, MAX_QUOTATION),
            line: page.lineAt(quotation.start),
            attribution: source || quotation.cite,
          };
        }),
    };
  }

  #source(frame: Frame): boolean {
    const quotation = this.#quotations.at(-1);
    if (quotation === undefined || quotation.source !== null) return false;
    quotation.source = this.#begin(this.#range(frame));
    return true;
  }

  #range(frame: Frame): Range {
    return { start: frame.start, context: frame.context, from: this.#log.size, to: this.#log.size };
  }

  #begin<R extends Range>(range: R): R {
    this.#open.push(range);
    return range;
  }

  #end(): void {
    const range = this.#open.pop();
    if (range !== undefined) range.to = this.#log.size;
  }
}
