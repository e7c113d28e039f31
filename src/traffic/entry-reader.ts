import { DETECTION_LINES, detectLogFormat, logFormatOf } from './formats/catalogue.ts';
import type { LineParser, LogEntry, LogFormat } from './log-entry.ts';

/** Longest line of column names that is remembered, in characters. */
const MAX_HEADER_LENGTH = 4_096;

/** No line is in a format that is known. */
export class UnknownLogFormat extends Error {}

/** What is known of a log whose beginning was read before. */
export interface LogBeginning {
  /** Name of the format that was read last; null for none. */
  readonly format: string | null;
  /** The line that names the columns; '' for none. */
  readonly header: string;
}

/** Reads the entries of one log. Without a named format it detects one from the first lines. */
export class EntryReader {
  readonly #onEntry: (entry: LogEntry) => void;
  readonly #onBadLine: (line: string) => void;
  readonly #beginning: LogBeginning;
  #format: LogFormat | null;
  #parse: LineParser | null = null;
  #header: string;
  /** The first lines, while the format is not known. */
  #pending: string[] = [];

  /** @param format null to detect it */
  constructor(
    format: LogFormat | null,
    beginning: LogBeginning,
    onEntry: (entry: LogEntry) => void,
    onBadLine: (line: string) => void,
  ) {
    this.#onEntry = onEntry;
    this.#onBadLine = onBadLine;
    this.#beginning = beginning;
    this.#header = beginning.header;
    this.#format = format;
    if (format !== null) this.#open(format);
  }

  /** Reads a line. @throws UnknownLogFormat */
  add(line: string): void {
    if (line.startsWith('#Fields:') && line.length <= MAX_HEADER_LENGTH && !line.includes('\0')) this.#header = line;
    if (this.#parse !== null) this.#read(line, this.#parse);
    else {
      this.#pending.push(line);
      if (this.#pending.length >= DETECTION_LINES) this.#detect();
    }
  }

  /** Ends the log. @returns what to begin its next part with @throws UnknownLogFormat */
  end(): LogBeginning {
    if (this.#parse === null && this.#pending.some(isContent)) this.#detect();
    return { format: this.#format?.name ?? this.#beginning.format, header: this.#header };
  }

  #detect(): void {
    const lines = this.#pending;
    const earlier = this.#beginning.format === null ? null : logFormatOf(this.#beginning.format);
    const { header } = this.#beginning;
    const headed = header === '' ? lines : [header, ...lines];
    const isEarlier = earlier !== null && readsAny(earlier, headed);
    const format = isEarlier ? earlier : (detectLogFormat(headed) ?? earlier);
    if (format === null) throw new UnknownLogFormat('The format of the lines is not known.');
    const parse = this.#open(format);
    this.#pending = [];
    for (const line of lines) this.#read(line, parse);
  }

  #open(format: LogFormat): LineParser {
    this.#format = format;
    this.#parse = format.createParser();
    if (this.#beginning.header !== '') this.#parse(this.#beginning.header);
    return this.#parse;
  }

  #read(line: string, parse: LineParser): void {
    const entry = parse(line);
    if (entry !== null) this.#onEntry(entry);
    else if (isContent(line)) this.#onBadLine(line);
  }
}

function readsAny(format: LogFormat, lines: readonly string[]): boolean {
  const parse = format.createParser();
  return lines.some((line) => parse(line) !== null);
}

/** Empty lines and comments are neither entries nor bad. */
function isContent(line: string): boolean {
  return line !== '' && !line.startsWith('#');
}
