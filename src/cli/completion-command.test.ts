import { execFileSync } from 'node:child_process';
import { Argument, Command, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { completionScript } from './completion-command.ts';

const program = new Command('tides').description('Tides.');
program
  .command('show')
  .argument('[harbour]')
  .addOption(new Option('--format <format>', "how it's printed").choices(['text', 'json']))
  .option('--save <file>', 'where to')
  .description("Show a harbour's tides: high and low.");
program.command('shell').addArgument(new Argument('<shell>').choices(['bash', 'fish']));
program
  .command('keys')
  .description('Manage keys.')
  .command('create')
  .argument('<name>')
  .option('--admin', 'of an operator');

/** Returns what bash completes at the end of the words. */
function completed(...words: readonly string[]): string[] {
  const script = `${completionScript(program, 'bash')}
    COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _tides; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['-c', script, 'bash', 'tides', ...words], { encoding: 'utf8' });
  return printed.split('\n').filter((word) => word !== '');
}

describe('the script for bash', () => {
  test('completes commands, and those below them', () => {
    expect(completed('')).toEqual(['show', 'shell', 'keys', 'help']);
    expect(completed('sho')).toEqual(['show']);
    expect(completed('keys', '')).toEqual(['create', 'help']);
  });

  test('completes the options of the command', () => {
    expect(completed('show', '--')).toEqual(['--format', '--save', '--help']);
    expect(completed('keys', 'create', '--a')).toEqual(['--admin']);
  });

  test('completes the choices of options and arguments', () => {
    expect(completed('show', 'dover', '--format', '')).toEqual(['text', 'json']);
    expect(completed('shell', 'f')).toEqual(['fish']);
  });

  test('leaves files to the shell', () => {
    expect(completed('show', '--save', '')).toEqual([]);
    expect(completed('show', 'do')).toEqual([]);
    expect(completionScript(program, 'bash')).toContain('complete -o default');
  });

  test('runs nothing of what was typed', () => {
    expect(completed('show', '$(echo --format)', '')).toEqual([]);
  });
});

test('the script for zsh has the commands and options with their descriptions', () => {
  const script = completionScript(program, 'zsh');
  expect(script).toContain("'show:Show a harbour'\\''s tides\\: high and low.'");
  expect(script).toContain("'show:--format') compadd -- text json; return ;;");
  expect(script).toContain("'show:--save') _files; return ;;");
});

test('the script for fish has the commands and options with their descriptions', () => {
  const script = completionScript(program, 'fish');
  expect(script).toContain(
    "complete -c tides -n 'not __fish_seen_subcommand_from show shell keys help' -f -a show -d 'Show a harbour\\'s tides: high and low.'",
  );
  expect(script).toContain("-l format -x -a 'text json' -d 'how it\\'s printed'");
});
