import { inspect } from 'node:util';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { VERSION } from '../package.ts';
import type { AuditOptions } from './audit.ts';
import type { Shell } from './completion.ts';
import { EXIT, refuse } from './exit.ts';
import type { LogsOptions } from './logs/logs.ts';
import type { SendOptions } from './logs/send/send-logs.ts';

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

/** A domain, or a folder that is read as it will be published. */
const DOMAIN_OR_FOLDER = new Argument('[domain-or-folder]', 'such as example.com, or ./dist with --base-url');
/** An audit that was made before. */
const AUDIT = 'the id of an audit in the store, or a file of `citable audit --format json --evidence` or `--save-site`';

const BASE_URL = new Option('--base-url <origin>', 'of a folder, where it will be published; nothing is fetched');
const FROM_SITE = new Option(
  '--from-site <file>',
  'judge a site saved by `citable audit --save-site`, without the network',
);
const ORIGIN = new Option(
  '--origin <origin>',
  'where the site is served before it is published, such as https://staging.example.net',
);
const HEADER = new Option(
  '--header <field>',
  "'Name: value', sent to the audited origin alone; may be repeated; or CITABLE_HEADERS",
).argParser(append);
const BASIC_AUTH = new Option(
  '--basic-auth <user:password>',
  'sent to the audited origin alone; or CITABLE_BASIC_AUTH',
);
const CONNECT_TO = new Option(
  '--connect-to <host:port:address:port>',
  "connect elsewhere, as curl's option does; may be repeated",
).argParser(append);
const ALLOW_PRIVATE = new Option('--allow-private', 'accept private addresses and ports').default(false);

const program = new Command('citable')
  .description('How ready is a website for AI answer engines?')
  .version(VERSION)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.fine : EXIT.wrongUsage));

program
  .command('audit')
  .addArgument(DOMAIN_OR_FOLDER)
  .description('Audit a site, a folder before it is published, or every domain of a list, and print what was found.')
  .addOption(BASE_URL)
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
  .addOption(new Option('--fail-under <score>', 'exit 1 when the score is below it').argParser(wholeNumber(0, 100)))
  .addOption(
    new Option('--fail-on <checks>', 'exit 1 when one of these checks fails: keys, with commas').argParser(checkKeys),
  )
  .option('--baseline <audit>', 'exit 1 when it is worse than this audit: what `citable diff` takes')
  .option('--save-site <file>', 'keep everything that was fetched')
  .option('--from-site <file>', 'judge a saved site, without the network')
  .option('--from <file>', 'audit every domain of a list, one a line; - for standard input')
  .addOption(new Option('--concurrency <n>', 'of a list, audits at once; default: 4').argParser(wholeNumber(1, 256)))
  .option('--output <file>', 'of a list, write the results there, after those that are there already')
  .option('--in-order', 'of a list, write the results in its order, not as they are finished', false)
  .addOption(ORIGIN)
  .addOption(HEADER)
  .addOption(BASIC_AUTH)
  .addOption(CONNECT_TO)
  .addOption(ALLOW_PRIVATE)
  .addHelpText('after', '\nExit status: 0 fine, 1 below --fail-under, 2 wrong usage, 3 a site could not be audited.')
  .action(
    run(async () => async (domain: string | undefined, options: AuditOptions & { readonly from?: string }) => {
      const { from } = options;
      if (from === undefined) return (await import('./audit.ts')).audit(domain, options);
      return (await import('./bulk/bulk-audit.ts')).bulkAudit(domain, { ...options, from });
    }),
  );

program
  .command('verify')
  .addArgument(DOMAIN_OR_FOLDER)
  .description('Audit a site again, and print what became of the problems of an earlier audit.')
  .requiredOption('--since <audit>', AUDIT)
  .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json']).default('text'))
  .addOption(BASE_URL)
  .addOption(FROM_SITE)
  .addOption(ORIGIN)
  .addOption(HEADER)
  .addOption(BASIC_AUTH)
  .addOption(CONNECT_TO)
  .addOption(ALLOW_PRIVATE)
  .addHelpText(
    'after',
    '\nExit status: 0 no question loses points, 1 some still or newly do, 2 wrong usage, 3 the site could not be audited.',
  )
  .action(run(async () => (await import('./compare/verify.ts')).verify));

