import {
  type ClientChooser,
  clientAddress,
  type LineParser,
  type LogFormat,
  NO_USER_AGENT,
  type TrustedHop,
  trustedClient,
} from '../log-entry.ts';
import { MAPPINGS } from './json-formats.ts';
import { type ObjectReader, objectReader, parseMapping, parseObject } from './json-lines.ts';
import { parseFields } from './key-value.ts';
import { BadLogFormat, compileTemplate } from './template.ts';
import { TEXT_FORMATS } from './text-formats.ts';
import { createW3cParser } from './w3c.ts';
import { unwrapped } from './wrapped-line.ts';

export { BadLogFormat } from './template.ts';

const W3C: LogFormat = { name: 'w3c', title: 'W3C Extended (IIS, CloudFront)', createParser: createW3cParser };
const OBJECT_READERS = MAPPINGS.map(({ name, title, ...mapping }) => [name, objectReader(mapping), title] as const);
/** Maximum number of layers around a line: kubectl and Docker Compose write two, and collectors wrap them in JSON. */
const MAX_LAYERS = 4;

/** All formats that are detected. */
export const LOG_FORMATS: readonly LogFormat[] = [
  W3C,
  ...OBJECT_READERS.map(([name, read, title]) => ({ name, title, createParser: objectParser(read) })),
  ...TEXT_FORMATS,
];

function objectParser(read: ObjectReader): LogFormat['createParser'] {
  return (chooseClient) => (line) => {
    const object = parseFields(line);
    return object === null ? null : read(object, chooseClient);
  };
}

/** Reads the lines of one log: each in any format, or all in a named one. A line may be behind what collectors of logs write. */
export class LineReader {
  readonly #named: boolean;
  readonly #parsers: readonly (readonly [name: string, parse: LineParser])[];
  readonly #formats: string[] = [];
  readonly #chooseClient: ClientChooser;

  /**
   * @param named null to read each line in the format that it is in
   * @param isTrusted which machines' forwarded addresses count; null for none
   */
  constructor(named: LogFormat | null, isTrusted: TrustedHop | null = null) {
    const chooseClient = isTrusted === null ? clientAddress : trustedClient(isTrusted);
    this.#chooseClient = chooseClient;
    this.#named = named !== null;
    const formats = named === null ? [W3C, ...TEXT_FORMATS] : [named];
    this.#parsers = formats.map(({ name, title, createParser }) => [
      name === 'custom' ? title : name,
      createParser(chooseClient),
    ]);
  }

  /** Names of the formats of entries, in the order of the first of each. */
  get formats(): readonly string[] {
    return this.#formats;
  }

  read(line: string): ReturnType<LineParser> {
    return this.#read(line, MAX_LAYERS);
  }

  #read(line: string, layers: number): ReturnType<LineParser> {
    // Parsed once for all formats, and for what a collector put around the line.
    const fields = this.#named ? null : parseFields(line);
    const result = this.#parse(line, fields);
    if ((result !== null && result !== NO_USER_AGENT) || layers === 0 || line.startsWith('#')) return result;
    const rest = unwrapped(line, this.#named ? parseObject(line) : line.startsWith('{') ? fields : null);
    return rest === null ? result : (this.#read(rest, layers - 1) ?? result);
  }

  #parse(line: string, object: object | null): ReturnType<LineParser> {
    const found = object === null ? null : this.#first(OBJECT_READERS, (read) => read(object, this.#chooseClient));
    return found ?? this.#first(this.#parsers, (parse) => parse(line));
  }

  /** The first entry; without one, whether a format lacks only the user agent. */
  #first<Reader>(
    readers: readonly (readonly [name: string, reader: Reader, ...unknown[]])[],
    read: (reader: Reader) => ReturnType<LineParser>,
  ): ReturnType<LineParser> {
    let found: typeof NO_USER_AGENT | null = null;
    for (const [name, reader] of readers) {
      const result = read(reader);
      if (result === NO_USER_AGENT) found = result;
      else if (result !== null) {
        if (!this.#formats.includes(name)) this.#formats.push(name);
        return result;
      }
    }
    return found;
  }
}

/**
 * Returns the format of a name, or makes one of nginx's notation or of a mapping in JSON. @throws BadLogFormat for a notation that cannot be read
 * @returns null for an unknown name
 */
export function findLogFormat(text: string): LogFormat | null {
  if (text.trimStart().startsWith('{')) {
    return { name: 'custom', title: text, createParser: objectParser(objectReader(parseMapping(text))) };
  }
  if (text.includes('$')) {
    const createParser = compileTemplate(text);
    if (!/\$\{?http_user_agent\b/.test(text)) {
      throw new BadLogFormat('The format needs $http_user_agent: crawlers are recognized by it.');
    }
    return { name: 'custom', title: text, createParser };
  }
  return LOG_FORMATS.find(({ name }) => name === text) ?? null;
}
