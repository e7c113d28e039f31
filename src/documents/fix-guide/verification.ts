import { shellQuote } from '../../audit/fixes/proof-commands.ts';

/** Ways to verify the published fixes. */
export type Verification =
  /** The service that made the audit: tier vip. */
  | {
      readonly by: 'service';
      readonly baseUrl: string;
      readonly auditId: string;
      /** The caller's, or {@link KEY_VARIABLE}; null where live audits need none. */
      readonly key: string | null;
      /** Of a link to the report; null where its reader needs none. Default: null. */
      readonly linkToken?: string | null;
    }
  /** The service, once the reader has a key: tier free. */
  | {
      readonly by: 'key_to_come';
      readonly baseUrl: string;
      /** Command as users type it; null where that is not known. */
      readonly command: string | null;
    }
  /** The command only. */
  | {
      readonly by: 'command';
      /** Command as typed in a shell. Default: `citable`. */
      readonly command?: string;
      /** Folder that it audited instead of the domain. */
      readonly folder?: string;
      /** Origin of staging, where the site was audited before it is published. */
      readonly staging?: string;
      /** Options with which it reached the site, as typed in a shell. Default: none. */
      readonly options?: string;
      /** Path of the saved Site that this guide is about. Default: the guide explains how to store the state of the site. */
      readonly savedSite?: string | undefined;
    };

/** File in which the guide stores the audit before the changes. */
const BASELINE = 'citable-before.json';

/** Instead of a key, in a guide that others may see. */
export const KEY_VARIABLE = '$CITABLE_API_KEY';

const WHAT_IT_LISTS =
  'The result lists each question that lost points before or loses points now as fixed, not yet fixed (with evidence) or new. The pages of the earlier audit are read again: a problem is fixed only if it was judged again there, else it is not read again, or gone with its page. A question can be new because a page or file now has enough content to be judged. Points may shift by one, because they are rounded to add up to the score.';

/** The section's text below its heading: blocks of Markdown. @param domain of the audited site, validated */
export function verificationBlocks(domain: string, verification: Verification): readonly string[] {
  switch (verification.by) {
    case 'service':
      return byService(domain, verification);
    case 'key_to_come':
      return withKeyToCome(domain, verification);
    case 'command':
      return byCommand(domain, verification);
  }
}

/**
 * Returns the command that lists which questions are fixed, still wrong or new. It is the proof of fixes that no shell
 * command can prove. Null for a demonstration, which has nothing to verify.
 */
export function verifyCommand(domain: string, verification: Verification): string | null {
  switch (verification.by) {
    case 'service': {
      const { baseUrl, auditId, key, linkToken = null } = verification;
      const link = linkToken === null ? '' : `?token=${linkToken}`;
      return `curl -sS -X POST${bearerOf(key)} ${shellQuote(`${baseUrl}/api/audit/${auditId}/verify${link}`)}`;
    }
    case 'command': {
      const { savedSite } = verification;
      const since = savedSite === undefined ? BASELINE : shellQuote(savedSite);
      return `${call('verify', domain, verification)} --since ${since}`;
    }
    case 'key_to_come':
      return null;
  }
}

/** Returns the command to run before the first change, so that later audits can be compared; null where none is needed. */
export function baselineCommand(domain: string, verification: Verification): string | null {
  if (verification.by !== 'command' || verification.savedSite !== undefined) return null;
  return `${call('audit', domain, verification)} --format json --evidence > ${BASELINE}`;
}

/** Returns the command that prints all evidence; null where there is none. */
export function evidenceCommand(domain: string, verification: Verification): string | null {
  switch (verification.by) {
    case 'service': {
      const { baseUrl, auditId, key, linkToken = null } = verification;
      const link = linkToken === null ? '' : `?token=${linkToken}`;
      return `curl -sS${bearerOf(key)} ${shellQuote(`${baseUrl}/api/audit/${auditId}/evidence${link}`)}`;
    }
    case 'command': {
      const { savedSite, command = 'citable' } = verification;
      const audit =
        savedSite === undefined
          ? call('audit', domain, verification)
          : `${command} audit --from-site ${shellQuote(savedSite)}`;
      return `${audit} --format json --evidence`;
    }
    case 'key_to_come':
      return null;
  }
}

type ByCommand = Extract<Verification, { by: 'command' }>;

