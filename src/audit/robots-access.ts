import type { FailureKind } from '../fetch/exchange.ts';
import { type Fix, fixAt } from './fixes/fix.ts';
import { statusProof } from './fixes/proof-commands.ts';
import { isOwnFailure } from './observe.ts';
import type { RobotsFacts, SiteFacts } from './site-facts.ts';

/** Meaning of a response to /robots.txt for a crawler. */
export type RobotsAccess =
  /** The file's rules are in force. */
  | 'rules'
  /** An HTML page, in which no crawler finds a rule: everything is allowed. */
  | 'html'
  /** 404 or 410: everything is allowed. */
  | 'absent'
  /** Another 4xx, or redirects that lead nowhere: "unavailable", crawlers may fetch everything (RFC 9309 §2.3.1.3). */
  | 'unavailable'
  /** 5xx, 429 or no response: "unreachable", crawlers must assume complete disallow (RFC 9309 §2.3.1.4). */
  | 'unreachable'
  /** Unknown through a failure of ours: the site loses nothing. */
  | 'unknown';

/** RFC 9309 §2.3.1.2: a file behind too many redirects is unavailable, not unreachable. */
const REDIRECT_FAILURES: readonly FailureKind[] = ['too_many_redirects', 'redirect_loop', 'bad_redirect'];

/** Returns how crawlers interpret the response to /robots.txt. */
export function robotsAccess({ availability, exchange, isHtml }: RobotsFacts): RobotsAccess {
  switch (availability) {
    case 'present':
      return isHtml ? 'html' : 'rules';
    case 'absent':
      return 'absent';
    case 'refused':
    case 'other_status':
      return 'unavailable';
    case 'not_asked':
      return 'unknown';
    case 'server_error':
      return 'unreachable';
    case 'unreachable': {
      const kind = exchange.failure?.kind;
      // The home page of the same site could be read.
      if (isOwnFailure(exchange)) return 'unknown';
      return kind !== undefined && REDIRECT_FAILURES.includes(kind) ? 'unavailable' : 'unreachable';
    }
  }
}

/** Returns the fix for a robots.txt that cannot be read. Every question that lost points because of it has the same fix. */
export function accessFix(origin: string): Fix {
  return fixAt(
    'server_access',
    'Make /robots.txt return 200 with the rules, or 404 if there are none, whenever a crawler requests it.',
    { proof: statusProof(`${origin}/robots.txt`) },
  );
}

/** Returns the fix for crawlers that robots.txt blocks. */
export function openFix({ robots, origin }: Pick<SiteFacts, 'robots' | 'origin'>): Fix {
  if (robotsAccess(robots) === 'unreachable') return accessFix(origin);
  return fixAt(
    'robots_txt',
    'Remove or narrow the Disallow lines of robots.txt that the evidence names, unless these crawlers are meant to be blocked. If their group also names crawlers that are to stay out, such as those that collect training data, take only the User-agent lines of these crawlers out of it. Add no Allow line, and no group for one crawler: such a group replaces the * group.',
    {
      askFirst: true,
      ask: 'Should these crawlers of answer engines be kept out of pages that people may see? If not, which Disallow lines may go?',
    },
  );
}
