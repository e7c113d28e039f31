/** Length of the body prefix that {@link challengeVendor} needs. Challenge pages are smaller than that. */
export const CHALLENGE_PREFIX_BYTES = 32_768;

type Headers = Readonly<Record<string, string>>;

/** Header fields that a vendor sets only on responses of its own in place of the site's. */
const BY_HEADER: readonly (readonly [vendor: string, (headers: Headers, status: number) => boolean])[] = [
  ['Cloudflare', (headers) => headers['cf-mitigated'] === 'challenge'],
  ['Vercel', (headers) => headers['x-vercel-mitigated'] === 'challenge' || headers['x-vercel-mitigated'] === 'deny'],
  ['AWS WAF', (headers) => /^(?:challenge|captcha)$/.test(headers['x-amzn-waf-action'] ?? '')],
  ['SiteGround', (headers) => headers['sg-captcha'] === 'challenge'],
  ['Kasada', (headers, status) => status === 429 && headers['x-kpsdk-ct'] !== undefined],
];

/** Text that a vendor's pages contain, where the status already says that the site was not served. */
const BY_ERROR_PAGE: readonly (readonly [vendor: string, marks: readonly string[]])[] = [
  ['Cloudflare', ['_cf_chl_opt']],
  ['Cloudflare', ['<title>Just a moment...</title>', 'challenge-platform']],
  ['Cloudflare', ['cf-error-details', 'you have been blocked']],
  ['Vercel', ['<title>Vercel Security Checkpoint</title>']],
  ['DataDome', ['captcha-delivery.com']],
  ['Imperva', ['Incapsula incident ID']],
  ['Imperva', ['/_Incapsula_Resource']],
  ['Akamai', ['errors.edgesuite.net']],
  ['Akamai', ['Access Denied', 'Reference&#32;&#35;']],
  ['Akamai', ['sec-if-cpt-container']],
  ['AWS WAF', ['awsWafCookieDomainList']],
  ['Sucuri', ['Sucuri WebSite Firewall']],
  ['Sucuri', ['sucuri_cloudproxy_js']],
  ['HUMAN', ['_pxAppId']],
  ['HUMAN', ['id="px-captcha"']],
  ['DDoS-Guard', ['/.well-known/ddos-guard/']],
  ['Anubis', ['<script id="anubis_challenge"']],
  ['Fastly', ['<title>Client Challenge</title>', '/_fs-ch-']],
];

/**
 * Pages served in place of the site with a status of success. Each mark is a tag or phrase that only the vendor's page has: a
 * page of the site may include a vendor's script, header or captcha, and may write about them.
 */
const BY_PAGE: readonly (readonly [vendor: string, marks: readonly string[]])[] = [
  ['Anubis', ['<script id="anubis_challenge"']],
  ['Imperva', ['<iframe id="main-iframe" src="/_Incapsula_Resource']],
  ['Sucuri', ['<title>You are being redirected...</title>', 'sucuri_cloudproxy_js']],
  ['Akamai', ['<div id="sec-if-cpt-container"']],
  ['SiteGround', ['<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/']],
  ['Fastly', ['<title>Client Challenge</title>', '/_fs-ch-']],
  ['F5', ['<noscript>Please enable JavaScript to view the page content.<br/>Your support ID is']],
];

/**
 * Detects a bot protection that responded in place of the site: by a header field that means nothing else, by the page with a
 * status of 401, 403, 429 or 503, or by a page with 200 or 202 that can be nothing else.
 *
 * @param headers names in lower case
 * @param bodyPrefix the first bytes of the body as text, {@link CHALLENGE_PREFIX_BYTES} at most; may be empty
 * @returns the vendor; null when the response is the site's own
 */
export function challengeVendor(status: number, headers: Headers, bodyPrefix: string): string | null {
  for (const [vendor, matches] of BY_HEADER) if (matches(headers, status)) return vendor;
  const pages =
    status === 401 || status === 403 || status === 429 || status === 503
      ? BY_ERROR_PAGE
      : (status === 200 || status === 202) && bodyPrefix.length < CHALLENGE_PREFIX_BYTES
        ? BY_PAGE
        : [];
  for (const [vendor, marks] of pages) if (marks.every((mark) => bodyPrefix.includes(mark))) return vendor;
  return null;
}
