/** Our own words in an llms.txt, in the language of the site. */
export interface LlmsTxtWords {
  readonly home: string;
  readonly pages: string;
  /** Before what the home page tells of. */
  readonly topics: string;
  readonly alsoKnownAs: string;
  readonly audience: string;
  readonly founded: string;
  readonly founders: string;
  readonly location: string;
  readonly areas: string;
  readonly email: string;
  readonly telephone: string;
  readonly profiles: string;
  readonly languages: string;
  readonly hosted: string;
  /** A sentence that has `{listed}` and `{known}`, numbers of pages, in it. */
  readonly share: string;
  /** Before the sitemaps, which name all pages. */
  readonly all: string;
  /** Names of sections, in the order of {@link SECTIONS}. */
  readonly sections: string;
}

/** What folders of sites are for, by the English words in their paths. */
const SECTIONS = [
  'services service our-services',
  'products product shop store items',
  'docs documentation doc manual reference',
  'guides guide how-to howto learn',
  'blog weblog',
  'articles article posts post insights',
  'news press newsroom announcements',
  'cases case case-studies case-study success-stories',
  'cities locations location areas areas-served places regions',
  'faq faqs questions',
  'help support kb knowledge-base',
  'projects project portfolio work works showcase',
  'team people staff',
  'about about-us company',
  'solutions solution',
  'features feature',
  'customers clients',
  'events event',
  'jobs careers career',
  'tutorials tutorial',
  'resources resource downloads',
  'courses course training',
  'recipes recipe',
  'pricing prices plans',
  'industries industry sectors',
  'research publications papers',
  'pages page',
  'demos demo examples example',
  'categories category product-category',
] as const;

