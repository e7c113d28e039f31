import { wordSet } from '../word-set.ts';
import type { PageFacts, StructuredNode, TextBlock } from './page-facts.ts';
import { decodeSegment } from './page-url.ts';
import { ARTICLE_TYPES } from './schema-types.ts';
import { writtenDates } from './written-date.ts';

/** Kind of a page, by its structured data, Open Graph type, path and shape. */
export type PageKind = 'home' | 'article' | 'documentation' | 'product' | 'listing' | 'legal' | 'contact' | 'other';

const DOCUMENTATION_TYPES = new Set(['TechArticle', 'APIReference']);
const EDITORIAL_TYPES = ARTICLE_TYPES.difference(DOCUMENTATION_TYPES);
const PRODUCT_TYPES = wordSet('Product ProductGroup ProductModel IndividualProduct Vehicle Car SomeProducts');
const LISTING_TYPES = wordSet('CollectionPage SearchResultsPage Blog OfferCatalog');
const CONTACT_TYPES = new Set(['ContactPage']);
/** Pages that say they are something else than an article, whatever og:type their template gives every page. */
const OTHER_TYPES = new Set(['FAQPage', 'QAPage', 'AboutPage', 'ProfilePage', 'ItemPage', 'CheckoutPage']);

// Path segments in the languages of the phrase packs: en, de, fr, es, pt, it, nl, tr, ja, ko, zh, ar.
const LEGAL = wordSet(`
  legal policies refund-policy return-policy shipping-policy cancellation-policy privacy privacy-policy privacy-notice terms terms-of-service terms-of-use terms-and-conditions terms-and-condition
  terms-conditions terms-of-sale tos privacy-statement cookies-policy returns-policy shipping-and-returns
  conditions disclaimer imprint cookies cookie-policy gdpr dpa eula licence license accessibility-statement
  legal-notice impressum datenschutz datenschutzerklaerung datenschutzerklärung agb nutzungsbedingungen widerruf
  barrierefreiheit mentions-legales confidentialite politique-de-confidentialite politique-confidentialite cgu cgv
  conditions-generales aviso-legal privacidad politica-de-privacidad politica-privacidad terminos
  terminos-y-condiciones condiciones politica-de-cookies termos termos-de-uso politica-de-cookies
  aviso-de-privacidade privacidade politica-de-privacidade informativa-privacy note-legali termini termini-e-condizioni condizioni privacybeleid
  privacyverklaring voorwaarden algemene-voorwaarden cookiebeleid gizlilik gizlilik-politikasi kvkk
  kullanim-kosullari プライバシーポリシー 利用規約 特定商取引法 privacypolicy 개인정보처리방침 이용약관 隐私政策 隱私政策 服务条款 服務條款
  سياسة-الخصوصية الشروط-والأحكام
  polityka-prywatnosci polityka-cookies polityka-plikow-cookies regulamin regulamin-sklepu ochrana-osobnich-udaju
  zasady-ochrany-osobnich-udaju obchodni-podminky podminky-pouziti ochrana-osobnych-udajov obchodne-podmienky adatvedelem
  adatvedelmi-nyilatkozat adatvedelmi-tajekoztato adatkezelesi-tajekoztato aszf impresszum politica-de-confidentialitate
  termeni-si-conditii pravilnik-o-zasebnosti politika-zasebnosti pogoji-uporabe splosni-pogoji pravilnik-o-piskotkih
  varstvo-osebnih-podatkov politika-privatnosti pravila-privatnosti uvjeti-koristenja opci-uvjeti uslovi-koriscenja
  integritetspolicy personuppgiftspolicy anvandarvillkor kopvillkor villkor privatlivspolitik persondatapolitik
  handelsbetingelser personvern personvernerklaering vilkar salgsvilkar tietosuoja tietosuojaseloste rekisteriseloste
  kayttoehdot toimitusehdot privaatsuspoliitika kasutustingimused privatuma-politika privatumo-politika
  politika-konfidentsialnosti politika-konfidencialnosti konfidentsialnost konfidencialnost personalnye-dannye
  obrabotka-personalnyh-dannyh politika-obrabotki-personalnyh-dannyh politika-obrabotki-personalnykh-dannykh
  soglasie-na-obrabotku-personalnyh-dannyh soglasie-na-obrabotku-personalnykh-dannykh polzovatelskoe-soglashenie publichnaya-oferta
  dogovor-oferty usloviya-ispolzovaniya политика-конфиденциальности конфиденциальность персональные-данные
  политика-обработки-персональных-данных публичная-оферта условия-использования пользовательское-соглашение privatnost
  polityka-konfidentsiinosti polityka-konfidentsijnosti політика-конфіденційності публічна-оферта prywatnosc rodo klauzula-rodo
  klauzula-informacyjna polityka-cookie polityka-rodo warunki-uzytkowania warunki-korzystania zwroty-i-reklamacje
  reklamacje-i-zwroty polityka-zwrotow ochrana-soukromi zasady-cookies reklamacni-rad politica-cookies
  datenschutzhinweise widerrufsbelehrung widerrufsrecht haftungsausschluss rechtliche-hinweise politique-de-cookies
  conditions-generales-de-vente conditions-generales-d-utilisation kebijakan-privasi syarat-dan-ketentuan chinh-sach-bao-mat
  dieu-khoan dieu-khoan-su-dung
  מדיניות-פרטיות תנאי-שימוש תקנון הצהרת-נגישות นโยบายความเป็นส่วนตัว ข้อกำหนดและเงื่อนไข गोपनीयता-नीति`);
