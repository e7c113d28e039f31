import { LineReader } from './formats/catalogue.ts';
import { ObjectLines } from './formats/object-lines.ts';
import { unwrapLine } from './formats/wrapped-line.ts';
import { type LogEntry, type LogFormat, NO_REQUEST, NO_USER_AGENT, type TrustedHop } from './log-entry.ts';

/** Maximum length of a line of column names, and of the beginning of an object, that is remembered, in characters. */
const MAX_HEADER_LENGTH = 4_096;
/** Maximum length of a line of a day that is remembered, in characters. */
const MAX_DATE_LENGTH = 50;
/** A field of `journalctl --output=export`, other than the message. */
const JOURNAL_FIELD = /^(?!MESSAGE=)_{0,2}[A-Z][A-Z\d_]{1,63}=/;
/** Lines after which a part of a log that none was read of is in an unknown format. */
const MIN_UNKNOWN_LINES = 100;

/** No line is in a format that is known. */
export class UnknownLogFormat extends Error {}

/** What is known of a log whose beginning was read before. */
export interface LogBeginning {
  /** Name of the format that was read last; null for none. */
  readonly format: string | null;
  /** The lines that name the day and the columns, and the beginning of an object; '' for none. */
  readonly header: string;
}

/** Reads the entries of one log, each line by itself. */
export class EntryReader {
  readonly #onEntry: (entry: LogEntry) => void;
  readonly #onBadLine: (line: string) => void;
  readonly #isNamed: boolean;
  readonly #lines: LineReader;
  readonly #objects: ObjectLines;
  #format: string | null;
  #date = '';
  #fields = '';
  #unknown = 0;
  #withoutUserAgent = 0;

  /**
   * @param format null to detect that of each line
   * @param isTrusted which machines' forwarded addresses count; null for none
   */
  constructor(
    format: LogFormat | null,
    { format: earlier, header }: LogBeginning,
    onEntry: (entry: LogEntry) => void,
    onBadLine: (line: string) => void,
    isTrusted: TrustedHop | null = null,
  ) {
    this.#onEntry = onEntry;
    this.#onBadLine = onBadLine;
    this.#isNamed = format !== null;
    this.#lines = new LineReader(format, isTrusted);
    this.#format = earlier;
    const beginnings = header.split('\n');
    this.#objects = new ObjectLines(beginnings.find((line) => line.startsWith('{')));
    for (const line of beginnings) this.#remember(line);
    for (const line of beginnings) this.#lines.read(line);
  }

  /** Bad lines that lack only the user agent. */
  get withoutUserAgent(): number {
    return this.#withoutUserAgent;
  }

  add(line: string): void {
    if (this.#objects.pending === '' || !this.#isOfObject(line)) this.#addLine(line);
  }

  #addLine(line: string): void {
    if (/^\s*$/.test(line)) return;
    if (line.startsWith('#')) this.#remember(line);
    const entry = this.#lines.read(line);
    if (entry !== null && entry !== NO_USER_AGENT) {
      if (entry !== NO_REQUEST) this.#onEntry(entry);
      return;
    }
    // Comments, and the other fields of an entry that journald exported, are neither entries nor bad.
    if (line.startsWith('#') || JOURNAL_FIELD.test(line)) return;
    const isJson = /^\s*[[{\]]/.test(line);
    if (isJson && this.#isOfObject(line)) return;
    const items = isJson ? unwrapLine(line) : null;
    if (items !== null) {
      for (const item of items) this.#addItem(item);
      return;
    }
    this.#addBad(line, entry);
  }

  /** Takes a line of an object that has several. @returns false for any other line */
  #isOfObject(line: string): boolean {
    return this.#objects.take(
      line,
      (object) => this.#addLine(object),
      (text) => this.#addBad(text, null),
    );
  }

  #addItem(line: string): void {
    const entry = this.#lines.read(line);
    if (entry === null || entry === NO_USER_AGENT) this.#addBad(line, entry);
    else if (entry !== NO_REQUEST) this.#onEntry(entry);
  }

  #addBad(line: string, reason: typeof NO_USER_AGENT | null): void {
    if (reason === null) this.#unknown++;
    else this.#withoutUserAgent++;
    this.#onBadLine(line);
  }

  /** Keeps the lines that later ones cannot be read without. */
  #remember(line: string): void {
    if (line.length > MAX_HEADER_LENGTH || line.includes('\0')) return;
    if (line.startsWith('#Date:') && line.length <= MAX_DATE_LENGTH) this.#date = line;
    else if (line.startsWith('#Fields:')) this.#fields = line;
  }

  /**
   * Ends the log.
   * @param isPart whether more of the log may follow: then a few lines are not enough to know that its format is unknown
   * @returns what to begin its next part with @throws UnknownLogFormat
   */
  end(isPart = false): LogBeginning {
    const { pending } = this.#objects;
    const isLeft = isPart && pending.length <= MAX_HEADER_LENGTH;
    if (pending !== '' && !isLeft) this.#addBad(pending, null);
    this.#format = this.#lines.formats.at(-1) ?? this.#format;
    const isKnown = this.#isNamed || this.#format !== null || this.#withoutUserAgent > 0;
    if (!isKnown && this.#unknown >= (isPart ? MIN_UNKNOWN_LINES : 1)) {
      throw new UnknownLogFormat('The format of the lines is not known.');
    }
    const header = [this.#date, this.#fields, isLeft ? pending : ''].filter((line) => line !== '').join('\n');
    return { format: this.#format, header };
  }

  /** Names of the formats of the entries. */
  get formats(): readonly string[] {
    return this.#lines.formats;
  }
}
