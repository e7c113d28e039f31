/** Texts of pages while scripts load their content, in the languages of the phrase packs and some others. */
const PHRASES = `
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

const LOADING = new Set(PHRASES.trim().split(/\s*[|\n]\s*/));
/** Words that mark a short text with an ellipsis at its end as a placeholder: `Loading products…`, `Artikel werden geladen …`. */
const LOADING_WORDS = new Set(
  'loading lädt laden geladen chargement cargando carregando carregar caricamento yükleniyor'.split(' '),
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
  if (LOADING.has(plain)) return true;
  const words = plain.split(' ');
  return ELLIPSIS.test(text) && words.length <= MAX_WORDS && words.some((word) => LOADING_WORDS.has(word));
}
