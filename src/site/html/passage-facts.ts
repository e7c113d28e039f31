import type { ListFacts, PageFacts } from '../page/page-facts.ts';
import { MAX_HEADING, MAX_LABEL } from '../page/page-limits.ts';
import type { Attributes } from './attributes.ts';
import { BoundedFacts } from './bounded-facts.ts';
import { LINK, NOT_RENDERED, USUALLY_EXCLUDED } from './context-bits.ts';
import type { OpenElement } from './open-element.ts';
import type { ParsedPage } from './parsed-page.ts';
import { TableShape } from './text/table-shape.ts';
import type { ElementPosition, TextLog, TextRange } from './text/text-log.ts';

interface SeenList extends TextRange {
  readonly kind: ListFacts['kind'];
  items: number;
  /** Its items, and those of the lists in it. */
  allItems: number;
}

interface SeenTable extends ElementPosition {
  readonly shape: TableShape;
}

interface SeenQuotation extends TextRange {
  readonly cite: string | null;
  /** The cite element in it, or the caption of the figure around it. */
  source: TextRange | null;
}

/** Maximum average length of the links of a menu, as of titles, and maximum share of its text that is not in links. */
const MAX_MENU_ITEM = 80;
const MAX_OTHER_TEXT = 0.5;
/** Beginning of a list that is looked at, in characters. */
const MAX_LIST = 10_000;

/** Returns whether a list is a menu: links up to the length of titles that are less than half of the page's text, or a list without words. */
function isMenu(list: SeenList, log: TextLog, textLength: number): boolean {
  const excluded = USUALLY_EXCLUDED & ~list.context;
  const text = log.text(list, excluded, MAX_LIST);
  const all = text.length;
  const other = log.text(list, excluded | LINK, MAX_LIST).length;
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  if (2 * all >= textLength) return false;
  return other <= MAX_OTHER_TEXT * all && all - other < MAX_MENU_ITEM * list.allItems;
}

/** Extracts lists, tables and quotations. */
export class PassageFacts {
  readonly #log: TextLog;
  readonly #lists = new BoundedFacts<SeenList>('lists');
  readonly #tables = new BoundedFacts<SeenTable>('tables');
  readonly #quotations = new BoundedFacts<SeenQuotation>('quotations');
  readonly #openLists: SeenList[] = [];
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
    const name = element.listPart ?? element.type.name;
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
        if (list === undefined || (list.kind === 'dl') !== (name === 'dt')) return;
        list.items++;
        list.allItems++;
        return;
      }
      case 'table':
        this.#openedTable(element, attributes);
        return;
      case 'tr':
        element.table?.openedRow();
        return;
      case 'td':
        element.table?.openedCell();
        return;
      case 'th':
      case 'caption':
        if (element.table !== null) element.table.hasHeaders = true;
        return;
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
        isMenu: isMenu(list, log, main.textLength),
        line: lines.at(list.start),
        inMain: main.includes(list),
      })),
      tables: this.#tables.facts(unread, (table) => ({
        rows: table.shape.rows,
        isData: table.shape.isData,
        line: lines.at(table.start),
        inMain: main.includes(table),
      })),
      quotations: this.#quotations
        .facts(unread, (quotation) => {
          const source = quotation.source === null ? '' : log.usualText(quotation.source, MAX_LABEL);
          return {
            inMain: main.includes(quotation),
            text: log.usualText(quotation, MAX_HEADING),
            line: lines.at(quotation.start),
            attribution: source || quotation.cite,
          };
        })
        .flatMap(({ inMain, ...quotation }) => (inMain ? quotation : [])),
    };
  }

  #openedList(element: OpenElement, kind: ListFacts['kind']): void {
    const list: SeenList = this.#log.record(element, { kind, items: 0, allItems: 0 });
    if (this.#lists.hasRoom()) this.#lists.add(list);
    this.#openLists.push(list);
    element.onClose(() => {
      this.#openLists.pop();
      const outer = this.#openLists.at(-1);
      if (outer !== undefined) outer.allItems += list.allItems;
    });
  }

  #openedTable(element: OpenElement, attributes: Attributes): void {
    const { start, context, region } = element;
    const role = attributes.get('role')?.trim().toLowerCase();
    element.table?.sawPart();
    element.table = new TableShape(role === 'presentation' || role === 'none');
    if (this.#tables.hasRoom()) this.#tables.add({ shape: element.table, start, context, region });
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
