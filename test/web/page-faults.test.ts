import { expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { watchForFaults } from '../support/page-faults.ts';
import { instantAudit, startService } from '../support/running-service.ts';

/** The tests of pages rely on it: each kind of fault is detected. */
test('inline scripts, errors, requests to other origins and missing files are detected, with and without JavaScript', async () => {
  const { url } = await startService(instantAudit);
  const browser = await launchChromium();
  try {
    const context = await browser.newContext();
    const faults = watchForFaults(context, url);
    const page = await context.newPage();
    await page.goto(url);
    expect(faults.seen).toEqual([]);
    await page.evaluate(async () => {
      const inline = document.createElement('script');
      inline.textContent = 'window.ran = true';
      document.body.append(inline);
      const thrown = new Promise((resolve) => addEventListener('error', resolve, { once: true }));
      setTimeout(() => {
        throw new Error('thrown');
      });
      alert('asked');
      await fetch('https://elsewhere.example.com/').catch(() => null);
      await thrown;
    });
    await expect.poll(() => faults.seen).toContain('not caught: thrown');
    await page.goto(`${url}/assets/absent.css`);
    await expect(page.goto('https://left-for.example.com/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
    const output = faults.seen.join('\n');
    expect(output).toMatch(/inline script violates/);
    expect(output).toMatch(/^dialog: asked$/m);
    expect(output).toMatch(/Connecting to 'https:\/\/elsewhere\.example\.com\/' violates/);
    expect(output).toMatch(/^request to https:\/\/left-for\.example\.com\/$/m);
    expect(output).toMatch(/^failed: https:\/\/left-for\.example\.com\/ net::ERR_NAME_NOT_RESOLVED$/m);
    expect(output).toMatch(/status of 404/);

    const scriptless = await browser.newContext({ javaScriptEnabled: false });
    const others = watchForFaults(scriptless, url, [/status of 404/]);
    const plain = await scriptless.newPage();
    await plain.goto(`${url}/assets/absent.css`);
    expect(others.seen).toEqual([]);
    await plain.goto(`${url}/api/badge?domain=example.com`);
    expect(others.seen).toEqual([]);
  } finally {
    await browser.close();
  }
});
