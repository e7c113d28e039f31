import type { ComponentChildren } from 'preact';

interface CodeBlockProps {
  readonly text: string;
  /** What is copied, for the button: `command`. */
  readonly label: string;
  /** What stands above the text; the button stands beside it. */
  readonly heading?: ComponentChildren;
}

/**
 * Text to be copied as it stands. The button works by script (`browser/copy.ts`, which the page must name among its
 * modules) and is not there without.
 */
export function CodeBlock({ text, label, heading }: CodeBlockProps) {
  const button = (
    <button class="button button-quiet button-small copy" type="button" data-copy hidden>
      Copy<span class="visually-hidden"> the {label}</span>
    </button>
  );
  return (
    <div class={heading === undefined ? 'code code-command' : 'code'}>
      {heading !== undefined && (
        <div class="code-head">
          <div class="row">{heading}</div>
          {button}
        </div>
      )}
      <pre class="wrapped">
        <code dir="auto">{text}</code>
      </pre>
      {heading === undefined && button}
    </div>
  );
}
