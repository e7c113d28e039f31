import { CLASS_WORDS } from '../../../data/read/class-words.ts';
import { MAX_CLASS_VALUE } from '../../page/page-limits.ts';
import { wordSet } from '../../word-set.ts';
import { purposefulNames } from './utility-classes.ts';

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

const OTHER_INSIDE = wordSet(
  ...CLASS_WORDS.apart,
  ...CLASS_WORDS.navigation,
  ...CLASS_WORDS.consent,
  ...CLASS_WORDS.comments,
  ...CLASS_WORDS.newsletters,
);
const OTHER = wordSet(...OTHER_INSIDE, ...CLASS_WORDS.sharing, ...CLASS_WORDS.advertising, ...CLASS_WORDS.decoration);
/** Words that describe the page around the element: `has-sidebar`, `menu-open`. */
const ABOUT_THE_PAGE = wordSet(...CLASS_WORDS.negations, ...CLASS_WORDS.aboutThePage);
const LOADER = wordSet(...CLASS_WORDS.loaders);
const SKELETON = wordSet(...CLASS_WORDS.skeletons);
const BESIDE_PLACEHOLDER = wordSet(...CLASS_WORDS.besidePlaceholder);
const CONTENT = wordSet(...CLASS_WORDS.content);
const NEUTRAL = wordSet(...CLASS_WORDS.besideContent);

const NO_USE: ContainerUse = {
  isOther: false,
  isOtherInside: false,
  isLoader: false,
  isSkeleton: false,
  isContent: false,
};

/** Returns the use of an element with these classes. Utilities such as `bg-white` say nothing of it. */
export function classUse(names: string): ContainerUse {
  if (names.length > MAX_CLASS_VALUE) return NO_USE;
  const use = containerUse(purposefulNames(names).join(' '));
  return isPulsing(names.split(/\s+/)) ? { ...use, isSkeleton: true } : use;
}

/** Returns the use of an element with this id or these names. */
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

/** Returns whether an element pulses as grey bars do. A pulsing circle is a sign of status. */
function isPulsing(names: readonly string[]): boolean {
  return names.includes('animate-pulse') && !names.includes('rounded-full');
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
