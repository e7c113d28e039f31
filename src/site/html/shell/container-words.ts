import { MAX_CLASS_VALUE } from '../../page/page-limits.ts';
import { wordSet } from '../../word-set.ts';

/** Use of an element, by its id or its classes. */
export interface ContainerUse {
  /** True for something other than the page's content: navigation, overlays, decoration, widgets, messages. */
  readonly isOther: boolean;
  /** True when everything inside is other than content, too. Classes such as `bg-white` do not concern the contents. */
  readonly isOtherInside: boolean;
  /** True for a loading indicator, which may cover a complete page. */
  readonly isLoader: boolean;
  /** True for a skeleton: grey bars in the shape of the content. */
  readonly isSkeleton: boolean;
  /** True for the place of the page's content, if no word says otherwise. */
  readonly isContent: boolean;
}

const OTHER_INSIDE = wordSet(`
  header footer nav navbar navigation menu megamenu sidebar topbar toolbar breadcrumb breadcrumbs
  overlay modal modals dialog popup popups popover drawer offcanvas lightbox toast toasts snackbar notification notifications
  widget widgets cookie cookies consent gdpr chat livechat comments disqus cart minicart search form newsletter
`);
/** Words that describe the page around the element: `has-sidebar`, `menu-open`. */
const ABOUT_THE_PAGE = wordSet('no not has have with without is open opened closed active fixed sticky');
const OTHER = wordSet(`
  header footer nav navbar navigation menu megamenu sidebar aside left right bottom layout slot slots teleport topbar toolbar breadcrumb breadcrumbs skip anchor
  overlay backdrop modal modals dialog dialogs popup popups popover tooltip drawer offcanvas lightbox portal portals toast toasts toaster
  snackbar notification notifications notice alert alerts flash message messages status error errors success response feedback
  announcer announcement hidden invisible sr visually
  spacer gap clear clearfix clearer cf divider separator sep hr border decor decoration decorative shape shapes pattern noise
  bg background gradient glow cursor particle particles stars snow wave waves vanta canvas three webgl animation lottie parallax
  image images img photo photos picture thumb thumbnail icon logo avatar cover video player audio gallery slider slideshow slick
  swiper carousel splide pagination pager prev next arrow arrows sentinel
  map maps gmap leaflet mapbox osm location chart charts graph plot qr qrcode
  ad ads adsense advert advertisement sponsor promo banner cookie cookies consent gdpr captcha recaptcha hcaptcha turnstile
  chat livechat chatbot messenger whatsapp intercom crisp tawk widget widgets embed elfsight calendly typeform hubspot mailchimp
  calendar booking form forms search searchbox result results output suggestions autocomplete filter filters sort
  cart basket minicart checkout wishlist compare login signin signup account user auth gsi
  comment comments disqus giscus utterances isso fb facebook twitter instagram youtube tiktok social share addthis sharethis
  newsletter subscribe trustpilot review reviews rating ratings stripe paypal payment payments
  translate translation language lang weather clock countdown timer counter progress scroll scroller top totop back
  tracking tracker pixel analytics tag gtm debug test tests qunit mocha turbo livewire wpadminbar
`);
const LOADER = wordSet('loader loading preloader preload spinner splash pace throbber');
const SKELETON = wordSet('skeleton skeletons shimmer');
/** Words beside `placeholder` in the name of a skeleton. `control-placeholder` is a hook of a page builder. */
const BESIDE_PLACEHOLDER = wordSet(
  'placeholder glow wave animated loading lazy line lines text title card row col ui xs sm md lg xl',
);
const CONTENT = wordSet(`
  root app application content main page pages view views outlet mount article articles post posts entry entries story stories
  blog news feed list listing items grid cards products product catalog catalogue collection collections categories projects
  services team faq events docs doc document markdown body
`);
/** Words that an id of the content may also have: `home-products`, `article-container`. */
const NEUTRAL = wordSet(`
  container containers wrapper wrap inner box block blocks section area holder home my the all site latest recent featured related
  more new other dynamic js id data single detail details
`);

const NO_USE: ContainerUse = {
  isOther: false,
  isOtherInside: false,
  isLoader: false,
  isSkeleton: false,
  isContent: false,
};

