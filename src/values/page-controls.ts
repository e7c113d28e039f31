/** What an agent needs to fill in the forms of a page. */
export interface FormCounts {
  readonly forms: number;
  readonly fields: number;
  /** Fields that have a label, by any way that assistive technology reads. */
  readonly labelled: number;
  /** Fields whose autocomplete names what they are for (HTML §4.10.18.7). */
  readonly completed: number;
  /** Forms that declare a tool of WebMCP (`toolname` and `tooldescription`). */
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

/** What a page shows only once it is scrolled, something is hovered over, or folds, tabs and buttons for more are pressed. */
export interface Revealed {
  /** How many were pressed, and how many there are. */
  readonly pressed: number;
  readonly folds: number;
  readonly lines: readonly string[];
  /** Lines that only hovering shows. */
  readonly hoverLines: readonly string[];
  /** How many places were hovered over, and how many there are. */
  readonly hovered: number;
  readonly hovers: number;
}

/** What a picture of a page shows: its HTML as sent, with scripts off, or the page after its scripts. */
export const PICTURE_VERSIONS = ['as-sent', 'after-scripts'] as const;
export type PictureVersion = (typeof PICTURE_VERSIONS)[number];

/** Pictures of a page at one width, WebP. */
export type PagePictures = Readonly<Record<PictureVersion, Uint8Array>>;

/** Returns where a picture of a page is: its URL or its file. @param place of the page among the rendered ones */
export type PictureLocator = (place: number, version: PictureVersion) => string;

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
  /** Null where they were not taken. */
  readonly pictures: PagePictures | null;
}
