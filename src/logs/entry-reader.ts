import { LineReader } from './formats/catalogue.ts';
import { type LogEntry, type LogFormat, NO_USER_AGENT } from './log-entry.ts';

/** Longest line of column names that is remembered, in characters. */
const MAX_HEADER_LENGTH = 4_096;
/** Lines after which a part of a log that none was read of is in an unknown format. */
const MIN_UNKNOWN_LINES = 100;

/** No line is in a format that is known. */
export class UnknownLogFormat extends Error {}

/** What is known of a log whose beginning was read before. */
export interface LogBeginning {
  /** Name of the format that was read last; null for none. */
  readonly format: string | null;
  /** The line that names the columns; '' for none. */
  readonly header: string;
}

/** Reads the entries of one log, each line by itself. */
export class EntryReader {
  readonly #onEntry: (entry: LogEntry) => void;
  readonly #onBadLine: (line: string) => void;
  readonly #isNamed: boolean;
  readonly #lines: LineReader;
  #format: string | null;
  #header: string;
  #unknown = 0;
  #withoutUserAgent = 0;

  /** @param format null to detect that of each line */
  constructor(
    format: LogFormat | null,
    { format: earlier, header }: LogBeginning,
    onEntry: (entry: LogEntry) => void,
    onBadLine: (line: string) => void,
  ) {
    this.#onEntry = onEntry;
    this.#onBadLine = onBadLine;
    this.#isNamed = format !== null;
    this.#lines = new LineReader(format);
    this.#format = earlier;
    this.#header = header;
    this.#lines.read(header);
  }

  /** Bad lines that lack only the user agent. */
  get withoutUserAgent(): number {
    return this.#withoutUserAgent;
  }

  add(line: string): void {
    if (line.startsWith('#Fields:') && line.length <= MAX_HEADER_LENGTH && !line.includes('\0')) this.#header = line;
    const entry = this.#lines.read(line);
    if (entry !== null && entry !== NO_USER_AGENT) {
      this.#onEntry(entry);
      return;
    }
    // Empty lines and comments are neither entries nor bad.
    if (line === '' || line.startsWith('#')) return;
    if (entry === null) this.#unknown++;
    else this.#withoutUserAgent++;
    this.#onBadLine(line);
  }

  /**
   * Ends the log.
   * @param isPart whether more of the log may follow: then a few lines are not enough to know that its format is unknown
   * @returns what to begin its next part with @throws UnknownLogFormat
   */
  end(isPart = false): LogBeginning {
    this.#format = this.#lines.formats.at(-1) ?? this.#format;
    const isKnown = this.#isNamed || this.#format !== null || this.#withoutUserAgent > 0;
    if (!isKnown && this.#unknown >= (isPart ? MIN_UNKNOWN_LINES : 1)) {
      throw new UnknownLogFormat('The format of the lines is not known.');
    }
    return { format: this.#format, header: this.#header };
  }

  /** Names of the formats of the entries. */
  get formats(): readonly string[] {
    return this.#lines.formats;
  }
}
