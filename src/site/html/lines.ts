/** Tells the line of an offset: line feeds before it, counted from 1. */
export class Lines {
  readonly #feeds: number[] = [];

  constructor(html: string) {
    for (let at = html.indexOf('\n'); at !== -1; at = html.indexOf('\n', at + 1)) this.#feeds.push(at);
  }

  at(offset: number): number {
    let low = 0;
    let high = this.#feeds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#feeds[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}
