import { inspect } from 'node:util';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { VERSION } from '../package.ts';
import type { InstallOptions } from './agent/install.ts';
import type { AuditOptions } from './audit.ts';
import type { SiteOptions } from './audited-site.ts';
import type { BadgeOptions } from './badge.ts';
import type { DiffOptions } from './compare/diff.ts';
import type { VerifyOptions } from './compare/verify.ts';
import type { Shell } from './completion.ts';
import { EXIT, refuse } from './exit.ts';
import type { CreateOptions, RevokeOptions } from './keys.ts';
import type { LlmsTxtOptions } from './llms-txt.ts';
import type { LogsOptions } from './logs/logs.ts';
import type { SendOptions } from './logs/send/send-logs.ts';
import type { McpOptions } from './mcp/mcp.ts';

/** Keys of the checks, in the rubric's order. The rubric itself would slow every command. */
const CHECK_KEYS = [
  'crawler_access',
  'content_without_js',
  'metadata',
  'semantic_structure',
  'answer_content',
  'robots_txt',
  'sitemap',
  'structured_data',
  'llms_txt',
] as const;

const program = new Command('citable')
  .description('How ready is a website for AI answer engines?')
  .version(VERSION)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.fine : EXIT.wrongUsage));

program
  .command('audit')
  .argument('[domain-or-folder]', 'such as example.com, or ./dist with --base-url')
  .description('Audit a site, a folder before it is published, or every domain of a list, and print what was found.')
  .option('--base-url <origin>', 'of a folder, where it will be published; nothing is fetched')
  .addOption(
    new Option('--format <format>', 'how to print it; default: text of one site, jsonl of a list').choices([
      'text',
      'json',
      'markdown',
      'jsonl',
      'csv',
      'sarif',
      'junit',
      'github',
      'gitlab',
    ]),
  )
  .option('--evidence', 'print every question with its points and what it rests on', false)
  .addOption(new Option('--fail-under <score>', 'exit 1 when the score is below it').argParser(score))
  .addOption(
    new Option('--fail-on <checks>', 'exit 1 when one of these checks fails: keys, with commas').argParser(checkKeys),
  )
  .option('--baseline <audit>', 'exit 1 when it is worse than this audit: what `citable diff` takes')
  .option('--save-site <file>', 'keep everything that was fetched')
  .option('--from-site <file>', 'judge a saved site, without the network')
  .option('--from <file>', 'audit every domain of a list, one a line; - for standard input')
  .addOption(new Option('--concurrency <n>', 'of a list, audits at once; default: 4').argParser(concurrency))
  .option('--output <file>', 'of a list, write the results there, after those that are there already')
  .option('--in-order', 'of a list, write the results in its order, not as they are finished', false)
  .option('--origin <origin>', 'where the site is served before it is published, such as https://staging.example.net')
  .option(
    '--header <field>',
    "'Name: value', sent to the audited origin alone; may be repeated; or CITABLE_HEADERS",
    append,
  )
  .option('--basic-auth <user:password>', 'sent to the audited origin alone; or CITABLE_BASIC_AUTH')
  .option('--connect-to <host:port:address:port>', "connect elsewhere, as curl's option does; may be repeated", append)
  .option('--allow-private', 'accept private addresses and ports', false)
  .addHelpText('after', '\nExit status: 0 fine, 1 below --fail-under, 2 wrong usage, 3 a site could not be audited.')
  .action(async (domain: string | undefined, options: AuditOptions & { readonly from?: string }) => {
    const { from } = options;
    if (from !== undefined) {
      const { bulkAudit } = await import('./bulk/bulk-audit.ts');
      process.exitCode = await bulkAudit(domain, { ...options, from });
      return;
    }
    const { audit } = await import('./audit.ts');
    process.exitCode = await audit(domain, options);
  });

