/**
 * A phone or tablet writes its model into its first comment (`Linux; Android 7.0; C Bot Tab 100`), and some browsers
 * have names that are known from search engines. Neither says anything about a program.
 */

const FIRST_COMMENT = /\([^()]*\)/;
const ANDROID = /\bandroid\b/i;
/** A model is never written with a version or an address of its own, and never claims to be compatible. */
const CALLS_ITSELF_A_PROGRAM = /compatible|:\/\/|@|(?:(?<!cu)bot|crawler|spider)[\w-]*\/v?\d/i;
/** Browsers, apps and devices that pattern lists take for bots by a word in their names. */
const BROWSER_TRACES = new RegExp(
  [
    String.raw`\bSogou(?:MSE|MobileBrowser|Search)\b`,
    String.raw`\bSogou/\d`,
    String.raw`\b(?:com\.google\.)?Google(?:Hypersonic|Earth|Plus)\b|\bGoogle\+`,
    String.raw`\b(?:Apple|Google|Smart|Sohu)News\b|\bNews(?:Article|Break)\b`,
    // WeChat for Android.
    String.raw`\bProcess/tools(?:mp)?\b`,
    // Televisions (CEA-2014).
    String.raw`\bCE-HTML/\d[\d.]*`,
    // Phones.
    String.raw`\bCUBOT(?:[ _-]\w+)?`,
    String.raw`\bBada/\d[\d.]*`,
    String.raw`\bHTC; Radar\b`,
  ].join('|'),
  'gi',
);
/** Pieces that are harmless beside the name of an app or a maker, and suspicious without it. */
const HARMLESS_BESIDE: readonly (readonly [RegExp, RegExp])[] = [
  [/\bbaiduboxapp\//i, /\|/g],
  [/\bHisense\b/i, /\bCatcher\b/gi],
];
const FEATURE_PHONE = /\bMIDP-\d|\bCLDC-\d|\bUP\.Browser\b|\bWAP Browser\b|\bObigo\b|\bNetFront\b/i;
const NAMES_A_PROGRAM = /(?:bot|agent)\b|crawler|spider|:\/\//i;

/** The user agent without what a device or a browser is called. At most linear in its length. */
export function withoutDeviceNames(userAgent: string): string {
  let text = userAgent.replace(BROWSER_TRACES, '');
  for (const [beside, piece] of HARMLESS_BESIDE) if (beside.test(text)) text = text.replace(piece, '');
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
