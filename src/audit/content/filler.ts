/** Words of `Lorem ipsum` and of generators of more of it. Real Latin shares the short ones. */
const LATIN = new Set(
  `lorem ipsum dolor sit amet consectetur consetetur sadipscing adipiscing adipisicing elit elitr sed do diam nonumy eiusmod eirmod tempor
  incididunt invidunt ut labore et dolore magna aliqua aliquyam erat voluptua enim ad minim veniam quis nostrud exercitation ullamco
  laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur
  excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum at vero eos accusam justo
  duo dolores rebum stet clita kasd gubergren no sea takimata sanctus vestibulum pellentesque curabitur vivamus phasellus praesent
  suspendisse maecenas mauris nullam donec aenean integer morbi fusce quisque proin etiam nunc nam cras aliquam lectus ligula tellus
  turpis tortor vitae viverra volutpat vulputate venenatis varius ultrices ultricies tristique tincidunt sollicitudin semper sapien
  rutrum rhoncus quam purus pulvinar porttitor porta placerat pharetra orci ornare odio nibh neque metus mattis massa malesuada
  luctus lobortis lacus laoreet interdum imperdiet hendrerit habitant habitasse gravida fermentum felis faucibus facilisis euismod
  egestas efficitur dui dictum dapibus cursus convallis congue blandit bibendum auctor augue arcu ante accumsan ac a vel si tempus`
    .trim()
    .split(/\s+/),
);
/** Word beginnings of filler: all filler has at least one of them, and meaningful Latin has none. */
const LATIN_SIGN = /\b(?:lorem|ipsum|adipisci|adipisici|sadipscing|consectetu|consetetur|pellentesque|vestibulum)/i;
/** Least share of filler words in a filler text, in percent. */
const MOST_LATIN = 70;

/** Beginnings of the sample texts of themes and page builders, in lower case. A text that begins so is filler. */
const BEGINNINGS = [
  'i am text block. click edit button to change this text',
  "i'm a paragraph. click here to add your own text",
  'i’m a paragraph. click here to add your own text',
  'this is a paragraph. click here to add your own text',
  'sample text. click to select the text box',
  'click here to add your own text',
  'add your text here',
  'welcome to wordpress. this is your first post',
  'far far away, behind the word mountains',
  'weit hinten, hinter den wortbergen',
  'dies ist ein typoblindtext',
  'この文章はダミーです',
  'هذا النص هو مثال لنص يمكن أن يستبدل',
];
/** Longest text that is searched, in characters. */
const MAX_TEXT = 20_000;

/** Returns whether a block of text is filler: "Lorem ipsum" or the sample text of a template. */
export function isFiller(text: string): boolean {
  const plain = text.slice(0, MAX_TEXT).toLowerCase().trimStart();
  if (BEGINNINGS.some((beginning) => plain.startsWith(beginning))) return true;
  if (!LATIN_SIGN.test(plain)) return false;
  const words = plain.match(/\p{L}+/gu) ?? [];
  const filler = words.filter((word) => LATIN.has(word)).length;
  return filler >= 2 && filler * 100 >= words.length * MOST_LATIN;
}