/** Returns the use of an element with this id or these classes. */
export function containerUse(names: string): ContainerUse {
  if (names.length > MAX_CLASS_VALUE) return NO_USE;
  const split = names
    .trim()
    .split(/\s+/)
    .map((name) =>
      name
        .replace(/([a-z])([A-Z])/g, '$1-$2')
        .toLowerCase()
        .split(/[^a-z]+/),
    );
  const hasOneOf = (set: ReadonlySet<string>): boolean => split.some((parts) => parts.some((part) => set.has(part)));
  return {
    isOther: hasOneOf(OTHER),
    isOtherInside: split.some(
      (parts) => parts.some((part) => OTHER_INSIDE.has(part)) && !parts.some((part) => ABOUT_THE_PAGE.has(part)),
    ),
    isLoader: hasOneOf(LOADER),
    isSkeleton: hasOneOf(SKELETON) || split.some(namesPlaceholder),
    isContent: hasOneOf(CONTENT) && split.every((parts) => parts.every(isPartOfContentName)),
  };
}

/** Returns whether the words of a name say that an element stands where content will be. */
function namesPlaceholder(parts: readonly string[]): boolean {
  return (
    parts.includes('placeholder') && parts.every((part) => isPartOfContentName(part) || BESIDE_PLACEHOLDER.has(part))
  );
}

function isPartOfContentName(part: string): boolean {
  return part === '' || CONTENT.has(part) || NEUTRAL.has(part);
}

/** Texts of pages while scripts load their content, in the languages of the phrase packs and some others. */
const LOADING_PHRASES = `
  loading | please wait | loading please wait | please wait loading | loading content | loading page | loading data | one moment please
  lädt | laden | wird geladen | lade daten | bitte warten | inhalt wird geladen | inhalte werden geladen | daten werden geladen | seite wird geladen
  chargement | chargement en cours | en cours de chargement | veuillez patienter | patientez | chargement du contenu
  cargando | cargando contenido | cargando datos | espere por favor | por favor espere | un momento por favor
  carregando | a carregar | carregando conteúdo | aguarde | por favor aguarde | aguarde um momento
  caricamento | caricamento in corso | in caricamento | sto caricando | attendere | attendere prego
  bezig met laden | wordt geladen | even geduld | even geduld aub | even geduld a u b
  yükleniyor | sayfa yükleniyor | lütfen bekleyin | lütfen bekleyiniz
  読み込み中 | 読み込み中です | 読込中 | ロード中 | ロード中です | ローディング中 | 読み込んでいます | お待ちください | しばらくお待ちください | 少々お待ちください
  로딩 | 로딩중 | 로딩 중 | 로딩 중입니다 | 로드 중 | 불러오는 중 | 불러오는 중입니다 | 잠시만 기다려 주세요 | 잠시만 기다려주세요
  加载中 | 正在加载 | 正在加载中 | 载入中 | 正在载入 | 数据加载中 | 请稍候 | 请稍等 | 加载中 请稍候 | 加載中 | 正在加載 | 載入中 | 正在載入 | 讀取中 | 請稍候
  جار التحميل | جاري التحميل | يتم التحميل | جاري تحميل البيانات | يرجى الانتظار | الرجاء الانتظار
  загрузка | идёт загрузка | идет загрузка | подождите | завантаження | ładowanie | wczytywanie | proszę czekać | načítání | betöltés | se încarcă
  laddar | läser in | laster | indlæser | ladataan | φόρτωση | טוען | memuat | đang tải | กำลังโหลด | लोड हो रहा है | در حال بارگذاری`;

const LOADING_TEXTS = new Set(LOADING_PHRASES.trim().split(/\s*[|\n]\s*/));
/** Words that mark a short text with an ellipsis at its end as a placeholder: `Loading products…`, `Artikel werden geladen …`. */
const LOADING_WORDS = wordSet(
  'loading lädt laden geladen chargement cargando carregando carregar caricamento yükleniyor',
);
const ELLIPSIS = /(?:\.{2,}|…|⋯)\s*$/;
const MAX_WORDS = 6;

/** Longest text that can be a placeholder, in characters. */
export const MAX_PLACEHOLDER = 60;

/** Returns whether a text says only that something will be loaded. */
export function isLoadingText(text: string): boolean {
  if (text.length > MAX_PLACEHOLDER) return false;
  // Removes the optional Arabic vowel signs, and the dot that lower case leaves of the Turkish İ.
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u064b-\u0652]|\u0307/g, '')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  if (LOADING_TEXTS.has(plain)) return true;
  const words = plain.split(' ');
  return ELLIPSIS.test(text) && words.length <= MAX_WORDS && words.some((word) => LOADING_WORDS.has(word));
}
