/** Minimum number of rows and columns of a table of data without header cells. */
const LEAST_ROWS = 2;
const LEAST_COLUMNS = 2;
/** Maximum average length of the texts in cells of data, in characters: about 25 words. */
const LONGEST_TEXT = 160;
/** Maximum share of their text that is in links. What has more is a menu. */
const MOST_LINKED = 0.9;

/**
 * The shape of a table, by which data are told from layout. A table with header cells or a caption has data. So has one without them
 * that has short texts in rows of several cells, and neither headings nor other tables in it.
 */
export class TableShape {
  /** Its rows, without those that have header cells alone. */
  rows = 0;
  hasHeaders = false;
  readonly #isPresentation: boolean;
  /** Cells of the current row, and rows of several cells. */
  #columns = 0;
  #wideRows = 0;
  #cells = 0;
  #texts = 0;
  #characters = 0;
  #linked = 0;
  #isDivided = false;

  /** @param isPresentation true when its role says that it is layout */
  constructor(isPresentation: boolean) {
    this.#isPresentation = isPresentation;
  }

  openedRow(): void {
    this.#columns = 0;
  }

  openedCell(): void {
    this.#cells++;
    if (++this.#columns === 1) this.rows++;
    if (this.#columns === LEAST_COLUMNS) this.#wideRows++;
  }

  /** Takes a heading or another table in it. */
  sawPart(): void {
    this.#isDivided = true;
  }

  /** Takes a block of text. @param linked its characters that are in links */
  sawText(length: number, linked: number): void {
    this.#texts++;
    this.#characters += length;
    this.#linked += linked;
  }

  /** True when it has data. Call when the page was read. */
  get isData(): boolean {
    return !this.#isPresentation && (this.hasHeaders || this.#looksLikeData());
  }

  #looksLikeData(): boolean {
    return (
      !this.#isDivided &&
      this.#wideRows >= LEAST_ROWS &&
      2 * this.#wideRows > this.rows &&
      3 * this.#texts >= 2 * this.#cells &&
      this.#characters <= LONGEST_TEXT * this.#texts &&
      this.#linked <= MOST_LINKED * this.#characters
    );
  }
}
