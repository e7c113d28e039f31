import type { BrowserContext, Page } from 'playwright-core';

/** Faults that no page may have, whatever the test is about. One line each. */
export interface PageFaults {
  readonly seen: readonly string[];
}

/**
 * Records the faults of all pages of a context: errors and warnings on the console (violations of the Content-Security-Policy
 * among them), uncaught errors, dialogs of the browser, failed requests, and requests to another origin.
 *
 * @param origin of the service
 * @param expected faults that the test is about
 */
export function watchForFaults(context: BrowserContext, origin: string, expected: readonly RegExp[] = []): PageFaults {
  const seen: string[] = [];
  const report = (fault: string) => {
    if (!isExpected(fault, expected)) seen.push(fault);
  };
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) report(`request to ${url.href}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Navigation aborts the requests of the page before.
    if (reason !== 'net::ERR_ABORTED') report(`failed: ${request.url()} ${reason}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      report(`console: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => report(`not caught: ${error.error().message}`));
  context.on('page', (page: Page) => {
    page.on('dialog', (dialog) => {
      report(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
  return { seen };
}

/** Returns whether a fault is one that a test is about. */
export function isExpected(fault: string, expected: readonly RegExp[]): boolean {
  return expected.some((pattern) => pattern.test(fault));
}
