import { readFile } from 'node:fs/promises';
import { VERSION } from '../../package.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import { quote } from '../../values/untrusted-text.ts';
import { describeError, EXIT, orUsageError, refuse, tell, withUsageErrors } from '../exit.ts';
import { requireTrafficTarget } from './send/send-logs.ts';

/** Options of `citable import`. */
export interface ImportOptions {
  /** URL of the service, or of the domain's page there. */
  readonly send: string;
  readonly domain?: string;
  /** Kind of report; default: told by its columns. */
  readonly report?: string;
}

const TIMEOUT_MS = 60_000;

/**
 * `citable import`: sends reports of search engines to a service, one after the other.
 * @returns the exit status
 */
export function importReports(files: readonly string[], options: ImportOptions): Promise<number> {
  return withUsageErrors(async () => {
    const { url, key } = requireTrafficTarget(options, 'search-reports');
    const endpoint = new URL(url);
    if (options.report !== undefined) endpoint.searchParams.set('report', options.report);
    for (const path of files) {
      const body = new Uint8Array(await orUsageError(readFile(path), `${path} cannot be read`));
      const problem = await send(path, endpoint, key, body);
      if (problem !== null) return refuse(`${quote(path, 300)}: ${problem}`, EXIT.couldNotRead);
    }
    return EXIT.fine;
  });
}

/** @returns why the service has not stored the report, in one sentence; null when it has */
async function send(path: string, url: URL, key: string, body: Uint8Array<ArrayBuffer>): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'user-agent': `citable/${VERSION}` },
      body,
      // A redirect could take the key elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = parseJson(await response.text());
    const fields = isRecord(answer) ? answer : {};
    if (response.status !== 200) {
      return `The service returned status ${response.status}: ${quote(String(fields['error'] ?? 'no reason'), 300)}`;
    }
    const { report, lines, bad_lines: bad, of_other_hosts: others, warning } = fields;
    const shown = `${quote(path, 300)}: report ${quote(String(report), 40)}, ${Number(lines)} lines imported, ${Number(bad)} bad lines, ${Number(others)} of other hosts.`;
    process.stdout.write(`${shown}\n`);
    if (typeof warning === 'string') tell(quote(warning, 300));
    return null;
  } catch (error) {
    return `The service cannot be reached: ${describeError(error)}.`;
  }
}
