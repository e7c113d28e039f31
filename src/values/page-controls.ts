/** What an agent needs to fill in the forms of a page. */
export interface FormCounts {
  readonly forms: number;
  readonly fields: number;
  /** Fields that have a label, by any way that assistive technology reads. */
  readonly labelled: number;
  /** Fields whose autocomplete names what they are for (HTML §4.10.18.7). */
  readonly completed: number;
  /** Forms that declare a tool of WebMCP (`toolname`). */
  readonly tools: number;
}

/** What can be pressed or filled in, as assistive technology names it. */
export interface Control {
  readonly role: string;
  /** Empty where it has none. */
  readonly name: string;
  /** What a field is for, by its autocomplete (HTML §4.10.18.7); null where it does not say. */
  readonly autocomplete: string | null;
}

/** What a page shows only once it is scrolled, or folds, tabs and buttons for more are pressed. */
export interface Revealed {
  /** How many were pressed, and how many there are. */
  readonly pressed: number;
  readonly folds: number;
  readonly lines: readonly string[];
}

/** What a browser found in a page beside its HTML. */
export interface PageControls {
  readonly forms: FormCounts;
  /** The first of what is shown and can be pressed or filled in, and how many there are. */
  readonly controls: readonly Control[];
  readonly controlCount: number;
  /** Milliseconds from the request until its text last changed. */
  readonly stoodAfter: number;
  /** Null where nothing could be pressed. */
  readonly revealed: Revealed | null;
}