const WORDS: Readonly<Record<string, LlmsTxtWords>> = {
  en: {
    home: 'Home',
    pages: 'Main pages',
    topics: 'On the home page',
    alsoKnownAs: 'Also known as',
    audience: 'For',
    founded: 'Founded',
    founders: 'Founded by',
    location: 'Location',
    areas: 'Area served',
    email: 'Email',
    telephone: 'Telephone',
    profiles: 'Official profiles',
    languages: 'Language versions',
    hosted: 'The current version of this file is at',
    share: 'This file lists {listed} of {known} known pages.',
    all: 'All of them:',
    sections:
      'Services,Products,Documentation,Guides,Blog,Articles,News,Case studies,Locations,Questions and answers,Help,Projects,Team,About,Solutions,Features,Customers,Events,Careers,Tutorials,Resources,Courses,Recipes,Pricing,Industries,Research,Pages,Examples,Categories',
  },
  ar: {
    home: 'الرئيسية',
    pages: 'الصفحات الرئيسية',
    topics: 'في الصفحة الرئيسية',
    alsoKnownAs: 'يُعرف أيضًا باسم',
    audience: 'الجمهور المستهدف',
    founded: 'سنة التأسيس',
    founders: 'المؤسسون',
    location: 'الموقع',
    areas: 'مناطق الخدمة',
    email: 'البريد الإلكتروني',
    telephone: 'الهاتف',
    profiles: 'الحسابات الرسمية',
    languages: 'إصدارات اللغات',
    hosted: 'النسخة الحالية من هذا الملف محفوظة على',
    share: 'يضم هذا الملف {listed} من أصل {known} صفحة معروفة.',
    all: 'جميع الصفحات:',
    sections:
      'الخدمات,المنتجات,التوثيق,الأدلة,المدونة,المقالات,الأخبار,دراسات الحالة,المناطق التي نخدمها,الأسئلة الشائعة,المساعدة,المشاريع,فريق العمل,من نحن,الحلول,المزايا,العملاء,الفعاليات,الوظائف,الشروحات,الموارد,الدورات,الوصفات,الأسعار,القطاعات,الأبحاث,الصفحات,الأمثلة,التصنيفات',
  },
  pt: {
    home: 'Página inicial',
    pages: 'Páginas principais',
    topics: 'Na página inicial',
    alsoKnownAs: 'Também conhecido como',
    audience: 'Para',
    founded: 'Fundação',
    founders: 'Fundadores',
    location: 'Localização',
    areas: 'Área de atendimento',
    email: 'E-mail',
    telephone: 'Telefone',
    profiles: 'Perfis oficiais',
    languages: 'Versões em outros idiomas',
    hosted: 'A versão atual deste arquivo fica em',
    share: 'Este arquivo lista {listed} de {known} páginas conhecidas.',
    all: 'Todas elas:',
    sections:
      'Serviços,Produtos,Documentação,Guias,Blog,Artigos,Notícias,Casos,Localidades,Perguntas frequentes,Ajuda,Projetos,Equipe,Sobre,Soluções,Recursos,Clientes,Eventos,Carreiras,Tutoriais,Materiais,Cursos,Receitas,Preços,Setores,Pesquisa,Páginas,Exemplos,Categorias',
  },
  es: {
    home: 'Inicio',
    pages: 'Páginas principales',
    topics: 'En la página de inicio',
    alsoKnownAs: 'También conocido como',
    audience: 'Para',
    founded: 'Fundación',
    founders: 'Fundadores',
    location: 'Ubicación',
    areas: 'Zona de servicio',
    email: 'Correo electrónico',
    telephone: 'Teléfono',
    profiles: 'Perfiles oficiales',
    languages: 'Versiones en otros idiomas',
    hosted: 'La versión actual de este archivo está en',
    share: 'Este archivo enumera {listed} de {known} páginas conocidas.',
    all: 'Todas ellas:',
    sections:
      'Servicios,Productos,Documentación,Guías,Blog,Artículos,Noticias,Casos de éxito,Ubicaciones,Preguntas frecuentes,Ayuda,Proyectos,Equipo,Acerca de,Soluciones,Características,Clientes,Eventos,Empleo,Tutoriales,Recursos,Cursos,Recetas,Precios,Sectores,Investigación,Páginas,Ejemplos,Categorías',
  },
  fr: {
    home: 'Accueil',
    pages: 'Pages principales',
    topics: 'Sur la page d’accueil',
    alsoKnownAs: 'Autres noms',
    audience: 'Pour',
    founded: 'Fondation',
    founders: 'Fondateurs',
    location: 'Adresse',
    areas: 'Zone desservie',
    email: 'E-mail',
    telephone: 'Téléphone',
    profiles: 'Profils officiels',
    languages: 'Versions linguistiques',
    hosted: 'La version à jour de ce fichier se trouve à',
    share: 'Ce fichier liste {listed} des {known} pages connues.',
    all: 'Toutes les pages :',
    sections:
      'Services,Produits,Documentation,Guides,Blog,Articles,Actualités,Études de cas,Lieux,Questions fréquentes,Aide,Projets,Équipe,À propos,Solutions,Fonctionnalités,Clients,Événements,Carrières,Tutoriels,Ressources,Formations,Recettes,Tarifs,Secteurs,Recherche,Pages,Exemples,Catégories',
  },
  de: {
    home: 'Startseite',
    pages: 'Hauptseiten',
    topics: 'Auf der Startseite',
    alsoKnownAs: 'Auch bekannt als',
    audience: 'Für',
    founded: 'Gegründet',
    founders: 'Gegründet von',
    location: 'Standort',
    areas: 'Einzugsgebiet',
    email: 'E-Mail',
    telephone: 'Telefon',
    profiles: 'Offizielle Profile',
    languages: 'Sprachfassungen',
    hosted: 'Die aktuelle Fassung dieser Datei liegt unter',
    share: 'Diese Datei nennt {listed} von {known} bekannten Seiten.',
    all: 'Alle Seiten:',
    sections:
      'Leistungen,Produkte,Dokumentation,Anleitungen,Blog,Artikel,Aktuelles,Fallstudien,Standorte,Häufige Fragen,Hilfe,Projekte,Team,Über uns,Lösungen,Funktionen,Kunden,Veranstaltungen,Karriere,Tutorials,Ressourcen,Kurse,Rezepte,Preise,Branchen,Forschung,Seiten,Beispiele,Kategorien',
  },
  it: {
    home: 'Home',
    pages: 'Pagine principali',
    topics: 'Nella home page',
    alsoKnownAs: 'Noto anche come',
    audience: 'Per',
    founded: 'Fondazione',
    founders: 'Fondatori',
    location: 'Sede',
    areas: 'Area servita',
    email: 'E-mail',
    telephone: 'Telefono',
    profiles: 'Profili ufficiali',
    languages: 'Versioni in altre lingue',
    hosted: 'La versione attuale di questo file si trova su',
    share: 'Questo file elenca {listed} delle {known} pagine conosciute.',
    all: 'Tutte le pagine:',
    sections:
      'Servizi,Prodotti,Documentazione,Guide,Blog,Articoli,Notizie,Casi di studio,Località,Domande frequenti,Assistenza,Progetti,Team,Chi siamo,Soluzioni,Funzionalità,Clienti,Eventi,Lavora con noi,Tutorial,Risorse,Corsi,Ricette,Prezzi,Settori,Ricerca,Pagine,Esempi,Categorie',
  },
  nl: {
    home: 'Home',
    pages: 'Hoofdpagina’s',
    topics: 'Op de homepage',
    alsoKnownAs: 'Ook bekend als',
    audience: 'Voor',
    founded: 'Opgericht',
    founders: 'Oprichters',
    location: 'Locatie',
    areas: 'Werkgebied',
    email: 'E-mail',
    telephone: 'Telefoon',
    profiles: 'Officiële profielen',
    languages: 'Taalversies',
    hosted: 'De actuele versie van dit bestand staat op',
    share: 'Dit bestand noemt {listed} van {known} bekende pagina’s.',
    all: 'Alle pagina’s:',
    sections:
      'Diensten,Producten,Documentatie,Gidsen,Blog,Artikelen,Nieuws,Praktijkvoorbeelden,Locaties,Veelgestelde vragen,Hulp,Projecten,Team,Over ons,Oplossingen,Functies,Klanten,Evenementen,Vacatures,Handleidingen,Bronnen,Cursussen,Recepten,Prijzen,Sectoren,Onderzoek,Pagina’s,Voorbeelden,Categorieën',
  },
  tr: {
    home: 'Ana sayfa',
    pages: 'Ana sayfalar',
    topics: 'Ana sayfada',
    alsoKnownAs: 'Diğer adları',
    audience: 'Hedef kitle',
    founded: 'Kuruluş',
    founders: 'Kurucular',
    location: 'Konum',
    areas: 'Hizmet bölgesi',
    email: 'E-posta',
    telephone: 'Telefon',
    profiles: 'Resmî profiller',
    languages: 'Dil sürümleri',
    hosted: 'Bu dosyanın güncel sürümü şu adreste',
    share: 'Bu dosya bilinen {known} sayfadan {listed} tanesini listeler.',
    all: 'Tüm sayfalar:',
    sections:
      'Hizmetler,Ürünler,Belgeler,Rehberler,Blog,Makaleler,Haberler,Vaka çalışmaları,Konumlar,Sık sorulan sorular,Yardım,Projeler,Ekip,Hakkımızda,Çözümler,Özellikler,Müşteriler,Etkinlikler,Kariyer,Eğitimler,Kaynaklar,Kurslar,Tarifler,Fiyatlar,Sektörler,Araştırma,Sayfalar,Örnekler,Kategoriler',
  },
  ja: {
    home: 'ホーム',
    pages: '主なページ',
    topics: 'ホームの内容',
    alsoKnownAs: '別名',
    audience: '対象',
    founded: '設立',
    founders: '創業者',
    location: '所在地',
    areas: '対応地域',
    email: 'メール',
    telephone: '電話',
    profiles: '公式アカウント',
    languages: '言語版',
    hosted: 'このファイルの最新版',
    share: 'このファイルには、確認済みの{known}ページのうち{listed}ページを掲載しています。',
    all: '全ページ：',
    sections:
      'サービス,製品,ドキュメント,ガイド,ブログ,記事,ニュース,事例,拠点,よくある質問,ヘルプ,プロジェクト,チーム,会社概要,ソリューション,機能,お客様,イベント,採用情報,チュートリアル,資料,講座,レシピ,料金,業界,研究,ページ,例,カテゴリー',
  },
  ko: {
    home: '홈',
    pages: '주요 페이지',
    topics: '홈 내용',
    alsoKnownAs: '다른 이름',
    audience: '대상',
    founded: '설립',
    founders: '설립자',
    location: '위치',
    areas: '서비스 지역',
    email: '이메일',
    telephone: '전화',
    profiles: '공식 계정',
    languages: '언어별 버전',
    hosted: '이 파일의 최신 버전',
    share: '이 파일에는 알려진 {known}개 페이지 중 {listed}개가 나와 있습니다.',
    all: '전체 페이지:',
    sections:
      '서비스,제품,문서,가이드,블로그,글,뉴스,사례,지역,자주 묻는 질문,도움말,프로젝트,팀,소개,솔루션,기능,고객,행사,채용,튜토리얼,자료,강좌,레시피,요금,산업,연구,페이지,예제,카테고리',
  },
  zh: {
    home: '首页',
    pages: '主要页面',
    topics: '首页内容',
    alsoKnownAs: '又名',
    audience: '面向',
    founded: '成立时间',
    founders: '创始人',
    location: '所在地',
    areas: '服务地区',
    email: '电子邮件',
    telephone: '电话',
    profiles: '官方账号',
    languages: '语言版本',
    hosted: '本文件的最新版本位于',
    share: '本文件列出了已知 {known} 个页面中的 {listed} 个。',
    all: '全部页面：',
    sections:
      '服务,产品,文档,指南,博客,文章,新闻,案例,地区,常见问题,帮助,项目,团队,关于,解决方案,功能,客户,活动,招聘,教程,资源,课程,食谱,价格,行业,研究,页面,示例,分类',
  },
};

/** The words for a language tag, English where there are none. @param language its primary subtag, in lower case */
export function wordsFor(language: string): LlmsTxtWords {
  const english = WORDS['en'];
  if (english === undefined) throw new Error('There are no English words.');
  return WORDS[language] ?? english;
}

const indexBySlug = new Map<string, number>([
  ...Object.values(WORDS).flatMap(({ sections }) =>
    sections.split(',').map((name, index): [string, number] => [folded(name), index]),
  ),
  ...SECTIONS.flatMap((slugs, index) => slugs.split(' ').map((slug): [string, number] => [folded(slug), index])),
]);

/** What a folder is called in a language, such as `Serviços` for `servicos`; null for a folder that is not known. */
export function sectionWord(folder: string, language: string): string | null {
  const index = indexBySlug.get(folded(folder));
  return index === undefined || WORDS[language] === undefined
    ? null
    : (wordsFor(language).sections.split(',')[index] ?? null);
}

/** Without case, accents and what separates words. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
