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
      /** Path of the file with all pages of each problem. Default: the guide says how to write it. */
      readonly problemsFile?: string | undefined;
    };

/** File in which the guide stores the audit before the changes. */
const BASELINE = 'citable-before.json';
/** File with all pages of each problem, where the reader of the guide has to write it. */
const PROBLEMS = 'citable-problems.json';

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
    case 'service':
      return `curl -sS -X POST${addressIn(verification, 'verify')}`;
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

/**
 * Returns the command that writes a file which Citable can make; null where there is none.
 *
 * @param file path to write, as words of ours or of the reader
 */
export function makerCommand(
  name: 'sitemap' | 'llms-txt' | 'llms-txt --update',
  domain: string,
  verification: Verification,
  file: string,
): string | null {
  const path = shellQuote(file);
  if (verification.by === 'service' && name !== 'sitemap') {
    const { baseUrl, key } = verification;
    const url = `${baseUrl}/api/llms-txt?domain=${encodeURIComponent(domain)}&tier=vip`;
    return `curl -sS${formatBearer(key)} ${shellQuote(url)} > ${path}`;
  }
  if (verification.by !== 'command') return null;
  if (verification.staging !== undefined && name !== 'sitemap') return null;
  return `${callOnSaved(name, domain, verification)} -o ${path}`;
}

/** Says where all pages of each problem are; nothing for a demonstration. */
export function problemsBlocks(domain: string, verification: Verification): readonly string[] {
  switch (verification.by) {
    case 'service':
      return [ALL_PAGES, shell(`curl -sS${addressIn(verification, 'problems.json')} > ${PROBLEMS}`)];
    case 'command': {
      const { problemsFile } = verification;
      if (problemsFile !== undefined)
        return [`${IN_FILE} \`${problemsFile.replaceAll('`', "'")}\`, under the number of the problem.`];
      return [ALL_PAGES, shell(`${callOnSaved('fix-guide', domain, verification)} --problems ${PROBLEMS} > /dev/null`)];
    }
    case 'key_to_come':
      return [];
  }
}

/** What the list of problems shows, and where the rest is. */
const IN_FILE = 'Each problem below shows its first places. All its pages, grouped by template, are in';
const ALL_PAGES = `${IN_FILE} \`${PROBLEMS}\`, under the number of the problem, once this command has written it:`;

type ByService = Extract<Verification, { by: 'service' }>;
type ByCommand = Extract<Verification, { by: 'command' }>;

function call(name: string, domain: string, { command = 'citable', folder, staging, options = '' }: ByCommand): string {
  const where = staging === undefined ? '' : ` --origin ${shellQuote(staging)}`;
  return `${command} ${name} ${shellQuote(folder ?? domain)}${where}${options === '' ? '' : ` ${options}`}`;
}

/** As {@link call}, of the saved site where the guide is about one. */
function callOnSaved(name: string, domain: string, verification: ByCommand): string {
  const { savedSite, command = 'citable' } = verification;
  if (savedSite === undefined) return call(name, domain, verification);
  return `${command} ${name} --from-site ${shellQuote(savedSite)}`;
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

function byService(domain: string, verification: ByService): readonly string[] {
  const { baseUrl, key } = verification;
  return [
    `When the changes are published, audit again and compare with the audit of this guide. This may take a minute. ${WHAT_IT_LISTS}`,
    shell(verifyCommand(domain, verification) ?? ''),
    'The response is JSON: `aeo_score` is the new score, `questions` is the list, and `is_all_fixed` is true when no question loses points. To get a new guide for the remaining problems:',
    shell(`curl -sS${formatBearer(key)} ${shellQuote(guideUrl(baseUrl, domain))}`),
  ];
}

/** Returns the arguments of curl for a document of the audit. */
function addressIn({ baseUrl, auditId, key, linkToken = null }: ByService, document: string): string {
  const link = linkToken === null ? '' : `?token=${linkToken}`;
  return `${formatBearer(key)} ${shellQuote(`${baseUrl}/api/audit/${auditId}/${document}${link}`)}`;
}

function formatBearer(key: string | null): string {
  return key === null ? '' : ` -H "Authorization: Bearer ${KEY_VARIABLE}"`;
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

/** Sets the variable that the commands read the key from: the only place of a guide that has it. */
function keyBlocks(key: string | null): readonly string[] {
  if (key === null) return [];
  if (key === KEY_VARIABLE) {
    return [
      'A live audit requires an API key: ask the operator of the service for one. Commands that audit again read it from the variable `CITABLE_API_KEY`.',
    ];
  }
  return [
    'Commands that audit again read the API key from a variable. Set it once in each shell. Keep this line out of the repository and of logs, and do not share it:',
    shell(`CITABLE_API_KEY=${shellQuote(key)}`),
  ];
}

function guideUrl(baseUrl: string, domain: string): string {
  return `${baseUrl}/api/agent-prompt?domain=${encodeURIComponent(domain)}&tier=vip`;
}

function shell(command: string): string {
  return fence('sh', command);
}

/** Returns a fenced block. */
export function fence(language: string, lines: string): string {
  return `\`\`\`${language}\n${lines}\n\`\`\``;
}

/** Explains how to run the proofs: on which host, and what to store before the first change. */
export function aboutProofs(domain: string, origin: string, verification: Verification): readonly string[] {
  const baseline = baselineCommand(domain, verification);
  const own = verification.by === 'command' ? verification : undefined;
  if (own?.folder !== undefined) return aboutFolderProofs(domain, own, baseline);
  const staging = own?.staging;
  return [
    'Every proof with curl sends its request to the host in ORIGIN. Set it once in each shell:',
    shell(`ORIGIN=${shellQuote(staging ?? origin)}`),
    `To check a change before it is published, set ORIGIN to a staging host instead, such as \`http://localhost:8080\`. Where a command has \`"$ORIGIN$PAGE"\`, set PAGE to the path of a url in that problem’s evidence, in single quotes, such as \`PAGE='/about'\`. Where it has only \`"$PAGE"\`, set PAGE to the whole url. Run the command once for each url, and skip any url that ends in ….`,
    ...(verification.by === 'service' ? keyBlocks(verification.key) : []),
    ...(baseline === null
      ? []
      : ['Other proofs compare with an earlier audit. Store it before the first change:', shell(baseline)]),
    ...(own !== undefined && staging === undefined
      ? [
          'To verify a staging host, add `--origin https://HOST`. A local one, `--origin http://localhost:PORT`, needs `--allow-private` too.',
        ]
      : []),
  ];
}

/** Returns whether the guide is of a folder: then all its proofs read the folder, and none the published site. */
export function isOfFolder(verification: Verification): boolean {
  return verification.by === 'command' && verification.folder !== undefined;
}

function aboutFolderProofs(domain: string, verification: ByCommand, baseline: string | null): readonly string[] {
  return [
    'The audit read a folder. The proofs read it too, and nothing that is published. Store its audit before the first change:',
    ...(baseline === null ? [] : [shell(baseline)]),
    'To prove a change, build the site into the same folder again, and run this command. It must list the rules of the problem as fixed:',
    shell(verifyCommand(domain, verification) ?? ''),
  ];
}
