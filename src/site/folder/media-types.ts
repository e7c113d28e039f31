const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.atom': 'application/atom+xml',
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.rss': 'application/rss+xml',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xhtml': 'application/xhtml+xml',
  '.xml': 'application/xml',
};

/** Returns the Content-Type of a file by its extension. Of HTML, the charset is left to the page. */
export function mediaTypeOf(extension: string): string {
  return MEDIA_TYPES[extension.toLowerCase()] ?? 'application/octet-stream';
}