const CONTACT = wordSet(`
  contact contact-us contacts contactus get-in-touch kontakt kontaktformular contactez-nous nous-contacter contacto
  contactanos contactenos contato fale-conosco contactos contatti contattaci neem-contact-op iletisim iletişim
  bize-ulasin お問い合わせ inquiry toiawase otoiawase 문의 문의하기 联系我们 聯絡我們 联系 اتصل-بنا تواصل-معنا
  kontakty kontakti kapcsolat contactati kontakta-oss kontakt-oss kontakt-os yhteystiedot ota-yhteytta kontaktai lien-he
  hubungi-kami контакты צור-קשר ติดต่อเรา संपर्क-करें`);
const ABOUT = wordSet(`
  about about-us aboutus about-me who-we-are our-story company team ueber-uns über-uns uber-uns unternehmen a-propos apropos
  qui-sommes-nous quienes-somos sobre-nosotros acerca-de nosotros sobre sobre-nos quem-somos chi-siamo over-ons
  hakkimizda hakkımızda 会社概要 about-ja 회사소개 关于我们 關於我們 من-نحن
  o-nas o-nama o-firmie o-firme o-spolecnosti o-spolocnosti rolunk despre-noi om-oss om-os tietoa-meista meista gioi-thieu
  ve-chung-toi tentang-kami o-kompanii o-kompanije o-kompaniyi o-proekte kto-my про-нас о-проекте о-нас о-компании אודות เกี่ยวกับเรา`);
const DOCUMENTATION = wordSet(`
  docs doc documentation reference api api-reference manual handbook guide guides tutorial tutorials help kb
  knowledge-base knowledgebase support-center quickstart getting-started dokumentation handbuch anleitung hilfe
  aide guide-utilisateur documentacion documentación ayuda guia guias documentacao documentação ajuda documentazione
  guida aiuto documentatie handleiding belgeler dokumantasyon yardim ドキュメント マニュアル ヘルプ 문서 도움말 文档 文檔 帮助 幫助`);
const PRODUCT = wordSet(`
  product products produkt produkte produit produits producto productos produto produtos prodotto prodotti
  producten urun urunler ürün ürünler item items p dp shop store boutique tienda loja negozio winkel magaza
  商品 製品 상품 产品 產品`);
const ARTICLES = wordSet(`
  blog blogs weblog weblogs news article articles post posts insights stories magazine journal press press-releases newsroom
  artikel aktuelles neuigkeiten nachrichten magazin beitraege beiträge actualites actualités actu noticias articulos
  artículos artigos novidades notizie articoli nieuws artikelen haberler haber makaleler yazilar ブログ 記事 ニュース お知らせ
  column columns diary updates コラム 日記 블로그 뉴스 소식 博客 新闻 新聞 文章 مدونة المدونة أخبار مقالات`);
