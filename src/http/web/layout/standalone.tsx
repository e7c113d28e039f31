import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** Forbids all that a page could load or run, scripts and forms included. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/**
 * Renders a page that is one file: it loads nothing and runs no script. The renderer escapes text and attributes.
 * @param css our stylesheet
 */
export function renderStandalone({ title, css }: { title: string; css: string }, main: ComponentChildren): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main class="wrap">{main}</main>
        <footer class="site-footer">
          <p class="wrap site-footer-row">Made by Citable.</p>
        </footer>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}\n`;
}
