import type { Attributes } from './attributes.ts';
import { type MarkupHandler, readMarkup } from './markup.ts';
import type { OpenElement } from './open-element.ts';

/** Maximum number of characters of HTML that are searched, and of files. */
const MAX_SEARCHED = 1024 * 1024;
const MAX_FILES = 100;

/** Returns the scripts and styles that a page loads from its own origin, each once, as URLs. */
export function loadedFiles(html: string, url: string): readonly string[] {
  const files = new LoadedFiles(url);
  readMarkup(html.slice(0, MAX_SEARCHED), files);
  return [...files.found];
}

class LoadedFiles implements MarkupHandler {
  readonly #url: string;
  readonly #origin: string;
  readonly found = new Set<string>();

  constructor(url: string) {
    this.#url = url;
    this.#origin = new URL(url).origin;
  }

  opened({ type }: OpenElement, _parent: OpenElement, attributes: Attributes): void {
    if (type.name === 'script') this.#add(attributes.get('src'));
    else if (
      type.name === 'link' &&
      /(?:^|\s)(?:stylesheet|modulepreload)(?:\s|$)/i.test(attributes.get('rel') ?? '')
    ) {
      this.#add(attributes.get('href'));
    }
  }

  text(): void {
    // Names no file.
  }

  #add(href: string | null): void {
    const file = href === null ? null : URL.parse(href, this.#url);
    if (file?.origin === this.#origin && this.found.size < MAX_FILES) this.found.add(file.href);
  }
}
