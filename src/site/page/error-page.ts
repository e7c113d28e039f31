import { hash } from 'node:crypto';
import type { PageFacts } from './page-facts.ts';

/** Longest text of an error page, in words. A longer page with such a title is about errors. */
const MOST_WORDS = 200;
/** Longest text of an error page whose title begins with a phrase about a page: templates add menus to its text. */
const MOST_WORDS_WITH_TEMPLATE = 1_000;
/** `Page` in the languages of the phrases. */
const PAGE = tokens('page seite pagina sayfa ページ 페이지 页 頁 صفحة');
/** Between the parts of a title. */
const SEPARATOR = /\s+[|–—·•»:-]{1,2}\s+|\s*\|\s*|:\s+/u;
const LONGEST_TITLE = 300;
/** Words that stand around the status code in a title. */
const AROUND = words(
  'http error errors errore erro erreur fehler fout hata code status oops ooops ups sorry エラー 오류 错误 خطأ',
);
const CODES = words('404 410');

/** In the languages of the phrase packs: en, de, fr, es, pt, it, nl, tr, ja, ko, zh, ar. */
const PHRASES: ReadonlySet<string> = new Set(
  `page not found|not found|file not found|page cannot be found|page can't be found|that page can't be found|this page can't be found
  the page cannot be found|this page could not be found|the page could not be found|page could not be found
  this page does not exist|this page doesn't exist|page does not exist|page doesn't exist|the page you are looking for does not exist
  seite nicht gefunden|nicht gefunden|seite wurde nicht gefunden|die seite wurde nicht gefunden|diese seite wurde nicht gefunden
  diese seite existiert nicht|die seite existiert nicht|die angeforderte seite wurde nicht gefunden
  page non trouvée|page introuvable|la page est introuvable|cette page est introuvable|cette page n'existe pas|page inexistante
  página no encontrada|no encontrado|página no existe|esta página no existe|no se encontró la página|no se ha encontrado la página
  página não encontrada|não encontrado|esta página não existe|a página não existe|página inexistente|a página não foi encontrada
  pagina non trovata|non trovato|questa pagina non esiste|la pagina non esiste|pagina inesistente
  pagina niet gevonden|niet gevonden|deze pagina bestaat niet|de pagina bestaat niet|de pagina is niet gevonden
  sayfa bulunamadı|bulunamadı|aradığınız sayfa bulunamadı|bu sayfa bulunamadı|böyle bir sayfa yok
  ページが見つかりません|ページが見つかりませんでした|ページは見つかりませんでした|お探しのページが見つかりません
  お探しのページが見つかりませんでした|お探しのページは見つかりません|お探しのページは見つかりませんでした|ページが存在しません
  페이지를 찾을 수 없습니다|페이지를 찾을 수 없음|요청하신 페이지를 찾을 수 없습니다|존재하지 않는 페이지입니다|존재하지 않는 페이지
  页面未找到|未找到页面|找不到页面|页面不存在|该页面不存在|您访问的页面不存在|抱歉您访问的页面不存在|頁面不存在|找不到頁面|找不到网页
  الصفحة غير موجودة|صفحة غير موجودة|لم يتم العثور على الصفحة|الصفحة المطلوبة غير موجودة`
    .split(/[|\n]/)
    .map((phrase) => tokens(phrase).join(' ')),
);

/**
 * Returns whether a page with status 200 is an error page: its title or H1 says so, or the site serves the same page for a
 * URL that does not exist.
 *
 * @param notFoundHash {@link pageHash} of that page; null when the response to a nonexistent URL is not 200
 */
export function isErrorPage(facts: PageFacts, notFoundHash: string | null): boolean {
  if (notFoundHash !== null && pageHash(facts) === notFoundHash) return true;
  if (facts.words > MOST_WORDS_WITH_TEMPLATE) return false;
  const parts = (facts.titles[0]?.text ?? '').slice(0, LONGEST_TITLE).split(SEPARATOR);
  const [first = ''] = parts;
  if (facts.words > MOST_WORDS) return namesPage(first) && isNotFoundText(first);
  const heading = facts.headings.find(({ level }) => level === 1)?.text ?? '';
  return [...parts, heading.slice(0, LONGEST_TITLE)].some(isNotFoundText);
}

/** SHA-256 of a page's text: equal for two URLs that serve the same page. */
export function pageHash({ titles, metas, text }: PageFacts): string {
  const description = metas.find(({ key }) => key === 'description')?.content ?? '';
  return hash('sha256', JSON.stringify([titles[0]?.text ?? '', description, text]), 'base64url');
}

function namesPage(text: string): boolean {
  const words = tokens(text).join(' ');
  return PAGE.some((page) => words.includes(page));
}

function isNotFoundText(text: string): boolean {
  const all = tokens(text);
  const rest = all.filter((token) => !CODES.has(token) && !AROUND.has(token)).join(' ');
  return rest === '' ? all.some((token) => CODES.has(token)) : PHRASES.has(rest);
}

function words(text: string): ReadonlySet<string> {
  return new Set(tokens(text));
}

/** Words without case, accents and punctuation. */
function tokens(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter((token) => token !== '');
}
