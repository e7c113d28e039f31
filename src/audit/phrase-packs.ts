/** What the tests of wording need to know of one language. */
export interface PhrasePack {
  /** Its primary language subtag (BCP 47). */
  readonly language: string;
  /** Words that carry no subject, in lower case. */
  readonly stopWords: ReadonlySet<string>;
  /** A sentence that says what something is or does: `X is a …`. */
  readonly statement: RegExp;
  /** Sentences that match `statement` and say nothing of the kind: `There is a …`. */
  readonly noStatement: RegExp;
  /** Words that count things and follow a number, as a regular expression in lower case. */
  readonly units: string;
  /** Words for money that follow a number, as a regular expression in lower case. */
  readonly money: string;
  /** Names of the months in a date, in full and short, the longer before the shorter; empty where months are numbers. */
  readonly months: string;
  /** Words before a year that make it a date: `since 1998`. Empty where the year is marked itself. */
  readonly yearIntro: string;
}

interface Written {
  readonly stop: string;
  readonly statement: RegExp;
  readonly noStatement: RegExp;
  readonly units: string;
  readonly money: string;
  readonly months: string;
  readonly yearIntro: string;
}

const NEVER = /(?!)/u;

/** `\b` knows ASCII letters only. */
function word(alternatives: string): string {
  return `(?<![\\p{L}\\p{M}])(?:${alternatives})(?![\\p{L}\\p{M}])`;
}

/** Words after which an article begins something else: `is in the old town`, `is hot and the tea`. */
const NO_GAP =
  'and|or|but|in|on|at|of|to|for|from|by|with|over|under|et|ou|mais|dans|sur|à|de|pour|par|chez|avec|y|o|pero|en|con|por|para|sobre|a|e|ma|su|di|da|per|em|no|na|com|maar|op|aan|van|met|voor|te|bij';

/** A verb with an article or the like after it, or after one word more: `is a`, `is probably the`. */
function copula(verbs: string, articles: string): string {
  return `${word(verbs)}(?:\\s+(?!(?:${NO_GAP})\\s)[^\\s,.;:]+)?\\s+${word(articles)}`;
}

/** German puts much between verb and noun; an article after one of these belongs to something else. */
const NO_PREPOSITION =
  '(?<!\\s(?:in|an|auf|aus|bei|durch|für|gegen|hinter|mit|nach|neben|ohne|über|um|unter|von|vor|zu|zwischen|und|oder|als|wie)\\s+)';

/** A verb that says what something does, with its subject before it: among the first words of the sentence. */
function does(verbs: string): string {
  return `^(?:\\S+\\s+){1,6}?${word(verbs)}`;
}

/** The same where the verb says who does it, and may come first: `Ofrecemos …`. */
function weDo(endings: string, notThese: string): string {
  return `^(?!(?:${notThese})(?!\\p{L}))\\p{L}{2,20}(?:${endings})(?!\\p{L})`;
}

