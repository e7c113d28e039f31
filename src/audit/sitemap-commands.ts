import type { SitemapDocument } from '../site/sitemap.ts';
import type { AskedAgain } from './fix.ts';

type Kind = SitemapDocument['kind'];

/** What unpacks a sitemap in a command: one that is named .gz, whatever it turns out to be. */
export function unpacking(url: string): string {
  return /\.gz$/i.test(new URL(url).pathname) ? ' | gzip -dcf' : '';
}

/** For one that could not be read. */
export const ANSWERS: AskedAgain = {
  options: '-sI',
  expect: 'HTTP 200 with an XML content type, or 404 once nothing names it any more',
};

/** For one of too many bytes. */
export function countsBytes(url: string): AskedAgain {
  return { filter: `${unpacking(url)} | wc -c`, expect: 'a number of at most 52428800' };
}

/** For one that ends too early. */
export function printsEnd(url: string): AskedAgain {
  return { filter: `${unpacking(url)} | tail -c 100`, expect: 'the end tag of the root element, such as </urlset>' };
}

/**
 * For one that is no well-formed XML: counts tags that do not end before the next one, end tags that close another element, and
 * ampersands that begin no reference.
 */
export function countsXmlFaults(url: string): AskedAgain {
  const program = [
    'BEGIN{RS="<"} NR<2||/^[!?]/{next} {n++} !/>/{bad++;next}',
    `{r=$0;gsub(/&(amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);/,"",r);if(r~/&/)bad++}`,
    String.raw`{t=$0;sub(/>.*/,"",t);self=(t~/\/$/);c=(t~/^\//);sub(/^\//,"",t);sub(/[ \t\r\n\/].*/,"",t)}`,
    'c{if(d<1||s[d]!=t)bad++;if(d>0)d--;next} !self{s[++d]=t}',
    'END{print bad+(d>0), "faults in", n+0, "tags"}',
  ].join(' ');
  return {
    filter: `${unpacking(url)} | awk '${program}'`,
    expect: '0 faults in the tags that the file has, which are more than 0',
  };
}

/** For an index that stands where a urlset should. */
export function printsBeginning(url: string): AskedAgain {
  return { filter: `${unpacking(url)} | head -c 500`, expect: 'a urlset and no sitemapindex' };
}

/** For one of too many entries. */
export function countsEntries(url: string, kind: Kind): AskedAgain {
  return { filter: `${entries(url, kind)} | wc -l`, expect: 'a number of at most 50000, and more than 0' };
}

/** For one whose entries are no absolute URLs. */
export function countsOthers(url: string, kind: Kind): AskedAgain {
  return counting(url, kind, String.raw`https?:\/\/`);
}

/** For one whose entries are on another host. @param host of the site, without `www.` */
export function countsElsewhere(url: string, kind: Kind, host: string): AskedAgain {
  return counting(url, kind, String.raw`https?:\/\/(www[.])?${host.replaceAll('.', '[.]')}([]\/?# ]|$)`);
}

/** @param wanted what an entry is to begin with, as awk reads it */
function counting(url: string, kind: Kind, wanted: string): AskedAgain {
  if (kind === 'rss' || kind === 'atom') {
    return {
      filter: `${unpacking(url)} | grep -oiE '<link[^>]*>[^<]*'`,
      expect: 'links to absolute URLs of this site, and no others',
    };
  }
  return {
    filter: `${entries(url, kind)} | awk '!/^(<[^>]*>)? *${wanted}/{n++} END{print n+0, "of", NR, "entries"}'`,
    expect: '0 of the entries that the file has, which are more than 0',
  };
}

/** Prints each entry on a line: of a text file the lines that are not empty, else loc elements with their start tags. */
function entries(url: string, kind: Kind): string {
  if (kind === 'text') return `${unpacking(url)} | tr '\\r' '\\n' | grep .`;
  return `${unpacking(url)} | tr '\\t\\r\\n' '   ' | sed 's/<!.CDATA.//g' | grep -o '<loc>[^<]*'`;
}
