/**
 * Text to be copied as it stands. The button works by script (`browser/copy.ts`, which the page must name among its
 * modules) and is not there without.
 * @param label what is copied, for the button: `command`
 */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div class="code">
      <pre class="wrapped">
        <code dir="auto">{text}</code>
      </pre>
      <button class="button button-quiet button-small copy" type="button" data-copy hidden>
        Copy<span class="visually-hidden"> the {label}</span>
      </button>
    </div>
  );
}
