/** Minimum length of a text that is replaced, in characters: shorter ones cannot be told from the words of a page. */
const MIN_LENGTH = 5;

type Field = readonly [name: string, value: string];

/**
 * Returns the function that replaces the credentials of header fields in a text, as a page may echo them: as sent, in base64,
 * percent-encoded, and escaped for HTML or JSON.
 *
 * @param domain of the site, which is never replaced
 */
export function redactor(fields: readonly Field[], domain: string): (text: string) => string {
  const forms = new Set(fields.flatMap(listSecrets).flatMap(listForms));
  const secrets = [...forms].filter((form) => form.length >= MIN_LENGTH && !domain.includes(form.toLowerCase()));
  if (secrets.length === 0) return (text) => text;
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'gi');
  return (text) => text.replace(pattern, 'REDACTED');
}

/** Returns the parts of a field that are secret: its value, the credentials after a scheme, and the values of cookies. */
function listSecrets([name, value]: Field): readonly string[] {
  if (/^cookie$/i.test(name)) return [value, ...value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1))];
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+)$/.exec(value) ?? [];
  if (!/^basic$/i.test(scheme)) return credentials === '' ? [value] : [value, credentials];
  const pair = Buffer.from(credentials, 'base64').toString();
  return [value, credentials, pair, pair.slice(pair.indexOf(':') + 1)];
}

function listForms(secret: string): readonly string[] {
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const base64 = Buffer.from(secret).toString('base64');
  return [
    ...[secret, base64, base64.replace(/=+$/, ''), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
    ...[html, html.replaceAll('"', '&quot;').replaceAll("'", '&#39;'), html.replaceAll('"', '&#34;')],
  ];
}
