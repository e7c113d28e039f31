import type { Staging } from '../site/site.ts';
import { quote } from '../values/untrusted-text.ts';
import type { SiteFacts } from './site-facts.ts';

const NOT_JUDGED_OF_FOLDER =
  'The site was read from a local folder. Whatever requires its server was not judged: different responses for crawlers, TLS, redirects between hosts, response headers, and links to other sites.';

/** Notes of a site that was not read where it is published. */
export function sourceNotes({ source, staging }: Pick<SiteFacts, 'source' | 'staging'>): readonly string[] {
  if (source === 'folder') return [NOT_JUDGED_OF_FOLDER];
  return staging === null ? [] : stagingNotes(staging);
}

/** Notes of a site that was read at its staging origin. */
export function stagingNotes({ origin, robotsTag }: Staging): readonly string[] {
  const where = `The site was read at ${origin}. robots.txt, noindex in pages, redirects and the treatment of crawlers are those of that server; production may differ.`;
  if (robotsTag === null) return [where];
  return [
    where,
    `${origin} sends X-Robots-Tag: ${quote(robotsTag, 80)}. It was not judged, because hosts add it to previews. Check what production sends.`,
  ];
}
