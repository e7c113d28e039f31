import { FILLER, FILLER_PHRASES } from '../../data/read/languages.ts';

/** Words of `Lorem ipsum` and of generators of more of it. Real Latin shares the short ones. */
const LATIN = new Set(
  `lorem ipsum dolor sit amet consectetur consetetur sadipscing adipiscing adipisicing elit elitr sed do diam nonumy eiusmod
  eirmod tempor incididunt invidunt ut labore et dolore magna aliqua aliquyam erat voluptua enim ad minim veniam quis nostrud
  exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse
  cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id
  est laborum at vero eos accusam justo duo dolores rebum stet clita kasd gubergren no sea takimata sanctus vestibulum
  pellentesque curabitur vivamus phasellus praesent suspendisse maecenas mauris nullam donec aenean integer morbi fusce quisque
  proin etiam nunc nam cras aliquam lectus ligula tellus turpis tortor vitae viverra volutpat vulputate venenatis varius
  ultrices ultricies tristique tincidunt sollicitudin semper sapien rutrum rhoncus quam purus pulvinar porttitor porta placerat
  pharetra orci ornare odio nibh neque metus mattis massa malesuada luctus lobortis lacus laoreet interdum imperdiet hendrerit
  habitant habitasse gravida fermentum felis faucibus facilisis euismod egestas efficitur dui dictum dapibus cursus convallis
  congue blandit bibendum auctor augue arcu ante accumsan ac a vel si tempus sem nec elementum sagittis libero lacinia eget per
  suscipit risus mi class aptent taciti sociosqu litora torquent conubia nostra inceptos himenaeos iaculis aliquet feugiat
  mollis ullamcorper sodales dignissim facilisi scelerisque condimentum urna fringilla potenti primis posuere cubilia curae
  molestie pede nisl consectetuer leo eleifend hac platea dictumst fames senectus netus natoque penatibus magnis dis parturient
  montes nascetur ridiculus mus pretium vehicula eros exercitationem perferendis perspiciatis eveniet iure nobis eum cum officiis
  excepturi quasi aut quisquam eligendi itaque odit tempore quaerat dignissimos facilis nihil expedita cumque modi natus iusto
  eaque sequi illo voluptatibus tempora veritatis ratione assumenda incidunt nostrum aliquid fuga provident praesentium rem
  necessitatibus adipisci quidem possimus voluptas debitis sint accusantium unde sapiente aspernatur laudantium soluta quo saepe
  ipsa dicta reiciendis nesciunt doloribus autem impedit minima maiores repudiandae ipsam obcaecati ullam totam delectus ducimus
  voluptates molestiae harum dolorem quia voluptatem molestias magni distinctio omnis illum dolorum voluptatum quas corporis
  quae blanditiis atque laboriosam earum consequuntur hic cupiditate quibusdam accusamus rerum error minus eius ab nemo fugit
  quos numquam iste inventore beatae repellendus magnam recusandae quod explicabo doloremque aperiam consequatur asperiores
  commodi optio temporibus repellat architecto mollitia similique alias tenetur deleniti porro facere maxime corrupti`
    .trim()
    .split(/\s+/),
);

/** Word beginnings of filler, which meaningful Latin has not. */
const LATIN_SIGN =
  /\b(?:lorem|ipsum|adipisci|adipisici|sadipscing|consectetu|consetetur|pellentesque|vestibulum|euismod)/;
const WORD = /\p{L}+/gu;

/** Minimum share of filler words in a filler text with one of these, and in one without, in percent. */
const MOST_LATIN = 70;
const ALL_LATIN = 90;
/** Minimum number of different words of a filler text without such a word, and number of its words that are read. */
const LEAST_LATIN = 6;
const LATIN_READ = 30;
const MOST_OTHERS = (LATIN_READ * (100 - ALL_LATIN)) / 100;

/** Maximum length of a text that is searched, in characters. */
const MAX_TEXT = 20_000;

/** The name of a picture's file, as cameras and scripts give it: `1064_2_img_0907_2`, `DSC01234.JPG`. */
const FILE_NAME = /^[a-z\d]+(?:[_-][a-z\d]+)*(?:\.(?:jpe?g|png|webp))?$/;
/** Maximum length of such a name, and number of words of a block that are compared with names. */
const LONGEST_NAME = 80;
const NAMES = 50;

/** Returns whether a text is nothing but names of files. At least half of their characters are digits. */
function isOfFileNames(plain: string): boolean {
  const words = plain.split(/\s+/, NAMES);
  return words.every((word) => {
    const digits = word.replace(/\D/g, '').length;
    const isNamed = /[_a-z]/.test(word) && digits >= 3 && 2 * digits >= word.replace(/\.\w+$|[_-]/g, '').length;
    return (
      isNamed &&
      word.length > 6 &&
      word.length <= LONGEST_NAME &&
      /_|^(?:img|dsc|pict)/.test(word) &&
      FILE_NAME.test(word)
    );
  });
}

const PHRASES = new RegExp(FILLER_PHRASES.join('|'), 'u');
/** Characters of a block that are searched for such phrases. */
const SEARCHED = 2_000;
const SENTENCE = /[^.!?…。！？]+[.!?…。！？]*/gu;
/** Minimum share of the sentences with such a phrase, in percent of the text. */
const MOST_OF_TEXT = 50;

/** What PHP and Python print into a page when they fail: `Warning: Undefined variable $post in /srv/page.php on line 12`. */
const PROGRAM_ERROR =
  /^(?:(?:php )?(?:fatal error|parse error|warning|notice|deprecated): .{1,300}? in \/\S{1,200}(?: on line |:)\d|traceback \(most recent call last\))/su;

/** Returns whether a block of text is filler: "Lorem ipsum", the sample text of a template, names of files, or the error of a program. */
export function isFiller(text: string): boolean {
  const plain = text.slice(0, MAX_TEXT).toLowerCase().replaceAll('’', "'").trim();
  if (isOfFileNames(plain) || PROGRAM_ERROR.test(plain)) return true;
  if (FILLER.some((beginning) => plain.startsWith(beginning))) return true;
  if (isOfSampleSentences(plain.slice(0, SEARCHED))) return true;
  if (!LATIN_SIGN.test(plain)) return beginsWithLatin(plain);
  const words = plain.match(WORD) ?? [];
  const filler = words.filter((word) => LATIN.has(word)).length;
  return filler >= 2 && filler * 100 >= words.length * MOST_LATIN;
}

/** Returns whether most of a text is sentences that only sample text has. */
function isOfSampleSentences(text: string): boolean {
  if (!PHRASES.test(text)) return false;
  const sentences = (text.match(SENTENCE) ?? []).filter((sentence) => PHRASES.test(sentence.trim()));
  return sentences.join('').length * 100 >= text.length * MOST_OF_TEXT;
}

/** Returns whether nearly all different words among the first ones of a text are words of filler. Most texts show early that they are not. */
function beginsWithLatin(text: string): boolean {
  const words = new Set<string>();
  let others = 0;
  WORD.lastIndex = 0;
  for (let read = 0; read < LATIN_READ && others <= MOST_OTHERS; read += 1) {
    const word = WORD.exec(text)?.[0];
    if (word === undefined) break;
    if (!words.has(word) && !LATIN.has(word)) others += 1;
    words.add(word);
  }
  return words.size >= LEAST_LATIN && (words.size - others) * 100 >= words.size * ALL_LATIN;
}