const COLLECTIONS = wordSet(`
  category categories tag tags topic topics archive archives author authors search collection collections kategorie
  kategorien schlagwort categorie categories etiqueta etiquetas categoria categorias etiket kategori カテゴリー 카테고리 分类 分類
  product-category product-categories product-tag product-tags produkt-kategorie produkt-schlagwort categorie-produit
  etiquette-produit categoria-producto etiqueta-producto categoria-produto categoria-prodotto kategoria-produktu`);
/** Pages for people that list the pages of a site. */
const SITE_MAPS = wordSet(`
  sitemap site-map html-sitemap sitemap-page plan-du-site plan-site mapa-del-sitio mapa-del-sitio-web mapa-sitio mapa-web
  mapa-do-site mapa-site mappa-del-sito mappa-sito site-haritasi seitenuebersicht seitenübersicht sidkarta sivukartta
  mapa-strony mapa-stranek サイトマップ 사이트맵 网站地图 網站地圖 خريطة-الموقع`);
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
const YEAR = /^(?:19|20)\d\d$/;
const TOP_BLOCKS = 6;
const DATE_LINE_WORDS = 12;
/** Most words of a line with an author and a date. */
const BYLINE_WORDS = 30;
/** Sections of pages whose subject is their last path segment: `/shop/cookies`, `/docs/api/contacts`. */
const TECHNICAL = wordSet('docs doc documentation reference api api-reference manual handbook tutorial tutorials');
/** Single words that also name other things, such as biscuits and illnesses. */
const AMBIGUOUS = wordSet('cookies conditions condiciones condizioni voorwaarden');
/** Words of tools that write legal pages for others, found in paths and headings. */
const TOOLS = wordSet(`
  generator generators template templates builder maker creator tool tools example examples generateur générateur
  generador gerador generatore vorlage vorlagen muster modele modèle modeles plantilla plantillas modelo modelos sjabloon
  oluşturucu olusturucu şablon sablon ジェネレーター テンプレート 雛形 생성기 템플릿 生成器 模板 مولد نموذج`);
/** Words in the title or heading of a legal page. */
const LEGAL_WORDS =
  /privac|privat|confidential|confidencial|polic|polít|politi|terms|termos|términos|termini|conditions (?:of|for|générales)|condiciones (?:de|generales)|condizioni (?:di|generali)|algemene voorwaarden|agreement|notice|aviso legal|mentions légales|note legali|imprint|impressum|datenschutz|richtlinie|agb|voorwaarden van|beleid|gizlilik|kvkk|koşul|gdpr|dsgvo|rgpd|consent|cookie-|dpa|data processing|licen[cs]|disclaimer|processors|acceptable use|service level|規約|ポリシー|個人情報|特定商取引|方針|개인정보|약관|정책|隐私|隱私|条款|條款|政策|سياسة|الشروط|الخصوصية/i;

