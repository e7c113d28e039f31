/** How far a crawl is. */
export interface CrawlProgress {
  /** Pages that were requested, those of the choice included. */
  readonly pages: number;
  /** Pages to request, as far as they are known. */
  readonly of: number;
  /** Milliseconds between two requests for now. */
  readonly interval: number;
  /** Estimated seconds until the known pages were requested. */
  readonly secondsLeft: number;
}
