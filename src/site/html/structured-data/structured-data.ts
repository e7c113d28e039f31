import type { StructuredData } from '../../page/page-facts.ts';
import { MAX_JSON_LD, MAX_JSON_LD_ERRORS } from '../../page/page-limits.ts';
import type { Attributes } from '../attributes.ts';
import type { OpenElement } from '../open-element.ts';
import type { TextLog } from '../text/text-log.ts';
import { findJsonFault } from './json-fault.ts';
import { flattenJsonLd } from './json-ld.ts';
import { Microdata } from './microdata.ts';
import { RdfaLite } from './rdfa-lite.ts';
import { StructuredNodes } from './structured-nodes.ts';

const MAX_FAULT_TEXT = 80;
/**
 * HTML comments and CDATA marks around the JSON, bare or behind JavaScript comment marks: old templates write them for
 * parsers that are gone, and those who read JSON-LD skip them.
 */
const WRAPPER_START = /^(?:\/\/|\/\*)?[ \t]{0,9}(?:<!--|<!\[CDATA\[)[ \t]{0,9}(?:\*\/)?/;
const WRAPPER_END = /(?:\/\/|\/\*)?[ \t]{0,9}(?:-->|\]\]>)[ \t]{0,9}(?:\*\/)?$/;
const LONGEST_WRAPPER = 40;

/** Gathers the entities that a page describes, in JSON-LD, Microdata and RDFa Lite. */
export class StructuredDataReader {
  readonly #html: string;
  readonly #nodes = new StructuredNodes();
  readonly #resolve: (url: string) => string;
  readonly #errors: { readonly offset: number; readonly text: string; readonly message: string }[] = [];
  #jsonLdBlocks = 0;
  #jsonLdBroken = 0;
  #jsonLdLength = 0;
  readonly microdata: Microdata;
  readonly rdfa: RdfaLite;

  constructor(html: string, log: TextLog, resolve: (url: string) => string) {
    this.#html = html;
    this.#resolve = resolve;
    this.microdata = new Microdata(this.#nodes, log, resolve);
    this.rdfa = new RdfaLite(this.#nodes, log, resolve);
  }

  /** Reads the content of a JSON-LD script element, from offset `start` to `end`. */
  readJsonLd(start: number, end: number): void {
    this.#jsonLdBlocks++;
    this.#jsonLdLength += end - start;
    if (this.#jsonLdLength > MAX_JSON_LD) {
      this.#nodes.truncated = true;
      return;
    }
    // Trimming takes a byte order mark off too.
    const untrimmed = this.#html.slice(start, end);
    const script = untrimmed.trim();
    const head = WRAPPER_START.exec(script.slice(0, LONGEST_WRAPPER))?.[0].length ?? 0;
    const tail = head === 0 ? 0 : (WRAPPER_END.exec(script.slice(-LONGEST_WRAPPER))?.[0].length ?? 0);
    const json = script.slice(head, Math.max(head, script.length - tail));
    const parsed = parse(json);
    if (parsed === undefined) {
      this.#jsonLdBroken++;
      if (this.#errors.length === MAX_JSON_LD_ERRORS) return;
      const fault = findJsonFault(json) ?? { offset: 0, message: 'the JSON cannot be read' };
      const offset = start + (untrimmed.length - untrimmed.trimStart().length) + head + fault.offset;
      const text = json.slice(fault.offset, fault.offset + MAX_FAULT_TEXT);
      this.#errors.push({ offset, text, message: fault.message });
      return;
    }
    flattenJsonLd(parsed.value, this.#nodes, start, this.#resolve);
  }

  facts(lineAt: (offset: number) => number): StructuredData {
    this.microdata.claimReferences();
    return {
      nodes: this.#nodes.nodes(lineAt),
      jsonLdBlocks: this.#jsonLdBlocks,
      jsonLdBroken: this.#jsonLdBroken,
      jsonLdErrors: this.#errors.map(({ offset, text, message }) => ({ text, message, line: lineAt(offset) })),
      truncated: this.#nodes.truncated,
    };
  }
}

/** Whether a script element holds JSON-LD: the type may have parameters (RFC 6838) and any case. */
export function isJsonLd(type: string | null): boolean {
  return type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/ld+json';
}

/** Whether an element has attributes of RDFa Lite that may describe an entity. */
export function mayBeRdfa(attributes: Attributes, frame: OpenElement): boolean {
  if (attributes.has('typeof') || attributes.has('vocab') || attributes.has('prefix')) return true;
  return attributes.has('property') && frame.type.name !== 'html';
}

function parse(json: string): { readonly value: Parameters<typeof flattenJsonLd>[0] } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    // Not JSON, or nested deeper than the parser goes.
    return undefined;
  }
}