/** Whole titles of legal pages. */
const LEGAL_TITLE =
  /^(?:(?:our )?(?:privacy|cookies?)(?: (?:policy|notice|statement))|privacy|privacy (?:and|&) cookies?(?: policy)?|terms (?:of (?:service|use|sale)|(?:and|&) conditions)|legal notice|imprint|impressum|datenschutz(?:erklärung|hinweise?)?|impressum (?:und|&) datenschutz(?:erklärung)?|agb|nutzungsbedingungen|widerruf(?:sbelehrung|srecht)?|mentions légales|(?:politique de )?confidentialité|conditions générales(?: de vente| d['’]utilisation)?|aviso legal|(?:aviso|política) de (?:privacidad|privacidade|cookies)|privacidade?|términos y condiciones|termos (?:de uso|e condições)|informativa (?:sulla )?privacy|note legali|termini e condizioni|privacy(?:verklaring|beleid)|(?:algemene )?voorwaarden|gizlilik (?:politikası|sözleşmesi)|(?:политика )?конфиденциальност[ьи]|(?:обработка )?персональны[ех] данны[ех]|политика обработки персональных данных|пользовательское соглашение|публичная оферта|політика конфіденційності|polityka (?:prywatności|cookies)|regulamin|(?:zásady )?ochrany? osobních údajů|obchodní podmínky|politica de confidențialitate|adatvédelmi (?:tájékoztató|nyilatkozat)|プライバシーポリシー|個人情報保護方針|利用規約|개인정보처리방침|이용약관|隐私政策|隱私政策|服务条款|服務條款|سياسة الخصوصية|מדיניות פרטיות|תנאי שימוש|הצהרת נגישות)$/iu;
const TITLE_SEPARATOR = /\s[|–—·-]\s/;

/** Returns whether a page is a listing, tag, contact or legal page by its path. */
export function isSecondaryPath(url: string): boolean {
  const { segments } = address(url);
  return isLegalPath(segments) || isContactPath(segments) || isIndex(segments);
}

/** Returns whether a page lists the pages of its site for people, by its path. */
export function isSiteMap(url: string): boolean {
  return SITE_MAPS.has(address(url).segments.at(-1) ?? '');
}

/**
 * Returns the kind of a page. Its own structured data counts before its path, except where sites label everything alike:
 * legal, contact and about pages are never articles, nor is the index of a blog. Where an article's type stands on a page of
 * documentation, it is documentation, of which less is asked. A category without entries is no listing.
 */
export function pageKind(facts: PageFacts, isHome: boolean): PageKind {
  if (isHome) return 'home';
  const { host, segments } = address(facts.url);
  const own = ownTypes(facts);
  const is = (types: ReadonlySet<string>): boolean => own.some((type) => types.has(type));
  if (isLegalPath(segments) && hasLegalText(facts, segments)) return 'legal';
  if (isContactPath(segments) || is(CONTACT_TYPES)) return 'contact';
  if (ABOUT.has(segments.at(-1) ?? '')) return 'other';
  if (isIndex(segments)) return isEmptyIndex(facts) ? 'other' : 'listing';
  if (hasLegalTitle(facts) && !segments.some((s) => ARTICLES.has(s) || TECHNICAL.has(s))) return 'legal';
  const isDocumented = isAmongDocumentation(host, segments);
  if (is(DOCUMENTATION_TYPES)) return 'documentation';
  if (is(EDITORIAL_TYPES)) return isDocumented || isByDocumentationTool(facts, segments) ? 'documentation' : 'article';
  if (is(PRODUCT_TYPES) || openGraphType(facts).startsWith('product')) return 'product';
  if (is(LISTING_TYPES)) return 'listing';
  if (isDocumented) return 'documentation';
  const section = segments.slice(0, -1);
  if (section.some((segment) => PRODUCT.has(segment))) return 'product';
  if (facts.isPost) return 'article';
  if (is(OTHER_TYPES)) return 'other';
  const isAmongArticles = section.some((segment) => ARTICLES.has(segment)) || isBelowMonth(section);
  // Publishing tools give this type to every page but the home page, and the day of publication to articles alone.
  if (openGraphType(facts) === 'article' && (isAmongArticles || hasPublishedTime(facts))) return 'article';
  const isByline = facts.bylines.length > 0;
  if (isAmongArticles && (hasDate(facts) || isByline) && !isFullOfTeasers(facts)) return 'article';
  return isArticleByShape(facts) || isPostByShape(facts) ? 'article' : 'other';
}

/** Returns whether the path is that of a legal page: by its whole last segment, or directly below `/legal`. */
function isLegalPath(segments: readonly string[]): boolean {
  return isNamedBy(segments, LEGAL) || (segments[0] === 'legal' && segments.length > 1);
}

function isContactPath(segments: readonly string[]): boolean {
  return isNamedBy(segments, CONTACT);
}

/**
 * Returns whether the last segment names the kind of the page. In a shop, a blog or a manual, a plain word is the page's
 * subject instead.
 */
function isNamedBy(segments: readonly string[], words: ReadonlySet<string>): boolean {
  const last = segments.at(-1) ?? '';
  if (!words.has(last)) return false;
  const isPlain = /^[a-z]+$/.test(last);
  const isSubject = (one: string) =>
    ARTICLES.has(one) || COLLECTIONS.has(one) || PRODUCT.has(one) || TECHNICAL.has(one);
  return !(isPlain && segments.slice(0, -1).some(isSubject));
}

/**
 * Returns whether title and heading fit the path of a legal page. They must have no words of tools that write such pages.
 * Where the path alone is not clear, they must have a legal word.
 */
function hasLegalText(facts: PageFacts, segments: readonly string[]): boolean {
  const heading = facts.headings.find(({ level, text }) => level === 1 && text !== '')?.text ?? '';
  const title = facts.titles[0]?.text ?? '';
  const named = heading || (title.split(TITLE_SEPARATOR, 1)[0] ?? '');
  const toolWords = [
    ...segments.flatMap((segment) => segment.split(/[-_]/)),
    ...named.toLowerCase().split(/[\s,.:!?]+/),
  ];
  if (toolWords.some((word) => TOOLS.has(word))) return false;
  const last = segments.at(-1) ?? '';
  const isClear = LEGAL.has(last) && (!AMBIGUOUS.has(last) || named.trim().toLowerCase() === last);
  const titleAndHeading = `${title} ${heading}`;
  return isClear || titleAndHeading.trim() === '' || LEGAL_WORDS.test(titleAndHeading);
}

/** Returns whether the title or h1 of a page names a legal page by itself: for pages whose path tells nothing. */
export function hasLegalTitle({ headings, titles }: PageFacts): boolean {
  const heading = headings.find(({ level, text }) => level === 1 && text !== '')?.text ?? '';
  const named = [heading, titles[0]?.text ?? ''].map((text) =>
    (text.slice(0, 200).split(TITLE_SEPARATOR, 1)[0] ?? '').trim(),
  );
  return named.some((text) => LEGAL_TITLE.test(text));
}

/** Names of tools that make documentation, in their generator meta element. */
const DOCUMENTATION_TOOLS =
  /^(?:docusaurus|vitepress|vuepress|mkdocs|sphinx|docutils|starlight|gitbook|mdbook|nextra|mintlify|antora|docsify|doxygen|jsdoc|typedoc|rustdoc|javadoc)/i;

/** Sphinx, to which its themes link below each page: "Built with Sphinx". */
const SPHINX = /^https?:\/\/(?:www\.)?sphinx-doc\.org\//;

/** Returns whether a page is among documentation, by its host or its path. */
function isAmongDocumentation(host: string, segments: readonly string[]): boolean {
  return (
    /^(?:docs?|help|support|developers?|api|wiki)\./.test(host) ||
    segments.some((segment) => DOCUMENTATION.has(segment))
  );
}

/** Returns whether a tool for documentation made a page that is not among articles. */
function isByDocumentationTool({ metas, links }: PageFacts, segments: readonly string[]): boolean {
  if (segments.some((segment) => ARTICLES.has(segment))) return false;
  return (
    metas.some(({ key, content }) => key === 'generator' && DOCUMENTATION_TOOLS.test(content.trim())) ||
    links.some(({ inMain, text, url }) => !inMain && text === 'Sphinx' && SPHINX.test(url ?? ''))
  );
}

/** Least words that say that an index has no entries, most words of it, and most links in it, such as one back to the shop. */
const EMPTY_INDEX_SAYS = 4;
const EMPTY_INDEX_WORDS = 50;
const EMPTY_INDEX_LINKS = 1;

/** Returns whether an index has nothing to list: "No products yet." */
function isEmptyIndex({ words, cjkCharacters, links, images, times, unread }: PageFacts): boolean {
  const entries = links.filter(({ inMain, url }) => inMain && url !== null).length;
  const pictures = images.filter(({ inMain }) => inMain).length;
  if (words < EMPTY_INDEX_SAYS && cjkCharacters < EMPTY_INDEX_SAYS) return false;
  const isShort = words < EMPTY_INDEX_WORDS && cjkCharacters < 2 * EMPTY_INDEX_WORDS;
  return (
    isShort && entries <= EMPTY_INDEX_LINKS && pictures <= EMPTY_INDEX_LINKS && times.length === 0 && unread.links === 0
  );
}

/** Returns whether a page is one `article` with its own h1, and a date or a byline beside it. */
function isArticleByShape(facts: PageFacts): boolean {
  const { landmarks, headings, bylines, blocks } = facts;
  const h1s = headings.filter(({ level, text, inMain }) => level === 1 && text !== '' && inMain);
  if (landmarks.article !== 1 || h1s.length !== 1) return false;
  if (bylines.length > 0) return true;
  const top = blocks.slice(0, TOP_BLOCKS).filter(({ words }) => words <= BYLINE_WORDS);
  const times = shownTimes(facts);
  return top.some(({ text }) => saysDate(text, times));
}

/** Returns the texts of the time elements that show a date of the page. */
function shownTimes({ times }: PageFacts): readonly string[] {
  const shown = times.filter(({ inMain, inComments, datetime, text }) => {
    return inMain && !inComments && text !== '' && /\d{4}/.test(datetime ?? text);
  });
  return shown.map(({ text }) => text);
}

function saysDate(text: string, times: readonly string[]): boolean {
  return writtenDates(text.slice(0, 200)).length > 0 || times.some((time) => text.includes(time));
}

/** Blocks before and after an h1 that are beside it. */
const BESIDE_BEFORE = 1;
const BESIDE_AFTER = 5;
/** Most short lines with dates in a page that is one article without an `article` element. */
const DATED_LINES = 2;
/** Author in words, where no class names one. */
const WRITTEN_BY = /^(?:written|posted|published) by\b/i;
/** The date of a version, which notices and terms have too. */
const VERSION_DATE = /\b(?:effective|last (?:updated|modified|revised|changed|reviewed))\b|^stand\b/i;

/** Returns whether a page without `article` has one h1, and a byline or a date beside it that is not that of a teaser or an event. */
function isPostByShape(facts: PageFacts): boolean {
  const { landmarks, headings, bylines, blocks } = facts;
  const h1s = headings.filter(({ level, text, inMain }) => level === 1 && text !== '' && inMain);
  const at = blocks.findIndex(({ level }) => level === 1);
  if (landmarks.article > 0 || h1s.length !== 1 || at === -1 || isFullOfTeasers(facts)) return false;
  if (ownTypes(facts).some((type) => type.endsWith('Event'))) return false;
  // Not full of teasers, it has few of them.
  const times = shownTimes(facts).slice(0, MOST_DATES);
  const isDated = ({ text, words, kind }: TextBlock) =>
    kind !== 'heading' && words <= DATE_LINE_WORDS && saysDate(text, times);
  if (blocks.filter(isDated).length > DATED_LINES) return false;
  const after = blocks.slice(at + 1, at + 1 + BESIDE_AFTER);
  const next = after.findIndex(({ kind }) => kind === 'heading');
  // What stands directly above a heading belongs to that.
  const beside = [
    ...blocks.slice(Math.max(0, at - BESIDE_BEFORE), at),
    ...after.slice(0, next === -1 ? BESIDE_AFTER : Math.max(0, next - 1)),
  ];
  return beside.some((block) => {
    const isByline = block.words <= BYLINE_WORDS && bylines.some(({ text }) => block.text.includes(text));
    return isByline || WRITTEN_BY.test(block.text) || (isDated(block) && !VERSION_DATE.test(block.text));
  });
}

/** Returns whether a path is below a month: `/2030/05/a-post`, `/2030/05/12/a-post`. */
function isBelowMonth(section: readonly string[]): boolean {
  return section.some((segment, i) => YEAR.test(segment) && /^(?:0?[1-9]|1[0-2])$/.test(section[i + 1] ?? ''));
}

/** Most dates that an article shows. An index of articles has more dated teasers. */
const MOST_DATES = 3;

/** Returns whether a page shows several dated teasers, and no article of its own. */
function isFullOfTeasers({ landmarks, times }: PageFacts): boolean {
  if (landmarks.article === 1) return false;
  const dates = times.filter(({ inMain, inComments }) => inMain && !inComments);
  return new Set(dates.map(({ datetime, text }) => datetime ?? text)).size > MOST_DATES;
}

/** Returns whether a page is about the site itself, by its path or structured data. */
export function isAboutPage(facts: PageFacts): boolean {
  return ABOUT.has(address(facts.url).segments.at(-1) ?? '') || ownTypes(facts).includes('AboutPage');
}

/**
 * Returns whether the element that describes a node has an h1, or at least half of the main text, or properties and no text. JSON-LD
 * and what is on one line are taken for the page's.
 */
function isAroundPage({ syntax, line, lastLine, properties }: StructuredNode, facts: PageFacts): boolean {
  if (syntax === 'json-ld') return true;
  const isInside = (one: { readonly line: number }) => one.line >= line && one.line <= (lastLine ?? line);
  if (facts.headings.some((heading) => heading.level === 1 && isInside(heading))) return true;
  const inside = charactersOf(facts.blocks.filter(isInside));
  return inside === 0 ? Object.keys(properties).length > 0 : 2 * inside >= charactersOf(facts.blocks);
}

function charactersOf(blocks: readonly TextBlock[]): number {
  return blocks.reduce((characters, { text }) => characters + text.length, 0);
}

/** Most top-level nodes of a page that are looked at. What describes the page itself is not one of hundreds. */
const MOST_NODES = 100;

/** Returns the types of the page itself: of its top-level nodes, and of its main entity. */
function ownTypes(facts: PageFacts): readonly string[] {
  const { nodes } = facts.structuredData;
  const topLevel = nodes.filter((node) => !node.nested);
  const own = new Set<StructuredNode>(topLevel.slice(0, MOST_NODES).filter((node) => isAroundPage(node, facts)));
  for (const node of nodes) {
    for (const value of node.properties['mainEntity'] ?? []) {
      const entity = typeof value === 'string' ? undefined : nodes[value.node];
      if (entity !== undefined) own.add(entity);
    }
  }
  const types = [...own].flatMap((node) => node.types);
  // Several articles side by side are teasers.
  const articles = [...own].filter((node) => node.types.some((type) => EDITORIAL_TYPES.has(type))).length;
  return articles > 1 ? types.filter((type) => !EDITORIAL_TYPES.has(type)) : types;
}

/** Returns whether a path is an index: of a blog, a shop or the site, a category, a tag, an author, a month, or its page 2. */
function isIndex(segments: readonly string[]): boolean {
  const last = segments.at(-1) ?? '';
  const before = segments.at(-2) ?? '';
  if (ARTICLES.has(last) || COLLECTIONS.has(last) || SITE_MAPS.has(last)) return true;
  if (PRODUCT.has(last) && last.length > 2) return true;
  if (COLLECTIONS.has(before)) return true;
  return (before === 'page' && /^\d+$/.test(last)) || YEAR.test(last) || (YEAR.test(before) && /^\d\d?$/.test(last));
}

function openGraphType(facts: PageFacts): string {
  return (
    facts.metas
      .find(({ key }) => key === 'og:type')
      ?.content.trim()
      .toLowerCase() ?? ''
  );
}

/** Returns whether the page has a date of its own: machine-readable, or on a short line near its top. */
function hasDate(facts: PageFacts): boolean {
  const dated = facts.times.some(({ inMain, inComments, datetime, text }) => {
    return inMain && !inComments && /\d{4}/.test(datetime ?? text);
  });
  const lines = [
    ...facts.blocks.slice(0, TOP_BLOCKS).filter(({ words }) => words <= DATE_LINE_WORDS),
    ...facts.bylines,
  ];
  return dated || hasPublishedTime(facts) || lines.some(({ text }) => writtenDates(text.slice(0, 200)).length > 0);
}

function hasPublishedTime({ metas }: PageFacts): boolean {
  return metas.some(({ key }) => key === 'article:published_time' || key === 'datepublished');
}

/**
 * Returns the host and the path segments of a URL: decoded, in lower case, with hyphens for underscores, without a leading
 * language, an index file and file extensions.
 */
function address(url: string): { readonly host: string; readonly segments: readonly string[] } {
  const parsed = URL.parse(url);
  if (parsed === null) return { host: '', segments: [] };
  const segments = parsed.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) =>
      decodeSegment(segment)
        .toLowerCase()
        .replace(/\.(?:html?|php|aspx?|jsp)$/, '')
        .replaceAll('_', '-'),
    );
  if (segments.at(-1) === 'index' || segments.at(-1) === 'default') segments.pop();
  const [first = ''] = segments;
  if (LANGUAGE.test(first) && !DOCUMENTATION.has(first) && !PRODUCT.has(first)) segments.shift();
  return { host: parsed.hostname, segments };
}
