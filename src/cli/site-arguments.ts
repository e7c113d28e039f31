import { Argument, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_PAGES, MOST_PAGES, parsePageCount } from '../values/page-count.ts';

/** A domain, or a folder that is read as it will be published. */
export const DOMAIN_OR_FOLDER = new Argument('[domain-or-folder]', 'such as example.com, or ./dist with --base-url');
/** An audit that was made before. */
export const AUDIT =
  'id of a stored audit, or a file written by `citable audit --format json --evidence` or `--save-site`';

export const OUTPUT = new Option('-o, --output <file>', 'file to write (default: standard output)');

export const BASE_URL = new Option(
  '--base-url <origin>',
  'required for a folder: the origin it will be published at; nothing is fetched',
);
export const FROM_SITE = new Option('--from-site <file>', 'audit a site saved by `citable audit --save-site`, offline');
const ORIGIN = new Option(
  '--origin <origin>',
  'audit the site on this staging origin, such as https://staging.example.net',
);
const HEADER = new Option(
  '--header <field>',
  "request header 'Name: value', sent only to the audited origin; repeatable; or CITABLE_HEADERS",
).argParser(append);
const BASIC_AUTH = new Option(
  '--basic-auth <user:password>',
  'credentials, sent only to the audited origin; or CITABLE_BASIC_AUTH',
);
export const CONNECT_TO = new Option(
  '--connect-to <host:port:address:port>',
  'connect to another address, as with curl; repeatable',
).argParser(append);
export const ALLOW_PRIVATE = new Option('--allow-private', 'allow private addresses and non-standard ports').default(
  false,
);

/** How the requests to a site are sent. */
export const REQUESTS = [ORIGIN, HEADER, BASIC_AUTH, CONNECT_TO, ALLOW_PRIVATE];

export const PAGES = new Option(
  '--pages <n>',
  'read this many pages, 25 to 10000, or all (at most 10000); the score stays that of 25',
).argParser(pageCount);
const RATE = new Option('--rate <n>', 'with --pages: requests per second (default: 8)').argParser(
  wholeNumber(1, 1_000),
);
const CRAWL_FILE = new Option(
  '--crawl-file <file>',
  'with --pages: store what was read in this file, and continue from it',
);

/** How many pages are read, and how. */
export const CRAWL = [PAGES, RATE, CRAWL_FILE];

/** Collects the values of an option that may be repeated. */
export function append(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

/** Parses the value of `--pages`. @throws InvalidArgumentError */
export function pageCount(text: string): number {
  const pages = parsePageCount(text);
  if (pages === null)
    throw new InvalidArgumentError(`Expected a whole number from ${DEFAULT_PAGES} to ${MOST_PAGES}, or all.`);
  return pages;
}

/** Returns a parser of whole numbers in a range. It throws an InvalidArgumentError. */
export function wholeNumber(from: number, to: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < from || value > to || text.trim() === '') {
      throw new InvalidArgumentError(`Expected a whole number from ${from} to ${to}.`);
    }
    return value;
  };
}
