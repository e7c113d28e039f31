import type { StructuredData } from '../../page/page-facts.ts';
import { MAX_JSON_LD, MAX_JSON_LD_ERRORS } from '../../page/page-limits.ts';
import type { Attributes } from '../attributes.ts';
import type { OpenElement } from '../open-element.ts';
import type { LineIndex } from '../parsed-page.ts';
import type { TextLog } from '../text/text-log.ts';
import { findJsonFault } from './json-fault.ts';
import { flattenJsonLd } from './json-ld.ts';
import { Microdata } from './microdata.ts';
import { RdfaLite } from './rdfa-lite.ts';
import { StructuredNodes } from './structured-nodes.ts';

const MAX_FAULT_TEXT = 80;
/** Marks of HTML comments and CDATA around the JSON, which old templates write and readers of JSON-LD skip. */
const WRAPPER_START = /^(?:\/\/|\/\*)?[ \t]{0,9}(?:<!--|<!\[CDATA\[)[ \t]{0,9}(?:\*\/)?/;
const WRAPPER_END = /(?:\/\/|\/\*)?[ \t]{0,9}(?:-->|\]\]>)[ \t]{0,9}(?:\*\/)?$/;
const MAX_WRAPPER = 40;
/** How JSON-LD of schema.org begins, and the characters in which it does. */
const LIKE_JSON_LD = /^\s*[[{]\s*(?:\{\s*)?"@context"\s*:\s*"https?:\/\/(?:www\.)?schema\.org/;
const BEGINNING = 200;

/** Collects the entities that a page describes, in JSON-LD, Microdata and RDFa Lite. */
export class StructuredDataReader {
  readonly #html: string;
  readonly #nodes = new StructuredNodes();
  readonly #resolve: (url: string) => string;
  readonly #errors: { readonly offset: number; readonly text: string; readonly message: string }[] = [];
  #jsonLdBlocks = 0;
  #jsonLdBroken = 0;
  #jsonLdWrapped = 0;
  #jsonLdLength = 0;
  readonly #microdata: Microdata;
  readonly #rdfa: RdfaLite;

  constructor(html: string, log: TextLog, resolve: (url: string) => string) {
    this.#html = html;
    this.#resolve = resolve;
    this.#microdata = new Microdata(this.#nodes, log, resolve);
    this.#rdfa = new RdfaLite(this.#nodes, log, resolve);
  }

  opened(element: OpenElement, attributes: Attributes): void {
    this.#microdata.opened(element, attributes);
    this.#rdfa.opened(element, attributes);
  }

  /** Reads the content of a JSON-LD script element, from offset `start` to `end`. */
  readJsonLd(start: number, end: number): void {
    this.#jsonLdBlocks++;
    this.#jsonLdLength += end - start;
    if (this.#jsonLdLength > MAX_JSON_LD) {
      this.#nodes.truncated = true;
      return;
    }
    // Trimming removes a byte order mark too.
    const untrimmed = this.#html.slice(start, end);
    const script = untrimmed.trim();
    const head = WRAPPER_START.exec(script.slice(0, MAX_WRAPPER))?.[0].length ?? 0;
    const tail = head === 0 ? 0 : (WRAPPER_END.exec(script.slice(-MAX_WRAPPER))?.[0].length ?? 0);
    const json = script.slice(head, Math.max(head, script.length - tail));
    const parsed = parse(json);
    // A text that contains JSON describes nothing.
    if (parsed === undefined || typeof parsed.value === 'string') {
      this.#jsonLdBroken++;
      if (this.#errors.length === MAX_JSON_LD_ERRORS) return;
      const message =
        parsed === undefined
          ? 'the JSON cannot be read'
          : 'the JSON is a string, as though it was written as JSON twice';
      const fault = (parsed === undefined ? findJsonFault(json) : null) ?? { offset: 0, message };
      const offset = start + (untrimmed.length - untrimmed.trimStart().length) + head + fault.offset;
      const text = json.slice(fault.offset, fault.offset + MAX_FAULT_TEXT);
      this.#errors.push({ offset, text, message: fault.message });
      return;
    }
    if (head > 0) this.#jsonLdWrapped++;
    flattenJsonLd(parsed.value, this.#nodes, start, this.#resolve);
  }

  /** Reads the content of another script element: JSON-LD in it is a block that readers skip. */
  readOther(start: number, end: number): void {
    const text = this.#html.slice(start, Math.min(end, start + BEGINNING));
    if (!LIKE_JSON_LD.test(text)) return;
    this.#jsonLdBlocks++;
    this.#jsonLdBroken++;
    const message = 'its script element has another type than application/ld+json';
    if (this.#errors.length < MAX_JSON_LD_ERRORS)
      this.#errors.push({ offset: start, text: text.trim().slice(0, MAX_FAULT_TEXT), message });
  }

  facts(lines: LineIndex): StructuredData {
    this.#microdata.resolveReferences();
    return {
      nodes: this.#nodes.nodes(lines),
      jsonLdBlocks: this.#jsonLdBlocks,
      jsonLdBroken: this.#jsonLdBroken,
      jsonLdWrapped: this.#jsonLdWrapped,
      jsonLdErrors: this.#errors.map(({ offset, text, message }) => ({ text, message, line: lines.at(offset) })),
      truncated: this.#nodes.truncated,
    };
  }
}

/** Returns whether the type of a script element is JSON-LD, in any case and with any parameters (RFC 6838). */
export function isJsonLd(type: string | null): boolean {
  return type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/ld+json';
}

function parse(json: string): { readonly value: Parameters<typeof flattenJsonLd>[0] } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    // Not JSON, or nested too deeply for the parser.
    return undefined;
  }
}
