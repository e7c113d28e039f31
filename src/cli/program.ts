import { inspect } from 'node:util';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { VERSION } from '../package.ts';
import type { AuditOptions } from './audit-command.ts';
import type { Shell } from './completion-command.ts';
import { EXIT, refuse, tell } from './exit.ts';
import type { LogsOptions } from './logs/logs-command.ts';
import type { SendOptions } from './logs/send/send-logs.ts';
import {
  ALLOW_PRIVATE,
  AUDIT,
  append,
  BASE_URL,
  CONNECT_TO,
  CRAWL,
  DOMAIN_OR_FOLDER,
  FROM_SITE,
  OUTPUT,
  PAGES,
  pageCount,
  REQUESTS,
  wholeNumber,
} from './site-arguments.ts';

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

/** A command to which several options are added at once. */
class CitableCommand extends Command {
  override createCommand(name?: string): CitableCommand {
    return new CitableCommand(name);
  }

  addOptions(...options: readonly Option[]): this {
    for (const option of options) this.addOption(option);
    return this;
  }
}

const program = new CitableCommand('citable')
  .description('How ready is a website for AI answer engines?')
  .version(VERSION)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.fine : EXIT.wrongUsage));

program
  .command('audit')
  .addArgument(DOMAIN_OR_FOLDER)
  .description('Audit a site, a local build folder or a list of domains, and print the report.')
  .addOption(BASE_URL)
  .addOption(
    new Option('--format <format>', 'output format (default: text for one site, jsonl for a list)').choices([
      'text',
      'json',
      'markdown',
      'jsonl',
      'csv',
      'pages-csv',
      'pages-jsonl',
      'faults-csv',
      'sarif',
      'junit',
      'github',
      'gitlab',
    ]),
  )
  .option('--details', 'format text: how to fix each problem, and where it was seen', false)
  .option('--evidence', 'include every question with its points and evidence', false)
  .addOption(
    new Option('--fail-under <score>', 'exit with 1 if the score is below this').argParser(wholeNumber(0, 100)),
  )
  .addOption(
    new Option('--fail-on <checks>', 'exit with 1 if one of these checks fails; comma-separated').argParser(checkKeys),
  )
  .option('--baseline <audit>', 'exit with 1 if worse than this audit (an id or a file, as for `citable diff`)')
  .addOptions(...CRAWL)
  .option('--render', 'also load the judged pages in the installed Chromium or Chrome; never scored', false)
  .option('--pictures <folder>', 'with --render: write pictures of the first pages, as sent and after scripts')
  .option('--agents', 'also request what AI agents look for, such as cards in /.well-known/; never scored', false)
  .option('--save-site <file>', 'save all fetched responses, for --from-site')
  .option('--from-site <file>', 'audit a saved site, offline')
  .option('--from <file>', 'audit a list of domains, one per line; - reads standard input')
  .addOption(
    new Option('--concurrency <n>', 'with --from: audits in parallel (default: 4)').argParser(wholeNumber(1, 256)),
  )
  .option('--output <file>', 'with --from: append the results to this file, and skip domains already in it')
  .option('--in-order', 'with --from: write the results in the order of the list', false)
  .addOptions(...REQUESTS)
  .addHelpText('after', '\nExit status: 0 success, 1 --fail-* or --baseline failed, 2 usage error, 3 audit failed.')
  .action(
    run(async () => async (domain: string | undefined, options: AuditOptions & { readonly from?: string }) => {
      const { from } = options;
      if (from === undefined) return (await import('./audit-command.ts')).audit(domain, options);
      return (await import('./bulk/bulk-audit.ts')).bulkAudit(domain, { ...options, from });
    }),
  );

program
  .command('verify')
  .addArgument(DOMAIN_OR_FOLDER)
  .description('Audit a site again, and print which problems of an earlier audit are fixed.')
  .requiredOption('--since <audit>', AUDIT)
  .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
  .addOptions(...CRAWL, BASE_URL, FROM_SITE, ...REQUESTS)
  .addHelpText(
    'after',
    '\nExit status: 0 no question loses points, 1 at least one does, 2 usage error, 3 audit failed.',
  )
  .action(run(async () => (await import('./compare/verify.ts')).verify));

