/** An llms.txt as the convention's v2 Format section reads it. Lines count from 1. Plain data. */
export interface LlmsTxt {
  /** The H1, when it is the first content of the file (after BOM, blank lines, comments, front matter). */
  readonly title: { readonly text: string; readonly line: number } | null;
  /** An H1 anywhere. */
  readonly hasTitleSomewhere: boolean;
  /** The blockquote summary. */
  readonly summary: string | null;
  readonly sections: readonly LlmsTxtSection[];
  /** Every Markdown link in the file, in order, resolved against the file's URL. */
  readonly links: readonly LlmsTxtLink[];
  /** What a strict reader of the format would stumble over. */
  readonly problems: readonly LlmsTxtProblem[];
  /** Characters of content, white space collapsed. */
  readonly length: number;
}

export interface LlmsTxtSection {
  readonly name: string;
  readonly line: number;
  readonly links: number;
}

export interface LlmsTxtLink {
  readonly text: string;
  readonly href: string;
  /** Absolute http(s) URL; null when it does not resolve to one. */
  readonly url: string | null;
  readonly note: string | null;
  readonly line: number;
}

export interface LlmsTxtProblem {
  readonly kind: 'text_in_section' | 'star_bullet' | 'bare_url' | 'other_heading' | 'nested_item';
  readonly line: number;
  readonly text: string;
}
