import { shellQuote } from '../audit/fix.ts';

/** How the questions are judged again when the changes are made. */
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

/** What a guide needs to know to name a command that audits again. */
export interface Verified {
  /** Of the audited site, validated. */
  readonly domain: string;
  readonly verification: Verification;
  /** How the command is called, such as `npx citable`. */
  readonly command: string;
}

const OUTCOME =
  'The score must be higher by the points of the problems that were fixed, each counted after those before it. Where a page or file has more to judge than before, new problems may show: they are no change gone wrong.';

/** Instead of a key, in a guide that others may see. */
export const KEY_VARIABLE = '$CITABLE_API_KEY';

/** What the command compares with: everything that was fetched before the first change. */
const BEFORE = 'citable-before.json';

/** Steps before the first change, without which nothing can be compared later. */
export function beforeChanges({ domain, verification, command }: Verified): readonly string[] {
  if (verification.by !== 'command') return [];
  return [
    'Before the first change, save what the site serves now. Some proofs compare with it:',
    shell(`${command} audit ${shellQuote(domain)} --save-site ${BEFORE}`),
  ];
}

/** The command that lists which questions are fixed, still wrong or new: the proof where no line of shell is one. */
export function verifyLine({ domain, verification, command }: Verified): string {
  switch (verification.by) {
    case 'service': {
      const url = shellQuote(`${verification.baseUrl}/api/audit/${verification.auditId}/verify`);
      return `curl -sS -X POST${bearerOf(verification.key)} ${url}`;
    }
    case 'command':
      // The host and port of ORIGIN: a staging host is judged like the site itself.
      return `${command} verify "\${ORIGIN#*//}" --since ${BEFORE}`;
    case 'key_to_come':
      return `${command} audit ${shellQuote(domain)} --evidence`;
  }
}

/** The section's text below its heading: blocks of Markdown. */
export function verificationBlocks(verified: Verified): readonly string[] {
  const { verification } = verified;
  switch (verification.by) {
    case 'service':
      return byService(verified, verification);
    case 'key_to_come':
      return [
        'A live audit needs an API key of this service. Its operator makes one with `citable keys create NAME`. With it, ask for the live guide, which has evidence, exact lines and these commands with the key filled in:',
        shell(
          `curl -sS -H "Authorization: Bearer ${KEY_VARIABLE}" ${shellQuote(guideUrl(verification.baseUrl, verified.domain))}`,
        ),
        ...byCommand(verified, 'Without a key, the command audits from this machine:'),
      ];
    case 'command':
      return byCommand(verified, 'When the changes are published, audit again and compare with the table above:');
  }
}

function byCommand({ domain, command }: Verified, lead: string): readonly string[] {
  return [
    lead,
    shell(`${command} audit ${shellQuote(domain)}`),
    `${OUTCOME} What is left, with its evidence:`,
    shell(`${command} fix-guide ${shellQuote(domain)}`),
  ];
}

function byService(
  { domain }: Verified,
  { baseUrl, auditId, key }: Extract<Verification, { by: 'service' }>,
): readonly string[] {
  const bearer = bearerOf(key);
  const url = (path: string) => shellQuote(`${baseUrl}${path}`);
  const query = `domain=${encodeURIComponent(domain)}&tier=vip`;
  return [
    ...keyNote(key),
    'Audit again, when the changes are published (it may take a minute), and store both results:',
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

function bearerOf(key: string | null): string {
  return key === null ? '' : ` -H "Authorization: Bearer ${key}"`;
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
