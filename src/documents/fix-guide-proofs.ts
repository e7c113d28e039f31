import { shellQuote } from '../audit/fix.ts';
import type { Verification } from './fix-guide-verification.ts';

/** What a guide needs to know to name the command that audits again. */
export interface ProofSetting {
  /** Of the audited site, validated. */
  readonly domain: string;
  readonly verification: Verification;
  /** How the command is called, such as `npx citable`. */
  readonly command: string;
}

/** The file in which a guide has the audit before the changes stored. */
const BASELINE = 'citable-before.json';

/** How the proofs are run: which host they ask, and what has to be stored before the first change. */
export function aboutProofs(origin: string, setting: ProofSetting): readonly string[] {
  return [
    'Every proof with curl asks the host that ORIGIN names. Set it once in each shell:',
    shell(`ORIGIN=${shellQuote(origin)}`),
    `To check a change before it is published, set ORIGIN to a staging host instead, such as \`http://localhost:8080\`. Where a command has \`"$ORIGIN$PAGE"\`, set PAGE to the path of a url in that problem’s evidence, between single quotes, such as \`PAGE='/about'\`. Where it has \`"$PAGE"\` alone, set PAGE to the whole url. Run the command once for each url, and skip a url that ends in ….`,
    ...aboutVerify(setting),
  ];
}

function aboutVerify({ domain, verification, command }: ProofSetting): readonly string[] {
  if (verification.by !== 'command') return [];
  return [
    'Some proofs compare with the audit before the changes. Store it before the first change:',
    shell(`${command} audit ${shellQuote(domain)} --format json --evidence > ${BASELINE}`),
    `To verify a staging host that serves https, add \`--connect-to ${domain}:443:HOST:PORT\`. For one that serves http alone, add \`--connect-to ${domain}:80:HOST:PORT --connect-to ${domain}:443:HOST:1\`.`,
  ];
}

/** The command that lists which questions are fixed, still wrong or new: the proof where no line of shell is one. */
export function verifyLine({ domain, verification, command }: ProofSetting): string {
  switch (verification.by) {
    case 'service': {
      const bearer = verification.key === null ? '' : ` -H "Authorization: Bearer ${verification.key}"`;
      return `curl -sS -X POST${bearer} ${shellQuote(`${verification.baseUrl}/api/audit/${verification.auditId}/verify`)}`;
    }
    case 'command':
      return `${command} verify ${shellQuote(domain)} --since ${BASELINE}`;
    case 'key_to_come':
      // A demonstration has no fixes to prove.
      return `${command} audit ${shellQuote(domain)}`;
  }
}

function shell(...lines: readonly string[]): string {
  return ['```sh', ...lines, '```'].join('\n');
}
