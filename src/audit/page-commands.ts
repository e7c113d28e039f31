/** What is no main text, with white space or the end of the tag behind it. */
const OUTSIDE = '(nav|header|footer|aside|dialog|button|select|textarea|noscript|template|svg)[ >]';

/**
 * How awk begins that reads a page's HTML, printed as one line, from each `<` to the next: `t` is the tag in lower case, `s` how
 * deep it stands in what is no main text. Scripts, styles and comments are passed over.
 */
const READING = [
  'BEGIN{RS="<"} {t=tolower($0)}',
  't~/^\\/(script|style)[ >]/{r=0} r{next} t~/^(script|style)[ >]/{r=1;next}',
  't~/^!--/{c=1} c{if(t!~/-->/)next;c=0;t="";sub(/.*-->/,">")}',
  `t~/^\\/${OUTSIDE}/{s--} t~/^${OUTSIDE}/{s++}`,
].join(' ');

/** Prints the number of items or rows of the longest list or table of the main text: menus are lists too. */
export const LONGEST_LIST = `awk '${READING} t~/^(ul|ol|dl|menu|table)[ >]/{n[++d]=0} t~/^\\/(ul|ol|dl|menu|table)[ >]/{d--} !s&&t~/^(li|dt|tr)[ >]/{if(++n[d]>m)m=n[d]} END{print m+0}'`;

const HEADING = 't~/^h[1-6][ >]/{h=1} t~/^\\/h[1-6][ >]/{h=0}';

/**
 * Prints the title and the h1, and the first 60 words of the main text below.
 *
 * @param from the element after whose start tag the opening begins
 */
export function printOpening(from: 'h1' | 'body'): string {
  const words = '!s&&!h&&b{sub(/^[^>]*>/,"");for(i=1;i<=NF&&n<60;i++){o=o" "$i;n++}} END{print "Opening:" o}';
  return `awk '${READING} t~/^(title|h1)[ >]/{print "<" $0} t~/^${from}[ >]/{b=1} ${HEADING} ${words}'`;
}

/** Prints the lines of the main text that have a digit, without headings. */
export const TEXT_WITH_DIGITS = `awk '${READING} ${HEADING} !s&&!h{sub(/^[^>]*>/,"");if(/[0-9]/)print}'`;

/** Prints the links of the main text to addresses with a host, and the elements that name the source of a quotation. */
export const LINKS_IN_TEXT = `awk '${READING} !s&&t~/^(a [^>]*href=.?https?:|cite[ >]|blockquote [^>]*cite=)/{print "<" $0}'`;

/** Prints the machine-readable dates of a page, and the elements that name its author. */
export const DATE_AND_AUTHOR = `grep -oiE '<time [^>]*datetime=[^>]*>|<[a-z]+ [^>]*(rel|class|itemprop|name)=[^>]*(author|byline)[^>]*>[^<]*'`;

/** `m` is set in main, where only what stands in it is counted. */
const IN_MAIN = 't~/^main[ >]/{m=1} t~/^\\/main[ >]/{m=0}';
const SHOWN = 't~/^(title|h1)[ >]/{print "<" $0} t~/^a [^>]*href/{a++}';
const WORDS = '!s&&t!~/^title/{sub(/^[^>]*>/,"");n+=NF;if(m)w+=NF} END{print (w?w:n)+0, "words,", a+0, "links"}';

/** Prints the title and the h1, and how many words and links are in the HTML: `26 words, 9 links`. */
export const COUNT_WORDS = `awk '${READING} ${IN_MAIN} ${SHOWN} ${WORDS}'`;

/**
 * Prints how many CJK characters are in the main text, as many as `awk` can tell in UTF-8: letters of three bytes from U+3040 on,
 * full-width forms included.
 */
export const COUNT_CJK = `LC_ALL=C awk '${READING} ${IN_MAIN} !s&&t!~/^title/{sub(/^[^>]*>/,"");gsub(/\\343\\200./,"");k=gsub(/[\\343-\\355]../,"");n+=k;if(m)w+=k} END{print (w?w:n)+0, "CJK characters"}'`;

/**
 * Prints how many words of a page another page does not have. Reads both pages, the other one first, each with `<next>` behind
 * it. White space around a text does not matter.
 */
export const COUNT_OTHER_WORDS = `awk '${READING} t~/^next>/{p=1;s=0} !s&&t!~/^title/{sub(/^[^>]*>/,"");$1=$1;if(!p)a[$0];else if(!($0 in a))n+=NF} END{print n+0, "words"}'`;