program
  .command('diff')
  .argument('<old>', AUDIT)
  .argument('<new>', 'another audit of the same site')
  .description(
    'Print what changed from one audit of a site to another: points, gates, and questions with their evidence.',
  )
  .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json', 'markdown']).default('text'))
  .addHelpText('after', '\nExit status: 0 the new audit is no worse, 1 it is worse, 2 wrong usage.')
  .action(run(async () => (await import('./compare/diff.ts')).diff));

program
  .command('fix-guide')
  .addArgument(DOMAIN_OR_FOLDER)
  .description(
    'Audit a site, or a folder before it is published, and print what to change, as Markdown for a coding agent.',
  )
  .addOption(BASE_URL)
  .addOption(FROM_SITE)
  .addOption(ORIGIN)
  .addOption(HEADER)
  .addOption(BASIC_AUTH)
  .addOption(CONNECT_TO)
  .addOption(ALLOW_PRIVATE)
  .addHelpText('after', '\nExit status: 0 fine, 2 wrong usage, 3 the site could not be audited.')
  .action(run(async () => (await import('./fix-guide.ts')).printFixGuide));

program
  .command('llms-txt')
  .argument('[domain]', 'such as example.com')
  .description('Audit a site and print an llms.txt made of its own pages.')
  .addOption(new Option('--tier <tier>', 'free prints the template').choices(['free', 'vip']).default('vip'))
  .option('--from-site <file>', 'use a site saved by `citable audit --save-site`, without the network')
  .addOption(CONNECT_TO)
  .addOption(ALLOW_PRIVATE)
  .addHelpText('after', '\nExit status: 0 fine, 2 wrong usage, 3 the site could not be audited.')
  .action(run(async () => (await import('./llms-txt.ts')).printLlmsTxt));

program
  .command('badge')
  .argument('[domain]', 'such as example.com')
  .description('Audit a site and print its score as an SVG image.')
  .addOption(new Option('--theme <theme>', 'the colours').choices(['dark', 'light']).default('dark'))
  .addOption(new Option('--size <size>', 'how wide').choices(['normal', 'compact']).default('normal'))
  .addOption(FROM_SITE)
  .addOption(CONNECT_TO)
  .addOption(ALLOW_PRIVATE)
  .addHelpText('after', '\nExit status: 0 fine, 2 wrong usage, 3 the site could not be audited.')
  .action(run(async () => (await import('./badge.ts')).printBadge));

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
  .addOption(new Option('--paths <n>', 'most pages for each crawler').argParser(wholeNumber(1, 10_000)).default(10))
  .option('--site <file>', 'compare with the robots.txt and sitemaps of a site saved by `citable audit --save-site`')
  .option('--verify', "fetch the vendors' address ranges, and verify addresses by them", false)
  .option('--save-ranges <file>', 'the same, and keep the ranges')
  .option('--from-ranges <file>', 'verify addresses by saved ranges, without the network')
  .addOption(CONNECT_TO)
  .addOption(ALLOW_PRIVATE)
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
  .action(
    run(async () => async (files: readonly string[], options: LogsOptions & Partial<SendOptions>) => {
      const { send, follow = false, state } = options;
      if (send !== undefined) {
        return (await import('./logs/send/send-logs.ts')).sendLogs(files, { ...options, send, follow });
      }
      if (follow || state !== undefined) return refuse('--follow and --state need --send.', EXIT.wrongUsage);
      return (await import('./logs/logs.ts')).logs(files, options);
    }),
  );

program
  .command('mcp')
  .description('Serve the tools for coding agents (Model Context Protocol) on standard input and output.')
  .addOption(CONNECT_TO)
  .addOption(ALLOW_PRIVATE)
  .action(run(async () => (await import('./mcp/mcp.ts')).mcp));