program
  .command('verify')
  .argument('[domain-or-folder]', 'such as example.com, or ./dist with --base-url')
  .description('Audit a site again, and print what became of the problems of an earlier audit.')
  .requiredOption(
    '--since <audit>',
    'the id of an audit in the store, or a file of `citable audit --format json --evidence` or `--save-site`',
  )
  .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json']).default('text'))
  .option('--base-url <origin>', 'of a folder, where it will be published; nothing is fetched')
  .option('--from-site <file>', 'judge a site saved by `citable audit --save-site`, without the network')
  .option('--origin <origin>', 'where the site is served before it is published, such as https://staging.example.net')
  .option(
    '--header <field>',
    "'Name: value', sent to the audited origin alone; may be repeated; or CITABLE_HEADERS",
    append,
  )
  .option('--basic-auth <user:password>', 'sent to the audited origin alone; or CITABLE_BASIC_AUTH')
  .option('--connect-to <host:port:address:port>', "connect elsewhere, as curl's option does; may be repeated", append)
  .option('--allow-private', 'accept private addresses and ports', false)
  .addHelpText(
    'after',
    '\nExit status: 0 no question loses points, 1 some still or newly do, 2 wrong usage, 3 the site could not be audited.',
  )
  .action(async (domain: string | undefined, options: VerifyOptions) => {
    const { verify } = await import('./compare/verify.ts');
    process.exitCode = await verify(domain, options);
  });

program
  .command('diff')
  .argument(
    '<old>',
    'the id of an audit in the store, or a file of `citable audit --format json --evidence` or `--save-site`',
  )
  .argument('<new>', 'another audit of the same site')
  .description(
    'Print what changed from one audit of a site to another: points, gates, and questions with their evidence.',
  )
  .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json', 'markdown']).default('text'))
  .addHelpText('after', '\nExit status: 0 the new audit is no worse, 1 it is worse, 2 wrong usage.')
  .action(async (before: string, after: string, options: DiffOptions) => {
    const { diff } = await import('./compare/diff.ts');
    process.exitCode = await diff(before, after, options);
  });

program
  .command('fix-guide')
  .argument('[domain-or-folder]', 'such as example.com, or ./dist with --base-url')
  .description(
    'Audit a site, or a folder before it is published, and print what to change, as Markdown for a coding agent.',
  )
  .option('--base-url <origin>', 'of a folder, where it will be published; nothing is fetched')
  .option('--from-site <file>', 'judge a site saved by `citable audit --save-site`, without the network')
  .option('--origin <origin>', 'where the site is served before it is published, such as https://staging.example.net')
  .option(
    '--header <field>',
    "'Name: value', sent to the audited origin alone; may be repeated; or CITABLE_HEADERS",
    append,
  )
  .option('--basic-auth <user:password>', 'sent to the audited origin alone; or CITABLE_BASIC_AUTH')
  .option('--connect-to <host:port:address:port>', "connect elsewhere, as curl's option does; may be repeated", append)
  .option('--allow-private', 'accept private addresses and ports', false)
  .addHelpText('after', '\nExit status: 0 fine, 2 wrong usage, 3 the site could not be audited.')
  .action(async (domain: string | undefined, options: SiteOptions) => {
    const { printFixGuide } = await import('./fix-guide.ts');
    process.exitCode = await printFixGuide(domain, options);
  });

program
  .command('llms-txt')
  .argument('[domain]', 'such as example.com')
  .description('Audit a site and print an llms.txt made of its own pages.')
  .addOption(new Option('--tier <tier>', 'free prints the template').choices(['free', 'vip']).default('vip'))
  .option('--from-site <file>', 'use a site saved by `citable audit --save-site`, without the network')
  .option('--connect-to <host:port:address:port>', "connect elsewhere, as curl's option does; may be repeated", append)
  .option('--allow-private', 'accept private addresses and ports', false)
  .addHelpText('after', '\nExit status: 0 fine, 2 wrong usage, 3 the site could not be audited.')
  .action(async (domain: string | undefined, options: LlmsTxtOptions) => {
    const { printLlmsTxt } = await import('./llms-txt.ts');
    process.exitCode = await printLlmsTxt(domain, options);
  });

program
  .command('badge')
  .argument('[domain]', 'such as example.com')
  .description('Audit a site and print its score as an SVG image.')
  .addOption(new Option('--theme <theme>', 'the colours').choices(['dark', 'light']).default('dark'))
  .addOption(new Option('--size <size>', 'how wide').choices(['normal', 'compact']).default('normal'))
  .option('--from-site <file>', 'judge a site saved by `citable audit --save-site`, without the network')
  .option('--connect-to <host:port:address:port>', "connect elsewhere, as curl's option does; may be repeated", append)
  .option('--allow-private', 'accept private addresses and ports', false)
  .addHelpText('after', '\nExit status: 0 fine, 2 wrong usage, 3 the site could not be audited.')
  .action(async (domain: string | undefined, options: BadgeOptions) => {
    const { printBadge } = await import('./badge.ts');
    process.exitCode = await printBadge(domain, options);
  });

