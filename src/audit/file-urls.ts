const FILE =
  /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|css|js|mjs|cjs|map|json|xsl|eot|otf|ttf|woff2?|mp3|mp4|ogg|wav|webm|mov|zip|gz|tar|rar|7z|exe|dmg|sig|asc)$/i;

/**
 * Returns whether a URL names a file that is not a page, by its extension: an image, script, style, font, medium, data file
 * or archive.
 *
 * @param url absolute
 */
export function isFileUrl(url: string): boolean {
  return FILE.test(new URL(url).pathname);
}
