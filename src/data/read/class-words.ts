import { exactly, readJson, Texts } from './read-json.ts';

/** Words of classes and ids in English, which templates use all over the world, by what they say about an element. */
export const CLASS_WORDS = readJson(
  'class-words.json',
  exactly({
    /** Asks for consent, if one of `banners` is beside it: `cookies` alone may be the topic of a page. */
    consent: Texts,
    /** Shown above the page. */
    banners: Texts,
    /** A wall that asks for consent or an age. */
    walls: Texts,
    /** A notice about cookies. In the plural, they are goods too. */
    cookieNotices: Texts,
    /** Beside `age`: a wall that asks for it. */
    ageWalls: Texts,
    /** At the end of a name: a window over the page. */
    modals: Texts,
    /** Beside a word of `menus`: a menu that is not shown at first. */
    menuPlaces: Texts,
    /** A menu, beside a word of `menuPlaces`. */
    menus: Texts,
    /** Such a menu, in one word. */
    offCanvas: Texts,
    /** Beside these words: what is around such a menu, or opens it. */
    aroundMenus: Texts,
    /** Comments of visitors. Tools whose names are tags of posts too, such as `tag-giscus`, are in `decoration` instead. */
    comments: Texts,
    /** Reviews of customers. */
    reviews: Texts,
    /** Beside `review`: one of several. A page may be a review itself. */
    reviewParts: Texts,
    /** Names the author. */
    bylines: Texts,
    /** Beside a word of `bylines`: a box about the author. */
    authorBoxes: Texts,
    /** The date of the page, as in hAtom and microformats2: `entry-date`, `dt-published`. */
    dates: Texts,
    /** Teasers of other pages. */
    related: Texts,
    /** Buttons to share the page. */
    sharing: Texts,
    /** Forms to subscribe. */
    newsletters: Texts,
    /** Advertisements. */
    advertising: Texts,
    /** Navigation beside an article. */
    navigation: Texts,
    /** Forms to reply. */
    replyForms: Texts,
    /** Beside `social`: links to profiles. */
    socialLists: Texts,
    /** Before another word: the page lacks or has the thing, and this element is not the thing. */
    negations: Texts,
    /** Beside a word of `consent`: about the state of the page. */
    notConsent: Texts,
    /** Beside a word of `comments`: not the comments themselves. */
    notComments: Texts,
    /** Beside a word of `bylines`: not the name itself. */
    notBylines: Texts,
    /** Beside a word of `dates`: not the date of the page. */
    notDates: Texts,
    /** Beside words of boilerplate: content, or about the state of the page. */
    notBoilerplate: Texts,
    /** Beside any word: about the state of the page. */
    aboutThePage: Texts,
    /** Parts of a page that are not its content, with everything inside. */
    apart: Texts,
    /** A message to the reader, which may be that the content is loading. */
    messages: Texts,
    /** Widgets, messages and decoration, which say nothing about what is inside. */
    decoration: Texts,
    /** Loading indicators. */
    loaders: Texts,
    /** Grey bars in the shape of the content. */
    skeletons: Texts,
    /** Beside `placeholder` in the name of a skeleton. `control-placeholder` is a hook of a page builder. */
    besidePlaceholder: Texts,
    /** The place of the content. */
    content: Texts,
    /** Beside a word of `content`: `home-products`, `article-container`. */
    besideContent: Texts,
    /** Classes of Tailwind, Bootstrap and UnoCSS that say how an element looks, not what it is for. */
    utilities: Texts,
    /** First words of such classes, before a value: `bg-white`, `tracking-tight`. */
    utilityProperties: Texts,
    /** Their values. */
    utilityValues: Texts,
  }),
);
