import type { BrowserContext, Page } from 'playwright-core';

/** What a page must not do, whatever it is tested for: each as one line. */
export interface PageFaults {
  readonly seen: readonly string[];
}

/**
 * Watches all pages of a context: errors and warnings on the console (what the Content-Security-Policy refuses is told there),
 * errors nobody caught, dialogs of the browser's own, requests that fail, and any request to another origin.
 *
 * @param origin of the service
 * @param expected faults that the test is about
 */
export function watchForFaults(context: BrowserContext, origin: string, expected: readonly RegExp[] = []): PageFaults {
  const seen: string[] = [];
  const tell = (fault: string) => {
    if (!expected.some((pattern) => pattern.test(fault))) seen.push(fault);
  };
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) tell(`request to ${url.href}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left ends its requests.
    if (reason !== 'net::ERR_ABORTED') tell(`failed: ${request.url()} ${reason}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      tell(`console: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => tell(`not caught: ${error.error().message}`));
  context.on('page', (page: Page) => {
    page.on('dialog', (dialog) => {
      tell(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
  return { seen };
}
