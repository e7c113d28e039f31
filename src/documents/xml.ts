/** Well-formed XML: what was interpolated is escaped. Made by {@link xml} alone. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Markup };

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/**
 * Builds XML: `xml\`<title>${text}</title>\``. A string becomes character data, fit for elements and for attributes in
 * quotes; Markup goes in as it is. Characters that XML 1.0 §2.2 does not know become U+FFFD.
 */
export function xml(strings: TemplateStringsArray, ...values: readonly (string | number | Markup)[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...values.map(toMarkup)));
}

/** Joins parts, one on each line. */
export function asLines(parts: readonly Markup[]): Markup {
  return new Markup(parts.map(({ text }) => text).join('\n'));
}

function toMarkup(value: string | number | Markup): string {
  if (value instanceof Markup) return value.text;
  return String(value)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
