import { curl, html } from './fix.ts';

/** A command that prints the JSON-LD of a page, a block on a line: each up to the first `<`, which few have. */
export function printJsonLd(url: string): string {
  return `${html(url)} | grep -oiE '<script[^>]*ld(\\+|&#x2b;|&#43;)json[^>]*>[^<]*'`;
}

/** A command that prints how many blocks of JSON-LD of a page are no JSON: `1 of 2 blocks`. */
export function countBrokenJsonLd(url: string): string {
  // In bytes: what is not UTF-8 is no character, which patterns would stop at. awk, for it is where curl and grep are.
  return `${curl(url)} | LC_ALL=C awk '${COUNT_BROKEN}'`;
}

/**
 * Leaves `0` or `@` of a `b` that is JSON (RFC 8259), and more of any other: strings become `@`, numbers and literals `0`,
 * then arrays and objects of these `0`, the innermost first. Comment marks around the JSON are skipped, as the audit does.
 */
const REDUCE = [
  String.raw`sub(/^[ \t\r\n]*(\/\/|\/\*)?[ \t]*(<!--|<!\[CDATA\[)[ \t]*(\*\/)?/,"",b)`,
  String.raw`sub(/(\/\/|\/\*)?[ \t]*(-->|\]\]>)[ \t]*(\*\/)?[ \t\r\n]*$/,"",b)`,
  String.raw`gsub(/"([^"\\\001-\037]|\\(["\\\/bfnrt]|u[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]))*"/,"@",b)`,
  String.raw`gsub(/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null/,"0",b)`,
  String.raw`gsub(/[ \t\r\n]+/,"",b)`,
  String.raw`while(gsub(/\[([0@](,[0@])*)?\]|\{(@:[0@](,@:[0@])*)?\}/,"0",b));`,
].join(';');

/**
 * Reads HTML from each `<` to the next, so that neither the lines nor the tags that a string may hold matter. `s` is where
 * it is: 1 in a script, 2 in one of JSON-LD, whose text is `b`, 3 in a comment.
 */
const COUNT_BROKEN = [
  'BEGIN{RS="<"} {t=tolower($0)}',
  String.raw`s&&s<3&&t~/^\/script/{if(s==2){n++;${REDUCE}if(b!~/^[0@]$/)bad++} s=0}`,
  's==2{b=b "<" $0}',
  '!s&&t~/^!--/{s=3} s==3&&/-->/{s=0}',
  String.raw`!s&&t~/^script[ \t\r\n>]/{s=1;if(t~/^[^>]*application\/ld(\+|&#x2b;|&#43;|&plus;)json/){s=2;b=substr($0,index($0,">")+1)}}`,
  'END{print bad+0, "of", n+0, "blocks"}',
].join(' ');
