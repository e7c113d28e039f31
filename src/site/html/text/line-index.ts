/** Characters between two places at which the line is known. */
const STEP = 256;
const LINE_FEED = 0x0a;

/** Tells the line of an offset: line feeds before it, counted from 1. */
export class Lines {
  readonly #html: string;
  /** Line feeds before each multiple of {@link STEP}. */
  readonly #feeds: Uint32Array;

  constructor(html: string) {
    this.#html = html;
    this.#feeds = new Uint32Array(Math.ceil(html.length / STEP) + 1);
    let step = 1;
    let feeds = 0;
    for (let at = html.indexOf('\n'); at !== -1; at = html.indexOf('\n', at + 1)) {
      while (step * STEP <= at) this.#feeds[step++] = feeds;
      feeds++;
    }
    this.#feeds.fill(feeds, step);
  }

  at(offset: number): number {
    const step = Math.min(Math.max(0, Math.floor(offset / STEP)), this.#feeds.length - 1);
    return (this.#feeds[step] ?? 0) + this.#count(step * STEP, offset) + 1;
  }

  #count(from: number, to: number): number {
    const html = this.#html;
    const end = Math.min(to, html.length);
    let count = 0;
    for (let at = from; at < end; at++) if (html.charCodeAt(at) === LINE_FEED) count++;
    return count;
  }
}