const PACKS: Readonly<Record<string, Written>> = {
  en: {
    stop: 'a about after all also an and any are as at be been but by can could did do does for from get had has have he her his how i if in into is it its just like more most my new no not of on one only or other our out over she so some such than that the their them then there these they this to up us was we were what when where which who why will with would you your',
    statement: new RegExp(
      `${copula('is|are|was|were', 'an?|the|one|our|your|where|how|what')}|[’'](?:re|s)\\s+(?:an?|the|your)(?!\\p{L})|${does('means|refers to|stands for|describes|provides?|offers?|helps?|lets|makes?|builds?|creates?|develops?|designs?|delivers?|manufactures?|produces?|supplies|supply|installs?|sells?|repairs?|teaches|explains?|turns|allows?|enables?|automates?|implements?|manages?|supports?|covers?')}`,
      'iu',
    ),
    noStatement: /^(?:there|here|what|where|when|how|why|who|if|note)(?!\p{L})/iu,
    units:
      'percent|per cent|seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades|people|persons|employees|users|customers|clients|members|students|countries|cities|projects|pages|times|miles?|feet|inches|pounds|ounces|gallons|degrees|met(?:re|er)s?|kilomet(?:re|er)s?|kilograms?|grams?|lit(?:re|er)s?|watts?|volts?|million|billion',
    money: 'dollars?|euros?|pounds sterling|cents|francs',
    months:
      'september|february|november|december|january|october|august|march|april|june|july|may|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec',
    yearIntro: 'in|since|from|until|by|of|early|mid|late|founded|established',
  },
  de: {
    stop: 'aber alle als also am an auch auf aus bei bin bis da damit dann das dass dem den der des die dies diese dieser dieses doch du durch ein eine einem einen einer eines er es für hat haben hier ich ihr ihre im in ist ja kann kein keine können man mehr mein mit nach nicht noch nur ob oder ohne schon sehr sein seine sich sie sind so über um und uns unser unsere unter vom von vor war was wenn wer werden wie wir wird zu zum zur',
    statement: new RegExp(
      `${word('ist|sind|war|waren')}(?:\\s+[^\\s,.;:]+){0,5}?\\s+${NO_PREPOSITION}${word('eine?|der|die|das|ihre?|unsere?')}|${does('bedeutet|bezeichnet|bezeichnen|steht für|heißt|bietet|bieten|entwickelt|entwickeln|hilft|helfen|baut|bauen|fertigt|fertigen|verkauft|verkaufen|repariert|reparieren|rettet|retten|liefert|liefern|stellt|stellen|erklärt')}`,
      'iu',
    ),
    noStatement: /^(?:hier|was|wo|wann|wie|warum|wer|wenn|falls|es gibt|hinweis)(?!\p{L})/iu,
    units:
      'prozent|sekunden?|minuten?|stunden?|tagen?|tage|wochen?|monaten?|monate|jahren?|jahre|personen|menschen|mitarbeiter|mitarbeitende|mitarbeitern|kunden|nutzer|mitglieder|länder|städte|projekte|seiten|mal|grad|meter|metern|kilometer|kilogramm|gramm|liter|watt|volt|millionen|milliarden|quadratmeter',
    money: 'euro|franken|dollar|cent',
    months:
      'september|november|dezember|februar|oktober|januar|august|april|märz|juni|juli|sept|mai|jan|feb|apr|aug|okt|nov|dez',
    yearIntro: 'seit|im jahr|im jahre|ab|bis|von|anno|gegründet',
  },
  fr: {
    stop: 'à afin ai ainsi alors au aucun aussi autre aux avec avoir car ce cela ces cet cette chez comme comment dans de des donc dont du elle elles en encore entre est et être eu fait il ils je la le les leur leurs lors lui mais même mes mon ne nos notre nous on ont ou où par pas peut plus pour pourquoi qu quand que quel quelle qui sa sans se ses si son sont sous sur ta tes ton tout tous toute très tu un une vos votre vous y',
    statement: new RegExp(
      `${copula('est|sont|était', "une?|les?|la|l['’]\\p{L}+|des|votre|notre")}|(?<!\\p{L})est\\s+l['’]|${does('désigne|signifie|consiste|propose|proposent|proposons|permet|permettent|offre|offrent|offrons|développe|développons|fabrique|fabriquons|répare|réparons|vend|vendons|accompagne|accompagnons|explique')}`,
      'iu',
    ),
    noStatement: /^(?:voici|il y a|que|quoi|où|quand|comment|pourquoi|qui|si|note)(?!\p{L})/iu,
    units:
      'pour cent|secondes?|minutes?|heures?|jours?|semaines?|mois|ans|années?|personnes|salariés|employés|clients|utilisateurs|membres|pays|villes|projets|pages|fois|degrés|mètres?|kilomètres?|kilogrammes?|grammes?|litres?|watts?|volts?|millions?|milliards?',
    money: 'euros?|francs?|dollars?|centimes',
    months:
      'septembre|novembre|décembre|janvier|février|juillet|octobre|avril|mars|juin|août|janv|févr|juil|sept|mai|avr|oct|nov|déc',
    yearIntro: "en|depuis|dès|jusqu['’]en|l['’]an|fondée? en",
  },
  es: {
    stop: 'a al algo como con cual cuando de del desde donde dos el ella ellos en entre era es esa ese eso esta estas este esto estos está están fue ha hasta hay la las le les lo los más me mi mis muy nada ni no nos nosotros nuestra nuestro o os otra otro para pero por porque que qué quien se sea ser si sí sin sobre son su sus también tan te tiene todo todos tu tus un una unas uno unos usted y ya yo',
    statement: new RegExp(
      `${copula('es|son|era|somos', 'una?|unos|unas|el|la|los|las|tu|su|nuestr[oa]')}|${does('significa|designa|se refiere a|consiste|ofrece|ofrecen|ofrecemos|permite|permiten|desarrolla|desarrollamos|fabrica|fabricamos|repara|reparamos|vende|vendemos|ayuda|ayudamos|explica')}|${weDo('amos|emos|imos', 'vamos|somos|estamos|tenemos|queremos|podemos|sabemos|sigamos|veamos')}`,
      'iu',
    ),
    noStatement: /^(?:aquí|hay|qué|dónde|cuándo|cómo|por qué|quién|si|nota)(?!\p{L})/iu,
    units:
      'por ciento|segundos?|minutos?|horas?|días?|semanas?|mes|meses|años?|personas|empleados|clientes|usuarios|miembros|países|ciudades|proyectos|páginas|veces|grados|metros?|kilómetros?|kilogramos?|kilos?|gramos?|litros?|vatios|voltios|millones|millón',
    money: 'euros?|d[óo]lares|pesos|céntimos|soles',
    months:
      'septiembre|noviembre|diciembre|febrero|octubre|agosto|enero|marzo|abril|junio|julio|mayo|sept|ene|feb|mar|abr|may|jun|jul|ago|oct|nov|dic',
    yearIntro: 'en|desde|hasta|de|año|fundada? en',
  },
  pt: {
    stop: 'a ao aos as até com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta este eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na nas nem no nos nossa nosso não nós o os ou para pela pelas pelo pelos por porque qual quando que quem se sem ser seu seus sobre sua suas são só também te tem ter todo todos tu um uma umas uns você vocês à às é',
    statement: new RegExp(
      `${copula('é|são|era|somos', 'uma?|uns|umas|o|a|os|as|seu|sua|nosso|nossa')}|${does('significa|designa|refere-se|consiste|oferece|oferecem|oferecemos|permite|permitem|desenvolve|desenvolvemos|fabrica|fabricamos|repara|reparamos|vende|vendemos|ajuda|ajudamos|explica')}|${weDo('amos|emos|imos', 'vamos|somos|estamos|temos|queremos|podemos|sabemos|vejamos')}`,
      'iu',
    ),
    noStatement: /^(?:aqui|há|o que|onde|quando|como|por que|quem|se|nota)(?!\p{L})/iu,
    units:
      'por cento|segundos?|minutos?|horas?|dias?|semanas?|mês|meses|anos?|pessoas|funcionários|colaboradores|clientes|usuários|utilizadores|membros|países|cidades|projetos|páginas|vezes|graus|metros?|quilômetros?|quilómetros?|quilos?|gramas?|litros?|watts?|volts?|milhões|milhão|bilhões',
    money: 'euros?|reais|real|dólares|cêntimos|centavos',
    months:
      'fevereiro|setembro|novembro|dezembro|janeiro|outubro|agosto|março|abril|junho|julho|maio|jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez',
    yearIntro: 'em|desde|até|de|ano|fundada? em',
  },
  it: {
    stop: 'a ad ai al alla alle allo anche che chi ci come con cosa cui da dai dal dalla dalle degli dei del della delle dello di dove e ed era essere fra gli ha hai hanno ho i il in io la le lei li lo loro lui ma mi mia mio ne nei nel nella nelle no noi non nostra nostro o ogni per perché più quale quando quella quello questa questo qui se sei si sia sono sopra su sua sue sui sul sulla suo suoi tra tu tua tuo tutti tutto un una uno vi voi è',
    statement: new RegExp(
      `${copula('è|sono|era|siamo', "una?|uno|il|lo|la|i|gli|le|l['’]\\p{L}+|un['’]\\p{L}+")}|(?<!\\p{L})è\\s+(?:l|un)['’]|${does('significa|indica|si riferisce|consiste|offre|offrono|offriamo|permette|permettono|consente|sviluppa|sviluppiamo|produce|produciamo|ripara|ripariamo|vende|vendiamo|aiuta|aiutiamo|spiega')}|${weDo('iamo', 'siamo|abbiamo|andiamo|vogliamo|possiamo|sappiamo|vediamo')}`,
      'iu',
    ),
    noStatement: /^(?:ecco|c['’]è|ci sono|che cosa|cosa|dove|quando|come|perché|chi|se|nota)(?!\p{L})/iu,
    units:
      'per cento|second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|persone|dipendenti|clienti|utenti|membri|paesi|città|progetti|pagine|volte|gradi|metr[oi]|chilometr[oi]|chilogramm[oi]|chili|gramm[oi]|litr[oi]|watt|volt|milion[ei]|miliard[oi]',
    money: 'euro|dollari|franchi|centesimi',
    months:
      'settembre|febbraio|novembre|dicembre|gennaio|ottobre|aprile|maggio|giugno|luglio|agosto|marzo|gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic',
    yearIntro: "nel|dal|fino al|del|anno|fondata? nel|l['’]anno",
  },
  nl: {
    stop: 'aan al alle als ben bij dan dat de deze die dit door dus een en er geen had heb hebben heeft het hier hij hoe hun ik in is je jij jouw kan kunnen maar me meer met mijn naar niet nog nu of om omdat onder ons onze ook op over te tegen toch tot u uit uw van veel voor waar wat we wel werd wie wij wordt worden zal ze zich zij zijn zo zonder',
    statement: new RegExp(
      `${copula('is|zijn|was|waren', 'een|de|het|uw|jouw|onze|ons')}|${does('betekent|verwijst naar|staat voor|biedt|bieden|helpt|helpen|maakt|maken|ontwikkelt|ontwikkelen|bouwt|bouwen|verkoopt|verkopen|repareert|repareren|levert|leveren|legt uit')}`,
      'iu',
    ),
    noStatement: /^(?:hier|er (?:is|zijn)|wat|waar|wanneer|hoe|waarom|wie|als|let op)(?!\p{L})/iu,
    units:
      "procent|seconden?|minuten?|minuut|uur|uren|dagen|dag|weken|week|maanden|maand|jaar|jaren|mensen|personen|medewerkers|klanten|gebruikers|leden|landen|steden|projecten|pagina[’']s|keer|graden|meter|kilometer|kilogram|kilo|gram|liter|watt|volt|miljoen|miljard",
    money: 'euro|dollar|cent',
    months:
      'september|februari|augustus|november|december|januari|oktober|maart|april|juni|juli|mei|jan|feb|mrt|apr|jun|jul|aug|sep|okt|nov|dec',
    yearIntro: 'in|sinds|vanaf|tot|van|anno|opgericht in',
  },
  tr: {
    stop: 'acaba ama ancak az bazı ben biz bir biri birçok bu bunu bunun çok çünkü da daha de değil diye en gibi göre hem hep her hiç için ile ise kadar ki kim mı mi mu mü nasıl ne neden nerede o olan olarak oldu olduğu on ona onun ve veya ya yani şey şu siz sizin tüm var yok',
    statement: new RegExp(
      `\\p{L}{2}(?:d[ıiuü]r|t[ıiuü]r)(?:l[ae]r)?[\\s.!"”’]*$|${word('(?:anlamına gel|ifade ed|sun|sağla|üret|geliştir|tasarla|yardımcı ol|hizmet ver|yap|onar|sat|açıkla)\\p{L}*')}[\\s.!"”’]*$`,
      'iu',
    ),
    noStatement: /^(?:burada|işte|ne|nerede|nasıl|neden|niçin|kim|eğer|not)(?!\p{L})/iu,
    units:
      'yüzde|saniye|dakika|saat|gün|hafta|ay|yıl|yıllık|kişi|çalışan|müşteri|kullanıcı|üye|ülke|şehir|proje|sayfa|kez|kat|derece|metre|kilometre|kilogram|kilo|gram|litre|watt|volt|milyon|milyar',
    money: 'lira|tl|avro|euro|dolar|kuruş',
    months:
      'haziran|ağustos|temmuz|aralık|şubat|nisan|mayıs|eylül|kasım|ocak|mart|ekim|oca|şub|mar|nis|may|haz|tem|ağu|eyl|eki|kas|ara',
    yearIntro: '',
  },
  ja: {
    stop: 'これ それ あれ この その あの ここ そこ こと もの ため よう とき から まで など です ます ました でした する した して いる ある なる れる られる ない という について として による および また または では には とは さん ください より',
    statement:
      /(?:とは|は、?)[^。！？]{2,100}(?:です|である|であり|でした|を指し|を指す|を意味|こと|もの|(?:提供|販売|開発|製造|運営|修理|解説|紹介|説明)(?:し|する|を行))/u,
    noStatement: NEVER,
    units:
      '[万億千百]?(?:年間?|[かヶカケ]?月間?|週間?|日間?|時間|分間?|秒間?|人|名|件|社|台|個|本|枚|回|倍|歳|度|校|店舗?|[か箇ヶ]所|パーセント|キロ|メートル|グラム|リットル|ページ|種類|カ国)',
    money: '[万億千百]?(?:円|ドル|ユーロ)',
    months: '',
    yearIntro: '',
  },
  ko: {
    stop: '이 그 저 것 수 등 및 또는 그리고 그러나 하지만 위해 위한 대한 대해 있는 있습니다 합니다 하는 한다 입니다 됩니다 되는 같은 더 가장 모든 우리 저희 여러분 통해 에서 으로',
    statement:
      /[\p{L}\d)](?:은|는|이란|란|이)\s[^.?!]{2,150}?(?:입니다|이다|이에요|예요|말합니다|뜻합니다|의미합니다|가리킵니다|(?:제공|판매|개발|제조|운영|수리|설명|소개)(?:합니다|하는|한다|하고))/u,
    noStatement: NEVER,
    units:
      '[만억천백]?(?:년간?|개월|주간?|일간?|시간|분간?|초|명|건|개사?|대|회|배|세|도|곳|퍼센트|킬로미터|킬로|미터|그램|리터|페이지|종|여 ?명|개국)',
    money: '[만억천백]?(?:원|달러|유로)',
    months: '',
    yearIntro: '',
  },
  zh: {
    stop: '的 了 和 是 在 我 我们 我們 你 你们 您 他 她 它 这 這 那 这个 這個 一个 一個 与 與 及 或 以及 为 為 对 對 于 於 从 從 到 把 被 让 讓 也 都 就 不 没有 沒有 有 会 會 可以 进行 進行 通过 通過 如果 因为 因為 所以 什么 什麼 如何 怎么 更 最 等',
    statement:
      /(?:^|[，,：:\s])[^，。？！,：:]{1,40}?(?:是(?:指|由|一|[^，。？！]{1,60}的)|指的是|意思是|是[^，。？！]{2,40}(?:公司|平台|工具|品牌|组织|組織|机构|機構|方法|过程|過程|技术|技術)|(?:提供|致力于|致力於|专注于|專注於|生产|生產|销售|銷售|开发|開發|维修|維修|介绍|介紹|说明|說明))/u,
    noStatement: /^(?:如果|假如|注意|怎么|怎麼|什么|什麼|为什么|為什麼)/u,
    units:
      '[万萬亿億千百]?(?:年|个?月|個月|周|週|天|日|小时|小時|分钟|分鐘|秒|人|名|位|家|台|个|個|件|次|倍|岁|歲|度|所|项|項|种|種|页|頁|公里|千米|米|公斤|千克|克|升|平方米|平方公尺|百分点)',
    money: '[万萬亿億千百]?(?:元|美元|欧元|歐元|港币|港幣|人民币|人民幣|块)',
    months: '',
    yearIntro: '',
  },
  ar: {
    stop: 'في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين ما لا لم لن أن إن كان كانت هو هي هم نحن أنت كل بعض غير بين قد ثم أو أم بل حتى إذا عند عندما كما لكن أي أيضا بعد قبل خلال حول دون منذ لها له لهم بها به فيها فيه و يتم وقد كيف ماذا لماذا',
    statement: new RegExp(
      word(
        '(?:و|ف)?(?:هو|هي|عبارة عن|[تين]عد|[تي]عتبر|[تين]قدم|[تين]وفر|[تي]عني|[تي]شير إلى|[تين]ساعد|[تين]طور|[تين]صنع|[تين]بيع|[تي]شرح|متخصص(?:ة|ون|ين)?|نحن|شركة|منصة|مؤسسة|أداة|خدمة)',
      ),
      'u',
    ),
    noStatement: /^(?:هناك|هنا|ماذا|أين|متى|كيف|لماذا|من هو|إذا|ملاحظة)(?!\p{L})/u,
    units:
      '(?:في المئة|بالمئة|في المائة|بالمائة|ثانية|ثوان|دقيقة|دقائق|ساعة|ساعات|يوما?|أيام|أسبوعا?|أسابيع|شهرا?|أشهر|شهور|سنة|سنوات|عاما?|أعوام|شخصا?|أشخاص|موظفا?|عميلا?|عملاء|مستخدما?|دولة|دول|مدينة|مدن|مشروعا?|مشاريع|صفحة|مرة|مرات|درجة|مترا?|أمتار|كيلومترا?|كيلو|كيلوغراما?|غراما?|لترا?|واط|فولت|مليونا?|ملايين|مليارا?)',
    money: 'ريالا?|درهما?|دولارا?|جنيها?|دينارا?|يورو|ليرة',
    months:
      'كانون الثاني|تشرين الثاني|تشرين الأول|كانون الأول|فبراير|سبتمبر|أكتوبر|نوفمبر|ديسمبر|حزيران|يوليوز|يناير|أبريل|يونيو|يوليو|أغسطس|نيسان|أيلول|شتنبر|نونبر|دجنبر|مارس|مايو|شباط|آذار|أيار|تموز|ماي|غشت|آب',
    yearIntro: 'عام|سنة|منذ|في عام|في سنة|منذ عام',
  },
};

const BY_LANGUAGE: ReadonlyMap<string, PhrasePack> = new Map(
  Object.entries(PACKS).map(([language, { stop, ...pack }]) => [
    language,
    { language, stopWords: new Set(stop.split(' ')), ...pack },
  ]),
);

/** The pack of a primary language subtag; null for a language that has none: its wording cannot be judged. */
export function phrasePack(language: string): PhrasePack | null {
  return BY_LANGUAGE.get(language) ?? null;
}

/** Every pack, in a fixed order. */
export function phrasePacks(): readonly PhrasePack[] {
  return [...BY_LANGUAGE.values()];
}