program
  .command('diff')
  .argument('<old>', AUDIT)
  .argument('<new>', 'another audit of the same site')
  .description('Print what changed between two audits of a site: points, gates, and questions with their evidence.')
  .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'markdown']).default('text'))
  .addHelpText('after', '\nExit status: 0 the new audit is not worse, 1 it is worse, 2 usage error.')
  .action(run(async () => (await import('./compare/diff.ts')).diff));

program
  .command('fix-guide')
  .addArgument(DOMAIN_OR_FOLDER)
  .description('Audit a site or a local build folder, and print a fix guide: Markdown for a coding agent.')
  .option('--problems <file>', 'write all pages of each problem to this file, as JSON, grouped by template')
  .addOptions(PAGES, BASE_URL, FROM_SITE, ...REQUESTS)
  .addHelpText('after', '\nExit status: 0 success, 2 usage error, 3 audit failed.')
  .action(run(async () => (await import('./documents/fix-guide-command.ts')).printFixGuide));

program
  .command('llms-txt')
  .addArgument(DOMAIN_OR_FOLDER)
  .description('Audit a site, and print an llms.txt generated from its pages.')
  .addOption(
    new Option('--update', 'complete the llms.txt that the site has: its lines stay, pages are added').conflicts(
      'tier',
    ),
  )
  .addOption(new Option('--full', 'print an llms-full.txt: the whole texts of the pages').conflicts(['tier', 'update']))
  .addOption(new Option('--tier <tier>', 'free: a template, without an audit').choices(['free', 'vip']).default('vip'))
  .addOption(BASE_URL)
  .addOption(OUTPUT)
  .option('--from-site <file>', 'use a site saved by `citable audit --save-site`, offline')
  .addOptions(CONNECT_TO, ALLOW_PRIVATE)
  .addHelpText('after', '\nExit status: 0 success, 2 usage error, 3 audit failed.')
  .action(run(async () => (await import('./documents/llms-txt-command.ts')).writeLlmsTxt));

program
  .command('sitemap')
  .addArgument(DOMAIN_OR_FOLDER)
  .description('Read the pages of a site or a local build folder, and write a sitemap.xml of those to be indexed.')
  .addOption(BASE_URL)
  .addOption(OUTPUT)
  .addOption(
    new Option('--pages <n>', 'maximum number of pages to read, 25 to 10000 (default: all, at most 10000)').argParser(
      pageCount,
    ),
  )
  .addOptions(FROM_SITE, ...REQUESTS)
  .addHelpText('after', '\nExit status: 0 success, 2 usage error, 3 audit failed.')
  .action(run(async () => (await import('./documents/sitemap-command.ts')).writeSitemap));

program
  .command('markdown')
  .addArgument(DOMAIN_OR_FOLDER)
  .description('Read the pages of a site or a local build folder, and write the main text of each as Markdown.')
  .addOption(BASE_URL)
  .requiredOption('-o, --output <folder>', 'folder to write; files in it are replaced')
  .addOption(
    new Option('--pages <n>', 'maximum number of pages to read, 25 to 10000, or all (default: 500)').argParser(
      pageCount,
    ),
  )
  .addOptions(FROM_SITE, ...REQUESTS)
  .addHelpText('after', '\nExit status: 0 success, 2 usage error, 3 audit failed.')
  .action(run(async () => (await import('./documents/markdown-command.ts')).writeMarkdown));

program
  .command('badge')
  .argument('[domain]', 'such as example.com')
  .description('Audit a site, and print its score as an SVG image.')
  .addOption(new Option('--theme <theme>', 'colour theme').choices(['dark', 'light']).default('dark'))
  .addOption(new Option('--size <size>', 'badge width').choices(['normal', 'compact']).default('normal'))
  .addOptions(FROM_SITE, CONNECT_TO, ALLOW_PRIVATE)
  .addHelpText('after', '\nExit status: 0 success, 2 usage error, 3 audit failed.')
  .action(run(async () => (await import('./documents/badge-command.ts')).printBadge));

