/** Maximum length of a name and of a path, in characters, and maximum number of folders. */
const MAX_NAME = 200;
const MAX_PATH = 800;
const MAX_FOLDERS = 30;
/** Extensions of pages. */
const PAGE = /\.(?:x?html?|shtml|php\d?|aspx?|jspx?)$/i;
const INDEX = /^(?:index|default)$/i;
/**
 * Characters that some file system refuses or reads as something else, dots that a URL reads as a folder also where they are encoded, and
 * names that Windows has for devices.
 */
const UNSAFE = /[\p{Cc}\p{Cf}<>:"/\\|?*]|[. ]$|^(?:\.|%2e)|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/**
 * Returns the path of the Markdown file of a page, below the folder that `citable markdown` writes: `/docs/` is
 * `docs/index.md`, `/docs/start` and `/docs/start.html` are `docs/start.md`. It has no `..`, no empty name, and no name that begins
 * with a dot. Null for a path that has none.
 *
 * @param pathname as in a URL, percent-encoded
 */
export function markdownPath(pathname: string): string | null {
  if (!pathname.startsWith('/') || pathname.length > MAX_PATH) return null;
  const segments = pathname.slice(1).split('/');
  const last = (segments.pop() ?? '').replace(PAGE, '');
  const names = [...segments, `${last === '' || INDEX.test(last) ? 'index' : last}.md`].map(decodeName);
  return names.length > MAX_FOLDERS || names.includes(null) ? null : names.join('/');
}

/** Returns a segment decoded where that is safe; null for one that cannot be a name. */
function decodeName(segment: string): string | null {
  const decoded = decode(segment);
  const name = UNSAFE.test(decoded) ? segment : decoded;
  // `%` alone is safe.
  return name === '' || name.length > MAX_NAME || UNSAFE.test(name) ? null : name;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC');
  } catch {
    return segment;
  }
}
