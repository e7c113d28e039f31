import type { ListFacts, PageFacts } from '../page/page-facts.ts';
import { MAX_HEADING, MAX_LABEL } from '../page/page-limits.ts';
import type { Attributes } from './attributes.ts';
import { BoundedFacts } from './bounded-facts.ts';
import { NOT_RENDERED } from './context-bits.ts';
import type { OpenElement } from './open-element.ts';
import type { ParsedPage } from './parsed-page.ts';
import type { ElementPosition, TextLog, TextRange } from './text/text-log.ts';

interface SeenList extends ElementPosition {
  readonly kind: ListFacts['kind'];
  items: number;
}

interface SeenTable extends ElementPosition {
  rows: number;
  hasHeaders: boolean;
  readonly isLayout: boolean;
}

interface SeenQuotation extends TextRange {
  readonly cite: string | null;
  /** The cite element in it, or the caption of the figure around it. */
  source: TextRange | null;
}

/** Extracts lists, tables and quotations. */
export class PassageFacts {
  readonly #log: TextLog;
  readonly #lists = new BoundedFacts<SeenList>('lists');
  readonly #tables = new BoundedFacts<SeenTable>('tables');
  readonly #quotations = new BoundedFacts<SeenQuotation>('quotations');
  readonly #openLists: SeenList[] = [];
  readonly #openTables: SeenTable[] = [];
  #openQuotations = 0;
  /** The last outermost quotation; null when there was no room for it. */
  #quotation: SeenQuotation | null = null;
  /** The last quotation before each open figure began. */
  readonly #openFigures: (SeenQuotation | null)[] = [];

  constructor(log: TextLog) {
    this.#log = log;
  }

  opened(element: OpenElement, attributes: Attributes): void {
    if ((element.context & NOT_RENDERED) !== 0) return;
    const { name } = element.type;
    switch (name) {
      case 'ul':
      case 'ol':
      case 'dl':
      case 'menu':
        this.#openedList(element, name === 'menu' ? 'ul' : name);
        return;
      case 'li':
      case 'dt': {
        const list = this.#openLists.at(-1);
        if (list !== undefined && (list.kind === 'dl') === (name === 'dt')) list.items++;
        return;
      }
      case 'table':
        this.#openedTable(element, attributes);
        return;
      case 'tr':
      case 'th':
      case 'caption': {
        const table = this.#openTables.at(-1);
        if (table !== undefined && name === 'tr') table.rows++;
        else if (table !== undefined) table.hasHeaders = true;
        return;
      }
      case 'blockquote':
      case 'q':
        this.#openedQuotation(element, attributes);
        return;
      case 'figure':
        this.#openFigures.push(this.#quotation);
        element.onClose(() => this.#openFigures.pop());
        return;
      case 'cite':
        if (this.#openQuotations > 0) this.#openedSource(element);
        return;
      case 'figcaption': {
        const before = this.#openFigures.at(-1);
        if (before !== undefined && this.#quotation !== before) this.#openedSource(element);
      }
    }
  }

  facts({ log, main, lines, unread }: ParsedPage): Pick<PageFacts, 'lists' | 'tables' | 'quotations'> {
    return {
      lists: this.#lists.facts(unread, (list) => ({
        kind: list.kind,
        items: list.items,
        line: lines.at(list.start),
        inMain: main.includes(list),
      })),
      tables: this.#tables.facts(unread, (table) => ({
        rows: table.rows,
        isData: table.hasHeaders && !table.isLayout,
        line: lines.at(table.start),
        inMain: main.includes(table),
      })),
      quotations: this.#quotations
        .facts(unread, (quotation) => {
          const source = quotation.source === null ? '' : log.textOf(quotation.source, MAX_LABEL);
          return {
            inMain: main.includes(quotation),
            text: log.textOf(quotation, MAX_HEADING),
            line: lines.at(quotation.start),
            attribution: source || quotation.cite,
          };
        })
        .flatMap(({ inMain, ...quotation }) => (inMain ? quotation : [])),
    };
  }

  #openedList(element: OpenElement, kind: ListFacts['kind']): void {
    const { start, context, region } = element;
    const list: SeenList = { kind, items: 0, start, context, region };
    if (this.#lists.hasRoom()) this.#lists.add(list);
    this.#openLists.push(list);
    element.onClose(() => this.#openLists.pop());
  }

  #openedTable(element: OpenElement, attributes: Attributes): void {
    const { start, context, region } = element;
    const role = attributes.get('role')?.trim().toLowerCase();
    const isLayout = role === 'presentation' || role === 'none';
    const table: SeenTable = { rows: 0, hasHeaders: false, isLayout, start, context, region };
    if (this.#tables.hasRoom()) this.#tables.add(table);
    this.#openTables.push(table);
    element.onClose(() => this.#openTables.pop());
  }

  /** Takes a quotation. One in another is part of it. */
  #openedQuotation(element: OpenElement, attributes: Attributes): void {
    if (this.#openQuotations++ === 0) {
      const cite = attributes.get('cite')?.trim().slice(0, MAX_HEADING) || null;
      const details: Pick<SeenQuotation, 'cite' | 'source'> = { cite, source: null };
      this.#quotation = this.#quotations.hasRoom() ? this.#quotations.add(this.#log.record(element, details)) : null;
    }
    element.onClose(() => this.#openQuotations--);
  }

  #openedSource(element: OpenElement): void {
    if (this.#quotation !== null) this.#quotation.source ??= this.#log.record(element, {});
  }
}
