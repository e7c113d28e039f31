import { describe, expect, test } from 'vitest';
import { CHALLENGE_PREFIX_BYTES, challengeVendor } from './challenge.ts';

const READABLE = `<!doctype html><title>Shop</title><h1>Shop</h1><p>We use a captcha, Cloudflare, DataDome and Imperva.</p>
<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>
<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>
<script src="/_Incapsula_Resource?SWJIYLWA=1"></script><script src="https://js.datadome.co/tags.js"></script>
<script>window._pxAppId = 'PX1';</script><div class="cf-turnstile"></div>
<pre>&lt;script id="anubis_challenge"&gt; captcha-delivery.com _cf_chl_opt sucuri_cloudproxy_js</pre>`;

describe('challengeVendor', () => {
  test.each<[string, number, Record<string, string>, string]>([
    ['Cloudflare', 403, { 'cf-mitigated': 'challenge' }, ''],
    ['Cloudflare', 503, {}, '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b/x"></script>'],
    ['Cloudflare', 403, {}, '<title>Nur einen Moment…</title><script>window._cf_chl_opt = {};</script>'],
    ['Cloudflare', 403, {}, '<div id="cf-error-details"><h1>Sorry, you have been blocked</h1></div>'],
    ['Vercel', 429, { 'x-vercel-mitigated': 'challenge' }, ''],
    ['Vercel', 403, { 'x-vercel-mitigated': 'deny' }, ''],
    ['Vercel', 429, {}, '<title>Vercel Security Checkpoint</title>'],
    ['DataDome', 403, {}, "<script>var dd={'host':'geo.captcha-delivery.com'}</script>"],
    ['Imperva', 403, {}, '<iframe src="/_Incapsula_Resource?CWUDNSAI=1"></iframe>'],
    ['Imperva', 200, {}, '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=1"></iframe>'],
    ['Akamai', 403, {}, '<H1>Access Denied</H1> Reference&#32;&#35;18&#46;1'],
    ['Akamai', 200, {}, '<div id="sec-if-cpt-container"></div>'],
    ['AWS WAF', 202, { 'x-amzn-waf-action': 'challenge' }, ''],
    ['AWS WAF', 405, { 'x-amzn-waf-action': 'captcha' }, ''],
    ['Sucuri', 403, {}, '<title>Sucuri WebSite Firewall - Access Denied</title>'],
    ['Sucuri', 200, {}, '<title>You are being redirected...</title><script>sucuri_cloudproxy_js=1</script>'],
    ['HUMAN', 403, {}, "<script>window._pxAppId = 'PX1'</script>"],
    ['DDoS-Guard', 403, {}, '<script src="/.well-known/ddos-guard/js-challenge/index.js"></script>'],
    ['Anubis', 200, {}, '<script id="anubis_challenge" type="application/json">{}</script>'],
    ['Anubis', 401, {}, '<script id="anubis_challenge" type="application/json">{}</script>'],
    ['Kasada', 429, { 'x-kpsdk-ct': 'x' }, ''],
    ['SiteGround', 202, { 'sg-captcha': 'challenge' }, ''],
    ['F5', 200, {}, '<noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 1'],
  ])('detects %s with status %d', (vendor, status, headers, body) => {
    expect(challengeVendor(status, headers, body)).toBe(vendor);
  });

  test.each([200, 202])(
    'a readable page with status %d is not a challenge, whatever scripts and words it has',
    (status) => {
      expect(
        challengeVendor(status, { 'cf-ray': '1', server: 'cloudflare', 'x-datadome': 'protected' }, READABLE),
      ).toBe(null);
    },
  );

  test('a page with status 200 that is longer than any challenge is the site’s own', () => {
    const page = '<script id="anubis_challenge"'.padEnd(CHALLENGE_PREFIX_BYTES - 1, ' ');
    expect(challengeVendor(200, {}, page)).toBe('Anubis');
    expect(challengeVendor(200, {}, `${page} `)).toBe(null);
    expect(challengeVendor(403, {}, `${page} `)).toBe('Anubis');
  });

  test.each([404, 410, 500, 301])('a page with status %d is the site’s own', (status) => {
    expect(challengeVendor(status, {}, '<script>window._cf_chl_opt = {};</script>')).toBe(null);
  });

  test.each([401, 403, 429, 503])('a plain %d is the site’s own, with or without a vendor', (status) => {
    const headers = { server: 'cloudflare', 'x-sucuri-id': '1', 'x-iinfo': '1', 'cf-mitigated': '' };
    expect(challengeVendor(status, headers, '<h1>Forbidden</h1><p>Log in, or solve the captcha.</p>')).toBe(null);
  });
});
