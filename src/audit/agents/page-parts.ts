import type { Attributes } from '../../site/html/attributes.ts';
import { type MarkupHandler, readMarkup } from '../../site/html/markup.ts';
import type { OpenElement } from '../../site/html/open-element.ts';

/** Parts of a page that decide how much of it an agent reads. */
export interface PageParts {
  /** Offset of the main element or the first h1 in the HTML; null where there is neither. */
  readonly start: number | null;
  /** Texts of the tab panels in the HTML, hidden or not, with their character references as written. */
  readonly panels: readonly string[];
  /** Number of panels that tabs name. */
  readonly named: number;
  /** Of these, the number whose text is not in the HTML. */
  readonly withoutText: number;
}

const MAX_PANELS = 100;
/** Maximum number of characters of a panel that are read. */
const MAX_TEXT = 10_000;
/** Maximum number of ids that are read. */
const MAX_IDS = 20_000;

/** Returns the parts of the HTML of a page, before any script has run. */
export function pageParts(html: string): PageParts {
  const reader = new PartsReader(html);
  readMarkup(html, reader);
  const { start, ids, panels, controlled } = reader;
  const emptyPanels = new Set(panels.flatMap(({ id, text }) => (id === null || hasText(text) ? [] : [id])));
  const isComplete = panels.length < MAX_PANELS && ids.size < MAX_IDS;
  // Without a panel, tabs may be buttons that filter a list.
  const missing =
    panels.length === 0 || !isComplete ? [] : [...controlled].filter((id) => emptyPanels.has(id) || !ids.has(id));
  return {
    start,
    panels: panels.map(({ text }) => text).filter(hasText),
    named: controlled.size,
    withoutText: missing.length,
  };
}

function hasText(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

class PartsReader implements MarkupHandler {
  readonly #html: string;
  start: number | null = null;
  readonly ids = new Set<string>();
  readonly controlled = new Set<string>();
  readonly panels: { readonly id: string | null; text: string }[] = [];
  /** The outermost open panel. */
  #panel: OpenElement | null = null;

  constructor(html: string) {
    this.#html = html;
  }

  opened(element: OpenElement, _parent: OpenElement, attributes: Attributes): void {
    const { name } = element.type;
    if (name === 'main' || name === 'h1') this.start ??= element.start;
    const id = attributes.get('id');
    if (id !== null && this.ids.size < MAX_IDS) this.ids.add(id);
    const role = attributes.get('role')?.trim().toLowerCase();
    if (role === 'tab' && this.controlled.size < MAX_PANELS) {
      const named = attributes.get('aria-controls')?.trim();
      if (named !== undefined && named !== '') this.controlled.add(named);
    } else if (role === 'tabpanel' && this.#panel === null && this.panels.length < MAX_PANELS) {
      this.#panel = element;
      this.panels.push({ id, text: '' });
    }
  }

  closed(element: OpenElement): void {
    if (element === this.#panel) this.#panel = null;
  }

  text(start: number, end: number, { type }: OpenElement): void {
    const panel = this.panels.at(-1);
    if (this.#panel === null || panel === undefined || type.name === 'script' || type.name === 'style') return;
    const room = MAX_TEXT - panel.text.length;
    if (room > 0) panel.text += ` ${this.#html.slice(start, Math.min(end, start + room))}`;
  }
}
