import type { Command, Option } from 'commander';

/** Shells for which a completion script can be written. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Words that may follow a command, as far as they are known. */
interface CommandWords {
  /** Names of the command and of those above it, without the program's: `keys create`. */
  readonly path: string;
  /** Commands, or values of the first argument. */
  readonly commands: readonly Word[];
  readonly options: readonly OptionWord[];
}

interface Word {
  readonly name: string;
  readonly description: string;
}

interface OptionWord extends Word {
  readonly takesValue: boolean;
  /** Null where any value may follow. */
  readonly choices: readonly string[] | null;
}

/** Returns the script that completes the program's commands, options and choices in a shell, and files elsewhere. */
export function completionScript(program: Command, shell: Shell): string {
  const all = collectWords(program, '');
  const write = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  return `${write(program.name(), all)}\n`;
}

function collectWords(command: Command, path: string): CommandWords[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).map((one) => ({ name: one.name(), description: one.description() }));
  const values = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((name) => ({ name, description })),
  );
  const options = help.visibleOptions(command).map(optionWord);
  const below = command.commands.flatMap((one) => collectWords(one, `${path} ${one.name()}`.trim()));
  return [{ path, commands: [...commands, ...values], options }, ...below];
}

function optionWord({ long, flags, description, required, optional, argChoices }: Option): OptionWord {
  return { name: long ?? flags, description, takesValue: required || optional, choices: argChoices ?? null };
}

/** Returns the pattern of a `case` for each known path of commands, such as `' audit'` and `'keys create'`. */
function pathPatterns(all: readonly CommandWords[]): string {
  return all.flatMap(({ path, commands }) => commands.map(({ name }) => quoted(`${path} ${name}`))).join('|');
}

function joinNames(words: readonly Word[]): string {
  return words.map(({ name }) => name).join(' ');
}

function bashScript(program: string, all: readonly CommandWords[]): string {
  const values = all.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ name, choices }) => `    ${quoted(`${path}:${name}`)}) words=${quoted((choices ?? []).join(' '))} ;;`),
  );
  const lists = all.map(
    ({ path, commands, options }) =>
      `      ${quoted(path)}) options=${quoted(joinNames(options))} commands=${quoted(joinNames(commands))} ;;`,
  );
  return `# Completion for bash: source <(${program} completion bash)
_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path='' word words options commands
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in ${pathPatterns(all)}) path="\${path:+$path }$word" ;; esac
  done
  case "$path:$previous" in
${values.join('\n')}
    *)
      case "$path" in
${lists.join('\n')}
      esac
      words=$commands
      [[ $current == -* ]] && words=$options ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# Where nothing fits, bash completes files.
complete -o default -F _${program} ${program}`;
}

function zshScript(program: string, all: readonly CommandWords[]): string {
  const described = (words: readonly Word[]) =>
    words.map(({ name, description }) => quoted(`${name}:${description.replaceAll(':', '\\:')}`)).join(' ');
  const values = all.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ name, choices }) => {
        const action = choices === null ? '_files' : `compadd -- ${choices.join(' ')}`;
        return `    ${quoted(`${path}:${name}`)}) ${action}; return ;;`;
      }),
  );
  const lists = all.map(
    ({ path, commands, options }) =>
      `    ${quoted(path)}) options=(${described(options)}) commands=(${described(commands)}) ;;`,
  );
  return `#compdef ${program}
# Completion for zsh: source <(${program} completion zsh)
_${program}() {
  local place='' word
  local -a options commands
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $word" in ${pathPatterns(all)}) place="\${place:+$place }$word" ;; esac
  done
  case "$place:\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$place" in
${lists.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe option options
  elif (( \${#commands} )); then _describe command commands
  else _files
  fi
}
compdef _${program} ${program}`;
}

function fishScript(program: string, all: readonly CommandWords[]): string {
  const lines = all.flatMap(({ path, commands, options }) => {
    const seen = path.split(' ').filter((name) => name !== '');
    const isHere = [
      ...seen.map((name) => `__fish_seen_subcommand_from ${name}`),
      ...(commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${joinNames(commands)}`]),
    ].join('; and ');
    const start = `complete -c ${program} -n ${quoted(isHere)}`;
    return [
      ...commands.map(({ name, description }) => `${start} -f -a ${name} -d ${quotedForFish(description)}`),
      ...options.map(({ name, description, takesValue, choices }) => {
        const value = choices === null ? '-r' : `-x -a ${quoted(choices.join(' '))}`;
        return `${start} -l ${name.replace(/^--/, '')} ${takesValue ? `${value} ` : ''}-d ${quotedForFish(description)}`;
      }),
    ];
  });
  return [`# Completion for fish: ${program} completion fish | source`, ...lines].join('\n');
}

/** Quotes text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Quotes text for fish, whose single quotes know two escapes. */
function quotedForFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