program
  .command('logs')
  .argument('<files...>', 'access logs, plain, gzip or zstd; - reads standard input')
  .description('Read access logs, and print which pages AI crawlers requested and which responses they got.')
  .addOption(
    new Option('--format <format>', 'output format')
      .choices(['text', 'json', 'csv', 'markdown', 'html'])
      .default('text'),
  )
  .option('--log-format <format>', 'name of a log format, an nginx log_format, or a JSON mapping (default: detected)')
  .option('--trust-proxy <proxies>', 'number or addresses of the proxies whose X-Forwarded-For counts')
  .option('--since <time>', 'count requests from this day or time')
  .option('--until <time>', 'count requests until the end of this day, or until this time')
  .option(
    '--domain <domain>',
    'count only requests to this host, with or without www.; with --send: the domain of the logs',
  )
  .addOption(
    new Option('--paths <n>', 'at most this many pages per crawler').argParser(wholeNumber(1, 10_000)).default(10),
  )
  .option('--site <file>', 'compare with the robots.txt and sitemaps of a site saved by `citable audit --save-site`')
  .option('--verify', "verify crawlers by their vendors' IP address ranges, which are fetched", false)
  .option('--save-ranges <file>', 'like --verify, and save the address ranges')
  .option('--from-ranges <file>', 'verify crawlers by saved address ranges, offline')
  .addOptions(CONNECT_TO, ALLOW_PRIVATE)
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
  .option('--follow', 'with --send: keep sending new lines until interrupted', false)
  .option('--state <file>', 'with --send: file for the position reached in each log')
  .addHelpText('after', '\nExit status: 0 success, 2 usage error, 3 a log could not be read or sent.')
  .action(
    run(async () => async (files: readonly string[], options: LogsOptions & Partial<SendOptions>) => {
      const { send, follow = false, state } = options;
      if (send !== undefined) {
        return (await import('./logs/send/send-logs.ts')).sendLogs(files, { ...options, send, follow });
      }
      if (follow || state !== undefined) return refuse('--follow and --state require --send.', EXIT.wrongUsage);
      return (await import('./logs/logs-command.ts')).logs(files, options);
    }),
  );

program
  .command('import')
  .argument('<files...>', 'CSV exports of Bing Webmaster Tools or Search Console')
  .description('Send reports of search engines to a service, which shows them beside logs and audits.')
  .requiredOption('--send <url>', 'the service; the API key of the domain is in CITABLE_API_KEY')
  .option('--domain <domain>', 'the domain that the reports are about')
  .addOption(
    new Option('--report <kind>', 'kind of report (default: told by its columns)').choices([
      'ai_citations',
      'ai_search',
      'search',
    ]),
  )
  .addHelpText('after', '\nExit status: 0 success, 2 usage error, 3 a report could not be sent.')
  .action(run(async () => (await import('./logs/import-command.ts')).importReports));

program
  .command('mcp')
  .description('Serve the tools for coding agents (Model Context Protocol) on standard input and output.')
  .addOptions(CONNECT_TO, ALLOW_PRIVATE)
  .action(run(async () => (await import('./mcp/mcp-command.ts')).mcp));

const agent = program.command('agent').description('Manage Citable in coding agents.');
agent
  .command('install')
  .description('Add the MCP server and the skill to coding agents. Shows each change and asks first.')
  .option('--client <name>', 'such as claude-code; repeatable (default: all that are found)', append)
  .option('--url <service>', 'use this service, with the API key in CITABLE_API_KEY (default: this program)')
  .option('--remove', 'remove the MCP server and the skill', false)
  .option('--yes', 'make the changes without asking', false)
  .addHelpText('after', '\nExit status: 0 success, 1 a file could not be changed, 2 usage error.')
  .action(run(async () => (await import('./agent-install/install.ts')).install));

program
  .command('serve')
  .description('Run the HTTP service. Settings are environment variables: see docs/settings.md.')
  .action(run(async () => async () => (await import('./service-process.ts')).serve()));

program
  .command('worker')
  .description('Run audits for `citable serve` from the PostgreSQL queue. Settings: see docs/settings.md.')
  .action(run(async () => async () => (await import('./service-process.ts')).worker()));