program
  .command('logs')
  .argument('<files...>', 'access logs, also gzip or zstd; - for standard input')
  .description('Read access logs, and print which AI crawlers requested which pages and what they got.')
  .addOption(
    new Option('--format <format>', 'how to print it')
      .choices(['text', 'json', 'csv', 'markdown', 'html'])
      .default('text'),
  )
  .option('--log-format <format>', "a format's name, or the format in nginx's notation; default: detected")
  .option('--since <time>', 'count from this day or time on')
  .option('--until <time>', 'count until the end of this day, or until this time')
  .option(
    '--domain <domain>',
    'count only requests to this host, with or without www.; with --send: whose logs these are',
  )
  .addOption(new Option('--paths <n>', 'most pages for each crawler').argParser(pathCount).default(10))
  .option('--site <file>', 'compare with the robots.txt and sitemaps of a site saved by `citable audit --save-site`')
  .option('--verify', "fetch the vendors' address ranges, and verify addresses by them", false)
  .option('--save-ranges <file>', 'the same, and keep the ranges')
  .option('--from-ranges <file>', 'verify addresses by saved ranges, without the network')
  .option('--connect-to <host:port:address:port>', "connect elsewhere, as curl's option does; may be repeated", append)
  .option('--allow-private', 'accept private addresses and ports', false)
  .addOption(
    new Option('--send <url>', 'send the logs to this service, with the API key in CITABLE_API_KEY').conflicts([
      'since',
      'until',
      'site',
      'verify',
      'saveRanges',
      'fromRanges',
    ]),
  )
  .option('--follow', 'with --send: go on with what is added, until a signal', false)
  .option('--state <file>', 'with --send: where to store how far logs were sent')
  .addHelpText('after', '\nExit status: 0 fine, 2 wrong usage, 3 a log cannot be read or sent.')
  .action(async (files: readonly string[], options: LogsOptions & Partial<SendOptions>) => {
    const { send, follow = false, state } = options;
    if (send !== undefined) {
      const { sendLogs } = await import('./logs/send/send-logs.ts');
      process.exitCode = await sendLogs(files, { ...options, send, follow });
      return;
    }
    if (follow || state !== undefined) {
      process.exitCode = refuse('--follow and --state need --send.', EXIT.wrongUsage);
      return;
    }
    const { logs } = await import('./logs/logs.ts');
    process.exitCode = await logs(files, options);
  });

program
  .command('mcp')
  .description('Serve the tools for coding agents (Model Context Protocol) on standard input and output.')
  .option('--connect-to <host:port:address:port>', "connect elsewhere, as curl's option does; may be repeated", append)
  .option('--allow-private', 'accept private addresses and ports', false)
  .action(async (options: McpOptions) => {
    const { mcp } = await import('./mcp/mcp.ts');
    process.exitCode = await mcp(options);
  });

const agent = program.command('agent').description('Manage Citable in coding agents.');
agent
  .command('install')
  .description('Add the MCP server and the skill to the configuration of coding agents. Shows each change first.')
  .option('--client <name>', 'such as claude-code; may be repeated; default: those that are found', append)
  .option('--url <service>', 'of a service to use, with the API key in CITABLE_API_KEY; default: this program')
  .option('--remove', 'remove them', false)
  .option('--yes', 'do not ask', false)
  .addHelpText('after', '\nExit status: 0 fine, 1 a file stays as it is, 2 wrong usage.')
  .action(async (options: InstallOptions) => {
    const { install } = await import('./agent/install.ts');
    process.exitCode = await install(options);
  });

program
  .command('serve')
  .description('Serve the HTTP interface. Settings are environment variables: see docs/settings.md.')
  .action(async () => {
    const { serve } = await import('./serve.ts');
    process.exitCode = await serve();
  });

program
  .command('worker')
  .description('Run audits beside `citable serve`, on the PostgreSQL of DATABASE_URL. Settings: see docs/settings.md.')
  .action(async () => {
    const { worker } = await import('./worker.ts');
    process.exitCode = await worker();
  });

program
  .command('backup')
  .argument('<file>', 'where to; it must not exist')
  .description('Copy the database into one file, also while the service runs.')
  .action(async (file: string) => {
    const { backup } = await import('./backup.ts');
    process.exitCode = await backup(file);
  });

program
  .command('migrate-store')
  .description('Move the database of DATA_DIR into the PostgreSQL of DATABASE_URL, or go on with it.')
  .action(async () => {
    const { migrateStore } = await import('./migrate-store.ts');
    process.exitCode = await migrateStore();
  });