const agent = program.command('agent').description('Manage Citable in coding agents.');
agent
  .command('install')
  .description('Add the MCP server and the skill to the configuration of coding agents. Shows each change first.')
  .option('--client <name>', 'such as claude-code; may be repeated; default: those that are found', append)
  .option('--url <service>', 'of a service to use, with the API key in CITABLE_API_KEY; default: this program')
  .option('--remove', 'remove them', false)
  .option('--yes', 'do not ask', false)
  .addHelpText('after', '\nExit status: 0 fine, 1 a file stays as it is, 2 wrong usage.')
  .action(run(async () => (await import('./agent/install.ts')).install));

program
  .command('serve')
  .description('Serve the HTTP interface. Settings are environment variables: see docs/settings.md.')
  .action(
    run(async () => {
      const { serve } = await import('./serve.ts');
      return () => serve();
    }),
  );

program
  .command('worker')
  .description('Run audits beside `citable serve`, on the PostgreSQL of DATABASE_URL. Settings: see docs/settings.md.')
  .action(
    run(async () => {
      const { worker } = await import('./worker.ts');
      return () => worker();
    }),
  );

program
  .command('backup')
  .argument('<file>', 'where to; it must not exist')
  .description('Copy the database into one file, also while the service runs.')
  .action(run(async () => (await import('./backup.ts')).backup));

program
  .command('migrate-store')
  .description('Move the database of DATA_DIR into the PostgreSQL of DATABASE_URL, or go on with it.')
  .action(run(async () => (await import('./migrate-store.ts')).migrateStore));

const keys = program.command('keys').description('Manage the API keys for live audits.');

keys
  .command('create')
  .argument('<name>', 'what to call it')
  .description('Make a key and print it, for the only time.')
  .option('--admin', 'it may manage keys, on the page /keys and by the API', false)
  .option('--audits-per-day <number>', 'most live audits on a day, which begins at 00:00 UTC (default: no limit)')
  .action(run(async () => (await import('./keys.ts')).createKey));

keys
  .command('list')
  .description('List the keys that were made, without the keys themselves.')
  .action(run(async () => (await import('./keys.ts')).listKeys));

keys
  .command('revoke')
  .argument('<id-or-name>')
  .description('Revoke a key at once, and print the domains that it owns. With any, add --withdraw or --to.')
  .option('--withdraw', 'withdraw the domains that it owns', false)
  .addOption(new Option('--to <id-or-name>', 'move them to another key').conflicts('withdraw'))
  .action(run(async () => (await import('./keys.ts')).revokeKey));

const domains = program.command('domains').description('Manage the domains whose llms.txt is hosted.');

domains
  .command('list')
  .description('List the published domains, each with the key that owns it.')
  .action(run(async () => (await import('./domains.ts')).listDomains));

domains
  .command('move')
  .argument('<domain>', 'such as example.com')
  .description('Give a published domain to another key.')
  .requiredOption('--to <id-or-name>', 'the key that will own it')
  .action(run(async () => (await import('./domains.ts')).moveDomain));

program
  .command('unpublish')
  .argument('<domain>', 'such as example.com')
  .description('Withdraw a published domain: stop hosting its llms.txt and delete its visits.')
  .action(run(async () => (await import('./domains.ts')).unpublish));

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

/**
 * Returns an action that loads its command and sets the exit status that this returns. Commander gives a command its arguments, then
 * its options.
 */
function run<Given extends readonly unknown[]>(load: () => Promise<(...given: Given) => Promise<number> | number>) {
  return async (...given: Given): Promise<void> => {
    const command = await load();
    process.exitCode = await command(...given);
  };
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

function wholeNumber(from: number, to: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < from || value > to || text.trim() === '') {
      throw new InvalidArgumentError(`It is a whole number from ${from} to ${to}.`);
    }
    return value;
  };
}
