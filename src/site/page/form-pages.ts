import { PATHS } from '../../data/read/languages.ts';

const FORM = new RegExp(`/(?:${[...PATHS.booking, ...PATHS.orders].join('|')})(?:[/.]|$)`, 'i');
const THANKS = PATHS.thanks.join('|');
const THANKS_PATH = new RegExp(`(?:/|/[^/]{1,80}[_-])(?:${THANKS})(?:/|\\.\\w+$|$)|/(?:${THANKS})[._-]`, 'i');
const THANKING = new RegExp(`^(?:${THANKS.replaceAll('-', ' ')})\\b`, 'i');

/** Returns whether a path leads to a form for a booking, an order or a request. */
export function isFormPath(pathname: string): boolean {
  return FORM.test(pathname);
}

/** Returns whether a path leads to thanks for a form: a segment begins or ends so. `/gracias-descarga`, `/contact-thanks`. */
export function isThanksPath(pathname: string): boolean {
  return THANKS_PATH.test(pathname);
}

/** Returns whether a title or heading begins with thanks. */
export function isThanking(title: string): boolean {
  return THANKING.test(title);
}