const keys = program.command('keys').description('Manage the API keys for live audits.');

keys
  .command('create')
  .argument('<name>', 'what to call it')
  .description('Make a key and print it, for the only time.')
  .option('--admin', 'it may manage keys, on the page /keys and by the API', false)
  .option('--audits-per-day <number>', 'most live audits on a day, which begins at 00:00 UTC (default: no limit)')
  .action(async (name: string, options: CreateOptions) => {
    const { createKey } = await import('./keys.ts');
    process.exitCode = await createKey(name, options);
  });

keys
  .command('list')
  .description('List the keys that were made, without the keys themselves.')
  .action(async () => {
    const { listKeys } = await import('./keys.ts');
    process.exitCode = await listKeys();
  });

keys
  .command('revoke')
  .argument('<id-or-name>')
  .description('Revoke a key at once, and print the domains that it owns. With any, add --withdraw or --to.')
  .option('--withdraw', 'withdraw the domains that it owns', false)
  .addOption(new Option('--to <id-or-name>', 'move them to another key').conflicts('withdraw'))
  .action(async (idOrName: string, options: RevokeOptions) => {
    const { revokeKey } = await import('./keys.ts');
    process.exitCode = await revokeKey(idOrName, options);
  });

const domains = program.command('domains').description('Manage the domains whose llms.txt is hosted.');

domains
  .command('list')
  .description('List the published domains, each with the key that owns it.')
  .action(async () => {
    const { listDomains } = await import('./domains.ts');
    process.exitCode = await listDomains();
  });

domains
  .command('move')
  .argument('<domain>', 'such as example.com')
  .description('Give a published domain to another key.')
  .requiredOption('--to <id-or-name>', 'the key that will own it')
  .action(async (domain: string, { to }: { readonly to: string }) => {
    const { moveDomain } = await import('./domains.ts');
    process.exitCode = await moveDomain(domain, to);
  });

program
  .command('unpublish')
  .argument('<domain>', 'such as example.com')
  .description('Withdraw a published domain: stop hosting its llms.txt and delete its visits.')
  .action(async (domain: string) => {
    const { unpublish } = await import('./domains.ts');
    process.exitCode = await unpublish(domain);
  });

program
  .command('completion')
  .addArgument(new Argument('<shell>', 'the shell that will complete').choices(['bash', 'zsh', 'fish']))
  .description('Print the script that completes commands and options in a shell.')
  .addHelpText(
    'after',
    '\nIn ~/.bashrc or ~/.zshrc: source <(citable completion bash), or zsh. In fish: citable completion fish | source',
  )
  .action(async (shell: Shell) => {
    const { completionScript } = await import('./completion.ts');
    process.stdout.write(completionScript(program, shell));
  });

/** Runs the command that the arguments name. Each command loads only its own modules. */
export async function runProgram(): Promise<void> {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Whoever read it has seen enough, as `head` has: that is no failure of the command.
    if (code === 'EPIPE') return;
    process.stderr.write(`citable: standard output cannot be written: ${code}.\n`);
    process.exit(EXIT.couldNotAudit);
  });
  // The reader has closed the pipe: nobody would see a message.
  process.stderr.on('error', () => undefined);
  try {
    await program.parseAsync();
  } catch (fault) {
    // Node.js would exit with 1, which means a low score.
    process.stderr.write(`citable: a fault of this program: ${inspect(fault)}\n`);
    process.exitCode = EXIT.couldNotAudit;
  }
  // When all is written, or has failed to be: a look-up that was given up would hold the process for as long as the system's
  // resolver waits.
  process.stdout.write('', () => setImmediate(() => process.exit()));
}

function append(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

function checkKeys(text: string): readonly string[] {
  const keys = text.split(',').map((key) => key.trim());
  const known: readonly string[] = CHECK_KEYS;
  if (keys.some((key) => !known.includes(key))) throw new InvalidArgumentError(`Checks are ${known.join(', ')}.`);
  return keys;
}

function score(text: string): number {
  return wholeNumber(text, 0, 100);
}

function pathCount(text: string): number {
  return wholeNumber(text, 1, 10_000);
}

function concurrency(text: string): number {
  return wholeNumber(text, 1, 256);
}

function wholeNumber(text: string, from: number, to: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < from || value > to || text.trim() === '') {
    throw new InvalidArgumentError(`It is a whole number from ${from} to ${to}.`);
  }
  return value;
}
