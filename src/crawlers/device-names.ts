/**
 * A phone or tablet writes its model into its first comment (`Linux; Android 7.0; C Bot Tab 100`), and some browsers
 * have names that are known from search engines. Neither says anything about a program.
 */

const FIRST_COMMENT = /\([^()]*\)/;
const ANDROID = /\bandroid\b/i;
/** A model is never written with a version or an address of its own, and never claims to be compatible. */
const CALLS_ITSELF_A_PROGRAM = /compatible|:\/\/|@|(?:(?<!cu)bot|crawler|spider)[\w-]*\/v?\d/i;
/** Browsers and traces of apps that pattern lists take for bots, and a maker of phones. */
const BROWSER_TRACES =
  /\bSogou(?:MSE|MobileBrowser)\b|\bGoogleHypersonic\b|\b(?:Google|Smart|Sohu)News\b|\bNews(?:Article|Break)\b|\bCUBOT(?:[ _-]\w+)?/gi;
const FEATURE_PHONE = /\bMIDP-\d|\bCLDC-\d|\bUP\.Browser\b|\bWAP Browser\b|\bObigo\b|\bNetFront\b/i;
const NAMES_A_PROGRAM = /(?:bot|agent)\b|crawler|spider|:\/\//i;

/** The user agent without what a device or a browser is called. At most linear in its length. */
export function withoutDeviceNames(userAgent: string): string {
  const text = userAgent.replace(BROWSER_TRACES, '');
  return text.replace(FIRST_COMMENT, (comment) => {
    if (!ANDROID.test(comment)) return comment;
    return `(${comment
      .slice(1, -1)
      .split(';')
      .filter((part) => ANDROID.test(part) || CALLS_ITSELF_A_PROGRAM.test(part) || part.trim().length < 3)
      .join(';')})`;
  });
}

/** Whether it is a phone from before the smartphone, whose shape no pattern of browsers fits. */
export function isFeaturePhone(userAgent: string): boolean {
  return FEATURE_PHONE.test(userAgent) && !NAMES_A_PROGRAM.test(userAgent);
}