function call(name: string, domain: string, { command = 'citable', folder, staging, options = '' }: ByCommand): string {
  const where = staging === undefined ? '' : ` --origin ${shellQuote(staging)}`;
  return `${command} ${name} ${shellQuote(folder ?? domain)}${where}${options === '' ? '' : ` ${options}`}`;
}

function byCommand(domain: string, verification: ByCommand): readonly string[] {
  const { folder, staging } = verification;
  const when =
    folder !== undefined
      ? 'the site is built again'
      : staging !== undefined
        ? 'the changes are on staging'
        : 'the changes are published';
  return [
    `When ${when}, audit again and compare. ${WHAT_IT_LISTS}`,
    shell(verifyCommand(domain, verification) ?? ''),
    'It exits with 0 if no question loses points, and else with 1. To get a new guide for the remaining problems:',
    shell(call('fix-guide', domain, verification)),
    ...(verification.savedSite === undefined ? [`When all problems are fixed, delete ${BASELINE}.`] : []),
  ];
}

function byService(domain: string, verification: Extract<Verification, { by: 'service' }>): readonly string[] {
  const { baseUrl, key } = verification;
  return [
    ...keyNote(key),
    `When the changes are published, audit again and compare with the audit of this guide. This may take a minute. ${WHAT_IT_LISTS}`,
    shell(verifyCommand(domain, verification) ?? ''),
    'The response is JSON: `aeo_score` is the new score, `questions` is the list, and `is_all_fixed` is true when no question loses points. To get a new guide for the remaining problems:',
    shell(`curl -sS${bearerOf(key)} ${shellQuote(guideUrl(baseUrl, domain))}`),
  ];
}

function bearerOf(key: string | null): string {
  return key === null ? '' : ` -H "Authorization: Bearer ${key}"`;
}

function withKeyToCome(
  domain: string,
  { baseUrl, command }: Extract<Verification, { by: 'key_to_come' }>,
): readonly string[] {
  return [
    'A live audit requires an API key: ask the operator of the service for one. With it, request the live guide, which has evidence, exact lines and a command that verifies the fixes:',
    shell(`curl -sS -H "Authorization: Bearer ${KEY_VARIABLE}" ${shellQuote(guideUrl(baseUrl, domain))}`),
    ...(command === null
      ? []
      : ['Without a key, audit the site with the command:', shell(`${command} fix-guide ${shellQuote(domain)}`)]),
  ];
}

function keyNote(key: string | null): readonly string[] {
  if (key === null) return [];
  if (key !== KEY_VARIABLE) {
    return ['These commands contain an API key. Keep them out of the repository and of logs, and do not share them.'];
  }
  return [
    'A live audit requires an API key: ask the operator of the service for one. These commands read it from the variable `CITABLE_API_KEY`.',
  ];
}

function guideUrl(baseUrl: string, domain: string): string {
  return `${baseUrl}/api/agent-prompt?domain=${encodeURIComponent(domain)}&tier=vip`;
}

/** Returns a fenced block of commands. */
export function shell(...lines: readonly string[]): string {
  return ['```sh', ...lines, '```'].join('\n');
}

/** Explains how to run the proofs: on which host, and what to store before the first change. */
export function aboutProofs(domain: string, origin: string, verification: Verification): readonly string[] {
  const baseline = baselineCommand(domain, verification);
  const staging = verification.by === 'command' ? verification.staging : undefined;
  return [
    'Every proof with curl sends its request to the host in ORIGIN. Set it once in each shell:',
    shell(`ORIGIN=${shellQuote(staging ?? origin)}`),
    `To check a change before it is published, set ORIGIN to a staging host instead, such as \`http://localhost:8080\`. Where a command has \`"$ORIGIN$PAGE"\`, set PAGE to the path of a url in that problem’s evidence, in single quotes, such as \`PAGE='/about'\`. Where it has only \`"$PAGE"\`, set PAGE to the whole url. Run the command once for each url, and skip any url that ends in ….`,
    ...(baseline === null
      ? []
      : ['Other proofs compare with an earlier audit. Store it before the first change:', shell(baseline)]),
    ...(verification.by === 'command' && verification.folder === undefined && staging === undefined
      ? [
          'To verify a staging host, add `--origin https://HOST`. A local one, `--origin http://localhost:PORT`, needs `--allow-private` too.',
        ]
      : []),
  ];
}
