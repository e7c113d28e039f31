/** An instruction of a Dockerfile, and its arguments. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Returns the instructions of each stage of a Dockerfile, from its FROM on: without comments, and with ARGs replaced. */
export function readStages(dockerfile: string): Instruction[][] {
  const stages: Instruction[][] = [];
  const args = new Map<string, string>();
  for (const line of dockerfile.split('\n')) {
    const [, name = '', text = ''] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    const rest = text.replaceAll(/\$\{([A-Z]+)\}/g, (whole, arg) => args.get(arg) ?? whole);
    if (name === 'ARG') args.set(...pair(rest));
    else if (name === 'FROM') stages.push([{ name, rest }]);
    else if (name !== '') stages.at(-1)?.push({ name, rest });
  }
  return stages;
}

/**
 * Returns the arguments of the last instruction with a name in a stage.
 *
 * @throws when there is none
 */
export function last(stage: readonly Instruction[], name: string): string {
  const found = stage.findLast((instruction) => instruction.name === name);
  if (found === undefined) throw new Error(`The stage has no ${name}.`);
  return found.rest;
}

/** Parses `NAME=value`. */
export function pair(text: string): [string, string] {
  const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(text) ?? [];
  return [name, value];
}

/**
 * Parses the JSON form of an instruction, such as `CMD ["node", "-e", "…"]`.
 *
 * @throws when it has none
 */
export function words(rest: string): string[] {
  const list: unknown = JSON.parse(rest.slice(rest.indexOf('[')));
  if (!Array.isArray(list)) throw new Error(`${rest} has no words.`);
  return list.map(String);
}

/** Parses a COPY: its option `--from`, sources and destination. */
export function parseCopy(rest: string): { from: string | null; sources: string[]; destination: string } {
  const parts = rest.split(' ');
  const from = parts.find((part) => part.startsWith('--from='))?.slice('--from='.length) ?? null;
  const paths = parts.filter((part) => !part.startsWith('--'));
  return { from, sources: paths.slice(0, -1), destination: paths.at(-1) ?? '.' };
}
