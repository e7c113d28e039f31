import { wordSet } from '../word-set.ts';
import type { Attributes } from './attributes.ts';
import { HIDDEN, STREAMED } from './context-bits.ts';
import type { OpenElement } from './open-element.ts';
import { classUse, containerUse } from './shell/container-words.ts';

/** What a page is read for: the text that readers are shown, or that with all text that its HTML hides. */
export type Reading = 'shown' | 'all';

/** Id of HTML that React streams: `S:` and a number, after a prefix that the page may give its ids. */
const STREAMED_ID = /^(|.*[^a-z])S:([\da-f]+)$/;
/** Id of the template in whose place React moves it. */
const PLACE_ID = /^(|.*[^a-z])[BP]:([\da-f]+)$/;
/** Roles of what is not part of the text, shown or hidden. */
const APART_ROLES = wordSet('dialog alertdialog menu menubar listbox tooltip alert status progressbar search');
/** Names of icons: their text is the name of a picture. */
const ICON = /(?:^|[\s_-])(?:icons?|fa|bi)(?:[\s_-]|$)/i;
/** Attributes of a control that name the elements which it shows, links within the page, and handlers. */
const CONTROLS =
  /(?:aria-controls|data-(?:bs-)?target|popovertarget|commandfor)\s*=\s*["']?([^"'>]{1,200})|href\s*=\s*["']?(#[^\s"'>]{1,200})|onclick\s*=\s*(?:"([^"]{1,200})|'([^']{1,200}))/gi;
/** A text in the code of a handler: `show('prices')`, which may open `#tab-prices`. */
const NAMED_IN_CODE = /["'`]([\w-]{1,60})["'`]/g;
/** Maximum number of ids that are collected. */
const MAX_IDS = 10_000;
const MAX_ID = 200;

/** Decides what it means that an attribute hides an element. */
export class HiddenUses {
  readonly #html: string;
  #controlled: ControlledIds | null = null;
  /** Contexts of the places that streamed HTML will be moved to, by its number. */
  readonly #places = new Map<string, number>();

  constructor(html: string) {
    this.#html = html;
  }

  /** Takes a template: it may be the place of streamed HTML. */
  openedTemplate(attributes: Attributes, parent: OpenElement): void {
    const [, prefix, number] = PLACE_ID.exec(attributes.get('id') ?? '') ?? [];
    if (number !== undefined && this.#places.size < MAX_IDS) this.#places.set(`${prefix}${number}`, parent.context);
  }

  /** Returns whether an element is opened by a control of the page: a tab, a button, or a link within the page. */
  isOpened(attributes: Attributes): boolean {
    if (attributes.get('role')?.trim().toLowerCase() === 'tabpanel') return true;
    const id = attributes.get('id');
    if (id === null || id === '' || id.length > MAX_ID) return false;
    this.#controlled ??= controlledIds(this.#html);
    const { ids, ends } = this.#controlled;
    return (
      ids.has(id) || [...id.matchAll(/^|[-_]/g)].some(({ index, 0: mark }) => ends.has(id.slice(index + mark.length)))
    );
  }

  /** Returns the context of the place that a hidden element will be moved to; null for one that stays where it is. */
  findPlace(attributes: Attributes): number | null {
    const [, prefix, number] = STREAMED_ID.exec(attributes.get('id') ?? '') ?? [];
    if (number === undefined) return null;
    return ((this.#places.get(`${prefix}${number}`) ?? 0) & ~HIDDEN) | STREAMED;
  }
}

/** Names of windows, and of those whose text is not the page's. */
const WINDOW = /(?:^|[\s_-])(?:modal|dialog|lightbox|popup)(?:[\s_-]|$)/i;
const OTHER_WINDOW = /menu|nav|search|cart|log-?in|sign-?(?:in|up)|cookie|consent|newsletter|subscribe/i;

/** Returns whether an element is a window of text by its role or class. */
export function isWindow(attributes: Attributes): boolean {
  const names = `${attributes.get('id') ?? ''} ${attributes.get('class') ?? ''}`;
  const isNamed = attributes.get('role')?.trim().toLowerCase() === 'dialog' || WINDOW.test(names);
  return isNamed && !OTHER_WINDOW.test(names);
}

/** Returns whether a hidden element is a menu, a dialog, a message or an icon: no part of the text, shown or hidden. */
export function isApart({ type }: OpenElement, attributes: Attributes): boolean {
  if (type.name === 'main') return false;
  const [id, classes] = [attributes.get('id') ?? '', attributes.get('class') ?? ''];
  if (APART_ROLES.has(attributes.get('role')?.trim().toLowerCase() ?? '')) return true;
  if (!type.isBlock && (type.name === 'i' || ICON.test(id) || ICON.test(classes))) return true;
  return containerUse(id).isOtherInside || classUse(classes).isOtherInside;
}

interface ControlledIds {
  readonly ids: ReadonlySet<string>;
  /** Ends of ids: a handler may build the id. */
  readonly ends: ReadonlySet<string>;
}

function controlledIds(html: string): ControlledIds {
  const [ids, ends] = [new Set<string>(), new Set<string>()];
  for (const [, targets = '', link = '', code, other = code ?? ''] of html.matchAll(CONTROLS)) {
    for (const id of `${targets} ${link}`.split(/\s+/)) if (id !== '') ids.add(id.replace(/^#/, ''));
    for (const [, name = ''] of other.matchAll(NAMED_IN_CODE)) ends.add(name);
    if (ids.size + ends.size >= MAX_IDS) break;
  }
  return { ids, ends };
}
