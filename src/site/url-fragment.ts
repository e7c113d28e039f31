/** A URL without its fragment: the page that it is a part of. */
export function withoutFragment(url: string): string {
  const end = url.indexOf('#');
  return end === -1 ? url : url.slice(0, end);
}