program
  .command('backup')
  .argument('<file>', 'file to create; it must not exist')
  .description('Copy the embedded database to one file. The service may keep running.')
  .action(run(async () => (await import('./embedded-database.ts')).backup));

program
  .command('compact')
  .description('Make the file of the embedded database as small as its contents. The service must be stopped.')
  .action(run(async () => (await import('./embedded-database.ts')).compact));

program
  .command('migrate-store')
  .description('Copy the database in DATA_DIR to an empty PostgreSQL at DATABASE_URL, in one transaction.')
  .action(run(async () => (await import('./migrate-store-command.ts')).migrateStore));

const keys = program.command('keys').description('Manage the API keys for live audits.');

keys
  .command('create')
  .argument('<name>', 'name of the key')
  .description('Create a key and print it. It is not shown again.')
  .option('--admin', 'allow the key to manage keys, on the page /keys and through the API', false)
  .option('--audits-per-day <number>', 'maximum live audits per UTC day (default: no limit)')
  .action(run(async () => (await import('./store-commands.ts')).createKey));

keys
  .command('list')
  .description('List the keys, without their secrets.')
  .action(run(async () => (await import('./store-commands.ts')).listKeys));

keys
  .command('revoke')
  .argument('<id-or-name>')
  .description('Revoke a key and print its domains. If it owns any, --withdraw or --to is required.')
  .option('--withdraw', 'withdraw its domains', false)
  .addOption(new Option('--to <id-or-name>', 'move its domains to another key').conflicts('withdraw'))
  .action(run(async () => (await import('./store-commands.ts')).revokeKey));

const batches = program.command('batches').description('Manage the batches of audits of all keys.');

batches
  .command('list')
  .description('List the newest 1,000 batches with their progress.')
  .action(run(async () => (await import('./store-commands.ts')).listBatches));

batches
  .command('cancel')
  .argument('<id>')
  .description('Cancel a batch: its waiting audits end, and its results so far stay.')
  .action(run(async () => (await import('./store-commands.ts')).cancelBatch));

const domains = program.command('domains').description('Manage the domains whose llms.txt is hosted.');

domains
  .command('list')
  .description('List the published domains and the keys that own them.')
  .action(run(async () => (await import('./store-commands.ts')).listDomains));

domains
  .command('move')
  .argument('<domain>', 'such as example.com')
  .description('Move a published domain to another key.')
  .requiredOption('--to <id-or-name>', 'the key of the new owner')
  .action(run(async () => (await import('./store-commands.ts')).moveDomain));

program
  .command('unpublish')
  .argument('<domain>', 'such as example.com')
  .description('Withdraw a published domain: stop hosting its llms.txt and delete its visits.')
  .action(run(async () => (await import('./store-commands.ts')).unpublish));

program
  .command('completion')
  .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
  .description('Print a completion script for your shell.')
  .addHelpText(
    'after',
    '\nIn ~/.bashrc or ~/.zshrc: source <(citable completion bash), or zsh. In fish: citable completion fish | source',
  )
  .action(async (shell: Shell) => {
    const { completionScript } = await import('./completion-command.ts');
    process.stdout.write(completionScript(program, shell));
  });

/** Runs the command that the arguments name. Each command loads only its own modules. */
export async function runProgram(): Promise<void> {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Whoever read it has seen enough, as `head` has: that is not a failure of the command.
    if (code === 'EPIPE') return;
    tell(`standard output cannot be written: ${code}.`);
    process.exit(EXIT.couldNotAudit);
  });
  // The reader has closed the pipe: nobody would see a message.
  process.stderr.on('error', () => undefined);
  try {
    await program.parseAsync();
  } catch (fault) {
    // Node.js would exit with 1, which means a low score.
    tell(`internal error: ${inspect(fault)}`);
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

function checkKeys(text: string): readonly string[] {
  const keys = text.split(',').map((key) => key.trim());
  const known: readonly string[] = CHECK_KEYS;
  if (keys.some((key) => !known.includes(key))) throw new InvalidArgumentError(`Valid checks: ${known.join(', ')}.`);
  return keys;
}
