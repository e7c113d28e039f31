import type { ServerResponse } from 'node:http';

/**
 * The head of an answer that is given again and again. Node.js renders it, once a second: nothing changes in it but its date, and
 * checking and joining its fields for each answer was 6 % of what a hosted file costs (`npm run bench -- hosted`).
 */
export class RenderedHead {
  readonly #headers: string[];
  #text = '';
  /** In which second since 1970 that was rendered. */
  #second = Number.NaN;

  /** @param headers names and values in turn */
  constructor(headers: string[]) {
    this.#headers = headers;
  }

  /** What `writeHead(200, headers)` does. */
  writeTo(response: ServerResponse): void {
    const second = Math.floor(Date.now() / 1000);
    // Where a connection ends with its answer, the head says so. And the field is no promise of Node.js: where there is none,
    // each head is rendered.
    const isAsRendered = response.shouldKeepAlive && !response.hasHeader('connection') && '_header' in response;
    if (isAsRendered && second === this.#second) {
      response._header = this.#text;
      return;
    }
    response.writeHead(200, this.#headers);
    if (!isAsRendered || typeof response._header !== 'string') return;
    this.#text = response._header;
    this.#second = second;
  }
}
