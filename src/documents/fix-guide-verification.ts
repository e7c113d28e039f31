import { shellQuote } from '../audit/fix.ts';

/** How the points are asked for again when the changes are published. */
export type Verification =
  /** By the service that made the audit: tier vip. */
  | {
      readonly by: 'service';
      readonly baseUrl: string;
      readonly auditId: string;
      /** The caller's, or {@link KEY_VARIABLE}; null where live audits need none. */
      readonly key: string | null;
    }
  /** By the service, once a key is there: tier free. */
  | { readonly by: 'key_to_come'; readonly baseUrl: string }
  /** By the command alone. */
  | { readonly by: 'command' };

const OUTCOME =
  'The score must be higher by the points of the problems that were fixed, each counted after those before it. It may be a few points less where a page or file now says enough to be asked more: what is missed there is a new problem, not a change gone wrong. Points of a check may also shift by one, because they are rounded to add up to the score.';

/** Instead of a key, in a guide that others may see. */
export const KEY_VARIABLE = '$CITABLE_API_KEY';

/** The section's text below its heading: blocks of Markdown. @param domain of the audited site, validated */
export function verificationBlocks(domain: string, verification: Verification): readonly string[] {
  switch (verification.by) {
    case 'service':
      return byService(domain, verification);
    case 'key_to_come':
      return [
        'A live audit needs an API key of this service. Its operator makes one with `citable keys create NAME`. With it, ask for the live guide, which has evidence, exact lines and these commands with the key filled in:',
        shell(
          `curl -sS -H "Authorization: Bearer ${KEY_VARIABLE}" ${shellQuote(guideUrl(verification.baseUrl, domain))}`,
        ),
        ...byCommand(domain, 'Without a key, the command audits from this machine:'),
      ];
    case 'command':
      return byCommand(domain, 'When the changes are published, audit again and compare with the table above:');
  }
}

function byCommand(domain: string, lead: string): readonly string[] {
  return [
    lead,
    shell(`npx citable audit ${shellQuote(domain)}`),
    `${OUTCOME} What is left, with its evidence:`,
    shell(`npx citable fix-guide ${shellQuote(domain)}`),
  ];
}

function byService(
  domain: string,
  { baseUrl, auditId, key }: Extract<Verification, { by: 'service' }>,
): readonly string[] {
  const bearer = key === null ? '' : ` -H "Authorization: Bearer ${key}"`;
  const url = (path: string) => shellQuote(`${baseUrl}${path}`);
  const query = `domain=${encodeURIComponent(domain)}&tier=vip`;
  return [
    ...keyNote(key),
    'Audit again, when the changes are published (it may take a minute), and keep both results:',
    shell(
      `curl -sS -o citable-before.json ${url(`/api/audit/${auditId}`)}`,
      `curl -sS${bearer} -o citable-after.json ${url(`/api/audit?${query}`)}`,
    ),
    'Fetch the new result by its id, as anybody may, and compare. The first number of each line is the score, then the points of the nine checks in the order of the table above:',
    shell(
      `ID=$(grep -oE '"id":"[0-9a-f-]{36}"' citable-after.json | cut -d '"' -f 4)`,
      `curl -sS -o citable-after.json "${baseUrl}/api/audit/$ID"`,
      `for RESULT in citable-before.json citable-after.json; do grep -oE '"(aeo_score|score_impact)":[0-9]+' "$RESULT" | cut -d : -f 2 | tr '\\n' ' '; echo; done`,
    ),
    `The second line is the new one. ${OUTCOME} What is left, with its evidence:`,
    shell(`curl -sS${bearer} ${url(`/api/agent-prompt?${query}`)}`),
    'Then delete citable-before.json and citable-after.json.',
  ];
}

function keyNote(key: string | null): readonly string[] {
  if (key === null) return [];
  if (key !== KEY_VARIABLE) {
    return ['These commands hold an API key: keep them out of the repository, of logs and of what is shown to others.'];
  }
  return [
    'A live audit needs an API key of this service; its operator makes one with `citable keys create NAME`. These commands take it from the variable `CITABLE_API_KEY`.',
  ];
}

function guideUrl(baseUrl: string, domain: string): string {
  return `${baseUrl}/api/agent-prompt?domain=${encodeURIComponent(domain)}&tier=vip`;
}

function shell(...lines: readonly string[]): string {
  return ['```sh', ...lines, '```'].join('\n');
}
