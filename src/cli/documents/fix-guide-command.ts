import { existsSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join, resolve, sep } from 'node:path';
import { shellQuote } from '../../audit/fixes/proof-commands.ts';
import { fixGuide } from '../../documents/fix-guide/fix-guide-document.ts';
import { auditedSite, type SiteOptions } from '../audited-site.ts';
import { EXIT, orUsageError, refuse, UsageError, withUsageErrors } from '../exit.ts';

interface FixGuideOptions extends SiteOptions {
  /** File to write all pages of each problem to, as JSON. */
  readonly problems?: string;
}

/**
 * Runs `citable fix-guide`: audits a site, live, in a folder or from a saved Site, and prints its fix guide on standard output.
 *
 * @returns the exit status
 */
export function printFixGuide(domain: string | undefined, options: FixGuideOptions): Promise<number> {
  return withUsageErrors(async () => {
    const { site, report, crawled, findFile } = await auditedSite(domain, options);
    if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
    // A site cannot predict when its responses arrive, so no page can contain the boundary of the evidence.
    const seed = JSON.stringify(site);
    const { fromSite, baseUrl, problems } = options;
    const verification = {
      by: 'command',
      command: await ownCommand(),
      options: typedOptions(options),
      ...(site.staging === undefined ? {} : { staging: site.staging.origin }),
      ...(baseUrl === undefined || domain === undefined ? {} : { folder: domain }),
      savedSite: fromSite === undefined ? undefined : resolve(fromSite),
      problemsFile: problems,
    } as const;
    if (problems !== undefined) {
      const [{ pageTableOfSite }, { problemsFile }] = await Promise.all([
        import('../../engine/audit-site.ts'),
        import('../../documents/fix-guide/problems-file.ts'),
      ]);
      const file = problemsFile(report, pageTableOfSite(site, crawled), findFile);
      await orUsageError(writeFile(problems, `${JSON.stringify(file, null, 2)}\n`), `${problems} cannot be written`);
    }
    process.stdout.write(fixGuide(report, { seed, verification }));
    return EXIT.fine;
  });
}

/** Returns the options that say how to reach the site, as typed in a shell. */
function typedOptions({ connectTo = [], allowPrivate, baseUrl }: SiteOptions): string {
  const base = baseUrl === undefined ? [] : [`--base-url ${shellQuote(baseUrl)}`];
  const rules = connectTo.map((rule) => `--connect-to ${shellQuote(rule)}`);
  return [...base, ...rules, ...(allowPrivate ? ['--allow-private'] : [])].join(' ');
}

/** Returns the command that runs Citable, as users type it: `CITABLE_COMMAND`, else the way it was started. @throws UsageError */
export async function ownCommand(): Promise<string> {
  const { CITABLE_COMMAND, PATH } = process.env;
  if (!CITABLE_COMMAND) return startedAs(process.execPath, process.argv[1] ?? 'citable', PATH ?? '');
  const { readConfig } = await import('../../values/config.ts');
  const read = readConfig({ CITABLE_COMMAND });
  if (!read.ok) throw new UsageError(read.problem);
  return read.config.CITABLE_COMMAND ?? CITABLE_COMMAND;
}

/** Folder that npm and npx add to the PATH of the programs they start. A user's shell does not have it. */
const NPM_BIN = join('node_modules', '.bin');

/**
 * Returns the command that starts a script again.
 *
 * @param node path of Node.js
 * @param script absolute path, as it was started
 * @param path the variable PATH
 */
export function startedAs(node: string, script: string, path: string): string {
  const folder = dirname(script);
  const isOnPath = path.split(delimiter).includes(folder) && !folder.endsWith(`${sep}${NPM_BIN}`);
  if (isOnPath && basename(script) === 'citable') return 'citable';
  // The script may be a link in a cache.
  return `${shellQuote(node)} ${shellQuote(existsSync(script) ? realpathSync(script) : script)}`;
}
