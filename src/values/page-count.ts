/** Pages that an audit reads by default: those of the score. It is also the minimum that can be asked for. */
export const DEFAULT_PAGES = 25;
/** Maximum number of pages that an audit can be asked to read. */
export const MOST_PAGES = 10_000;

/**
 * Parses a number of pages, or `all` for the maximum.
 *
 * @param most maximum of the service or command
 * @returns null for anything else
 */
export function parsePageCount(value: unknown, most = MOST_PAGES): number | null {
  if (value === 'all') return most;
  const count = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= DEFAULT_PAGES && count <= most;
  return isCount ? count : null;
}
