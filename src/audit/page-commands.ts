/** What is no main text, with white space or the end of the tag behind it. */
const OUTSIDE = '(nav|footer|aside|dialog|noscript|template|svg)[ >]';

/**
 * How awk begins that reads a page's HTML, printed as one line, from each `<` to the next: `t` is the tag in lower case, `s` how
 * deep it stands in what is no main text, `h` how deep in a header. A header is main text where an h1 stands in it: then `g` is 1.
 * What is in a script or a style is passed over.
 */
const READING = [
  'BEGIN{RS="<"} {t=tolower($0)}',
  't~/^\\/(script|style)[ >]/{r=0} r{next} t~/^(script|style)[ >]/{r=1;next}',
  `t~/^\\/${OUTSIDE}/{s--} t~/^${OUTSIDE}/{s++}`,
  't~/^\\/header[ >]/{h--} t~/^header[ >]/{h++} h&&t~/^h1[ >]/{g=1}',
].join(' ');

/** Prints how many items of lists and rows of tables are in the main text: menus are lists too. */
export const COUNT_ITEMS = `awk '${READING} !s&&t~/^(li|tr)[ >]/{h?k++:n++} END{print n+g*k}'`;

const SHOWN = 't~/^(title|h1)[ >]/{print "<" $0} t~/^a [^>]*href/{a++}';
const WORDS = '!s&&t!~/^title/{sub(/^[^>]*>/,"");h?k+=NF:n+=NF} END{print n+g*k, "words,", a+0, "links"}';

/** Prints the title and the h1, and how many words and links are in the HTML: `26 words, 9 links`. */
export const COUNT_WORDS = `awk '${READING} ${SHOWN} ${WORDS}'`;
