import { MAX_LINE_BYTES } from '../line-splitter.ts';

/** A line that ends behind the bracket of an object, perhaps the first of an array: the object goes on in later lines. */
const BEGINNING = /^\s*(?:\[\s*)?\{\s*$/;
/** The end of an object, and the beginning of the next. */
const BETWEEN = /^\}\s*,\s*\{\s*$/;
/** A line within an object: a member, a value of a list, or a bracket. A line of another log is none. */
const WITHIN =
  /^\s*(?:"(?:[^"\\]|\\.)*"\s*(?:$|[:,])|[\]}]|[{[]\s*$|-?\d[\d.eE+-]*\s*(?:,\s*)?$|(?:true|false|null)\s*(?:,\s*)?$)/;
/** A string; one without its end goes to the end of the line, whatever is in it, so that it is searched once. */
const STRING = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;

/** Joins the lines of objects in JSON that were written over several lines, as by `jq`, also as items of an array. */
export class ObjectLines {
  #text: string;
  /** Its brackets that are open. */
  readonly #open: string[] = [];

  /** @param pending what an earlier part of the log ended with */
  constructor(pending = '') {
    this.#text = pending;
    for (const [bracket] of bracketsIn(pending)) this.#add(bracket);
  }

  /** The lines of an object that has not ended, on one line; '' for none. */
  get pending(): string {
    return this.#text;
  }

  /**
   * Takes a line.
   * @param onObject receives an object that is complete, on one line
   * @param onBad receives the beginning of an object that does not end
   * @returns whether the line is a part of an object
   */
  take(line: string, onObject: (text: string) => void, onBad: (text: string) => void): boolean {
    if (this.#text === '') {
      if (!BEGINNING.test(line)) return false;
      this.#text = '{';
      this.#open.splice(0, this.#open.length, '{');
      return true;
    }
    // An object begins on a line of its own only in a list: elsewhere, the one before was cut.
    const isCut = !WITHIN.test(line) || (this.#open.at(-1) === '{' && BEGINNING.test(line));
    if (isCut || this.#text.length + line.length > MAX_LINE_BYTES) {
      onBad(this.#text);
      this.#text = '';
      return this.take(line, onObject, onBad);
    }
    for (const { 0: bracket, index } of bracketsIn(line)) {
      this.#add(bracket);
      if (this.#open.length > 0) continue;
      const object = `${this.#text} ${line.slice(0, index + 1).trim()}`;
      this.#text = '';
      onObject(object);
      if (BETWEEN.test(line.slice(index))) this.take('{', onObject, onBad);
      return true;
    }
    this.#text += ` ${line.trim()}`;
    return true;
  }

  #add(bracket: string): void {
    if (bracket === '{' || bracket === '[') this.#open.push(bracket);
    else this.#open.pop();
  }
}

/** The brackets of a line that are in no string. */
function bracketsIn(line: string): Iterable<RegExpExecArray> {
  return line.replace(STRING, (text) => ' '.repeat(text.length)).matchAll(/[{}[\]]/g);
}
