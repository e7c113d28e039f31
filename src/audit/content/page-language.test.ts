import { expect, test } from 'vitest';
import { readPage } from '../../site/html/read-page.ts';
import { choosePack, marksAnotherLanguage, writtenInAnotherLanguage } from './page-language.ts';

function detectLanguage(text: string, language: string | null): string | null {
  const facts = readPage(`<main><p>${text}</p></main>`, 'https://example.com/');
  return choosePack({ language, facts })?.language ?? null;
}

const TEXTS = {
  en: 'The gauge looks down at the surface sixteen times a second and keeps the mean of each minute, so nothing of it stands in the water.',
  de: 'Der Pegel blickt sechzehnmal in der Sekunde auf die Oberfläche und behält das Mittel jeder Minute, und nichts von ihm steht im Wasser.',
  fr: 'Le marégraphe regarde la surface seize fois par seconde et garde la moyenne de chaque minute, et rien de lui ne se trouve dans l’eau.',
  es: 'El mareógrafo mira la superficie dieciséis veces por segundo y guarda la media de cada minuto, así que nada de él está en el agua.',
  pt: 'O marégrafo olha para a superfície dezasseis vezes por segundo e guarda a média de cada minuto, e por isso nada dele está na água.',
  it: 'Il mareografo guarda la superficie sedici volte al secondo e tiene la media di ogni minuto, e niente di esso si trova nella acqua.',
  nl: 'De meter kijkt zestien keer per seconde naar het oppervlak en bewaart het gemiddelde van elke minuut, zodat er niets van in het water staat.',
  tr: 'Mareograf her saniye on altı kez yüzeye bakar ve her dakikanın ortalamasını saklar, çünkü bu cihaz için suda hiç bir şey durmaz.',
  ja: '検潮儀は毎秒十六回水面を見て、一分ごとの平均を記録します。水の中には何も置かれていません。',
  ko: '검조기는 매초 열여섯 번 수면을 보고 매분의 평균을 기록합니다. 물속에는 아무것도 없습니다.',
  zh: '验潮仪每秒观测水面十六次，并记录每分钟的平均值。水中没有任何部件。',
  ar: 'ينظر المقياس إلى السطح ست عشرة مرة في الثانية ويحتفظ بمتوسط كل دقيقة ولا يقف شيء منه في الماء.',
};

/** Fewer of its words are stop words than in any other language with a phrase pack. */
const FORMAL_TURKISH =
  'Limanların ölçüm cihazları saniyede üç kez limandaki deniz yüzeyine bakar, dakikalık ortalamalar kaydedilir ve yıllık raporlarda yayımlanır.';
const POLISH =
  'Przyrząd patrzy na powierzchnię morza szesnaście razy na sekundę i zapisuje średnią każdej minuty, dlatego żadna jego część nie stoi w wodzie.';
const AZERBAIJANI =
  'Limanların ölçü cihazları saniyədə üç dəfə dənizin səthinə baxır və dəqiqələrin ortasını qeyd edir, buna görə suda cihazın hissəsi yoxdur.';

test.each(Object.entries(TEXTS))('%s is told from the text where lang is missing or wrong', (language, text) => {
  expect(detectLanguage(text, null)).toBe(language);
  expect(detectLanguage(text, language === 'en' ? 'de' : 'en')).toBe(language);
});

test('Turkish is told by its letters where it has few stop words', () => {
  expect(detectLanguage(FORMAL_TURKISH, 'en')).toBe('tr');
  expect(detectLanguage(FORMAL_TURKISH.replaceAll('ı', 'i').replaceAll('ğ', 'g'), null)).toBeNull();
  expect(detectLanguage(AZERBAIJANI, null)).toBeNull();
});

test('a lang without a phrase pack is believed, unless the text is in another script', () => {
  expect(detectLanguage(TEXTS.en.repeat(6), 'da')).toBeNull();
  expect(detectLanguage(TEXTS.en, 'yue')).toBeNull();
  expect(detectLanguage(`${TEXTS.en} `.repeat(6), 'yue')).toBe('en');
});

test.each([
  ['en', POLISH],
  ['en', 'Прибор смотрит на поверхность воды шестнадцать раз в секунду и хранит среднее каждой минуты.'],
  ['en', 'המכשיר מביט אל פני המים שש עשרה פעמים בשנייה ושומר את הממוצע של כל דקה.'],
  ['de', POLISH],
  ['ja', POLISH],
])('running text that cannot be in %s gets no phrase pack: %s', (language, text) => {
  expect(detectLanguage(`${text} `.repeat(6), language)).toBeNull();
  expect(detectLanguage(text, language)).toBe(language);
});

test('names and labels, which have no stop words, are read as their lang says', () => {
  const names = '<li>Gauge Model Harbour North</li><li>Buoy Chain Anchor</li>'.repeat(40);
  const links = '<a href="/">Port Harbour</a> '.repeat(40);
  for (const html of [`<ul>${names}</ul>`, `<p>${links}</p>`]) {
    const facts = readPage(`<main>${html}</main>`, 'https://example.com/');
    expect(choosePack({ language: 'en', facts })?.language).toBe('en');
  }
});

test('the language of most words is that of the page', () => {
  const names = 'ReadGauge TypeScript WriteMeanOfGaugeForEveryMinute TideGaugeControllerFactory';
  expect(detectLanguage(`${TEXTS.zh} ${names}`, 'en')).toBe('zh');
  expect(detectLanguage(`${TEXTS.ja} ${names}`, 'en')).toBe('ja');
  expect(detectLanguage(`${TEXTS.ko} ${names}`, 'en')).toBe('ko');
  expect(detectLanguage(`${TEXTS.zh} ${TEXTS.en}`, 'zh')).toBe('en');
});

test('code does not show the language of a page', () => {
  const code = 'der Pegel und die Tide sind in dem Hafen '.repeat(9);
  const facts = readPage(`<main><pre>${code}</pre><p>${TEXTS.en}</p></main>`, 'https://example.com/');
  expect(choosePack({ language: 'en', facts })?.language).toBe('en');
});

test('a text that shows no language is read as its lang says', () => {
  expect(detectLanguage('Gauge 200, Logger 10', 'de')).toBe('de');
  expect(detectLanguage('Gauge 200, Logger 10', null)).toBeNull();
});

test('Persian is not taken for Arabic', () => {
  expect(detectLanguage('دستگاه سطح آب را هر دقیقه اندازه می‌گیرد و گزارش می‌کند.', null)).toBeNull();
});

const AFRIKAANS =
  'Die boot vaar elke dag van die hawe na die eiland en ons bied ook ritte vir groepe aan. Jy kan die kaartjies by ons koop, en kinders reis gratis saam met hulle ouers.';
const GALICIAN =
  'O barco sae todos os días do porto á illa e tamén ofrecemos viaxes para grupos. Pode mercar os billetes na nosa oficina, e os nenos viaxan de balde cos seus pais.';

test.each([
  ['af', AFRIKAANS, 'nl'],
  ['gl', GALICIAN, 'pt'],
])('a long text in %s is only close to a language with a phrase pack', (language, text, close) => {
  expect(detectLanguage(`${text} `.repeat(5), null)).toBeNull();
  expect(contradicted(language, text)).toBeNull();
  expect(contradicted(close, text)).toBeNull();
  expect(contradicted('en', text)).toBe(`close to ${close}`);
});

/** Long enough to be told. */
function contradicted(language: string, text: string): string | null {
  const facts = readPage(`<main><p>${`${text} `.repeat(6)}</p></main>`, 'https://example.com/');
  return writtenInAnotherLanguage({ language, facts });
}

test.each(Object.entries(TEXTS))('a long text in %s is not taken for another language', (language, text) => {
  expect(contradicted(language, text)).toBeNull();
});

test.each([
  ['en', TEXTS.ja, 'Chinese or Japanese'],
  ['en', TEXTS.ko, 'Korean'],
  ['ja', TEXTS.en, 'probably en'],
  ['zh', TEXTS.ko, 'Korean'],
  ['fr', 'Прибор смотрит на поверхность воды шестнадцать раз в секунду.', 'in Cyrillic letters'],
  ['en', `${TEXTS.zh}用 TypeScript 记录数据。`, 'Chinese or Japanese'],
  ['en', TEXTS.de, 'probably de'],
  ['de', TEXTS.en, 'probably en'],
  ['en', FORMAL_TURKISH, 'probably tr'],
  ['yue', TEXTS.en, 'probably en'],
  ['ru', TEXTS.de, 'probably de'],
  ['he', TEXTS.ko, 'Korean'],
])('a lang %s is contradicted by %s', (language, text, other) => {
  expect(contradicted(language, text)).toBe(other);
});

const INDONESIAN =
  'Alat ini melihat permukaan laut enam belas kali setiap detik dan menyimpan nilai tengah setiap menit di kantor pelabuhan.';

test('a long running text without the function words of its lang is in another language', () => {
  for (const text of [INDONESIAN, POLISH]) {
    expect(contradicted('en', text)).toBe('one that this audit does not know');
    expect(contradicted('id', text)).toBeNull();
    const mixed = readPage(`<main><p>${`${text} ${TEXTS.en} `.repeat(6)}</p></main>`, 'https://example.com/');
    expect(writtenInAnotherLanguage({ language: 'en', facts: mixed })).toBeNull();
  }
  const names = '<li>Gauge Model Harbour North</li><li>Buoy Chain Anchor</li>'.repeat(40);
  const facts = readPage(`<main><ul>${names}</ul></main>`, 'https://example.com/');
  expect(writtenInAnotherLanguage({ language: 'en', facts })).toBeNull();
});

test('terms in Latin letters do not make sentences in another script those of the declared language', () => {
  const terms = 'ReadGauge は TypeScript の API で level を読み、毎分の平均を JSON として記録します。';
  expect(contradicted('en', terms)).toBe('Chinese or Japanese');
  expect(contradicted('en', `${terms} ${TEXTS.en}`)).toBeNull();
  const menu = Array.from({ length: 40 }, (_, i) => `<li>Ramen Nori ${i} 海苔ラーメン大盛り</li>`).join('');
  const facts = readPage(`<main><ul>${menu}</ul></main>`, 'https://example.com/');
  expect(writtenInAnotherLanguage({ language: 'en', facts })).toBeNull();
});

const UKRAINIAN =
  'Прилад шістнадцять разів на секунду дивиться на поверхню води і записує рівень, а потім передає його на станцію, де є журнал її роботи.';
const RUSSIAN =
  'Прибор шестнадцать раз в секунду смотрит на поверхность воды и записывает уровень, который потом видно в журнале этой станции.';
const PERSIAN =
  'این دستگاه شانزده بار در ثانیه به سطح آب نگاه می‌کند و گزارش آن را پس از چند دقیقه به ایستگاه می‌فرستد تا در پرونده‌ای بماند.';
const URDU =
  'یہ آلہ ہر سیکنڈ میں سولہ بار پانی کی سطح کو دیکھتا ہے اور اس کی رپورٹ اسٹیشن کے دفتر کو بھیجتا ہے جہاں وہ ریکارڈ میں رکھی جاتی ہے۔';

test.each([
  ['zh', 'ja', TEXTS.ja, TEXTS.zh],
  ['ja', 'zh', TEXTS.zh, TEXTS.ja],
  ['ru', 'uk', UKRAINIAN, RUSSIAN],
  ['uk', 'ru', RUSSIAN, UKRAINIAN],
  ['ar', 'fa', PERSIAN, TEXTS.ar],
  ['ar', 'ur', URDU, TEXTS.ar],
  ['fa', 'ar', TEXTS.ar, PERSIAN],
  ['ur', 'fa', PERSIAN, URDU],
])('a lang %s is contradicted by the letters of a text in %s', (declared, written, text, own) => {
  expect(contradicted(declared, `${text} ${text}`)).toBe(`probably ${written}`);
  expect(contradicted(declared, `${own} ${own}`)).toBeNull();
  expect(contradicted(declared, `${own} ${text}`)).toBeNull();
});

test('a lang is not contradicted by few words, nor one that has neither a phrase pack nor a script of its own', () => {
  const facts = readPage(`<main><p>${TEXTS.de}</p></main>`, 'https://example.com/');
  expect(writtenInAnotherLanguage({ language: 'en', facts })).toBeNull();
  expect(contradicted('da', TEXTS.de)).toBeNull();
  expect(contradicted('sr', TEXTS.de)).toBeNull();
  expect(contradicted('ru', POLISH)).toBeNull();
});

test('a lang for Latin letters is not contradicted by them', () => {
  const html = (lang: string) => `<html lang="${lang}"><main><p>${`${TEXTS.en} `.repeat(6)}</p></main>`;
  const written = (lang: string) =>
    writtenInAnotherLanguage({ language: 'ru', facts: readPage(html(lang), 'https://example.com/') });
  expect(written('ru-Latn')).toBeNull();
  expect(written('ru')).toBe('probably en');
});

test.each([
  ['en', `${TEXTS.zh} ${TEXTS.en}`],
  ['en', `${TEXTS.ja} ${TEXTS.en}`],
  ['en', `${TEXTS.ko} ${TEXTS.en}`],
  ['en', `${TEXTS.ar} ${TEXTS.en}`],
  ['zh', `记录 const readGauge = async (level: number) => await gauge.read(level).then((value) => value.mean())`],
])('a lang %s is not contradicted by the mixed text %s', (language, text) => {
  expect(contradicted(language, text)).toBeNull();
});

test('a lang is not contradicted by code', () => {
  const facts = readPage(`<main><pre>${`${TEXTS.zh}\n`.repeat(20)}</pre><p>Notes</p></main>`, 'https://example.com/');
  expect(writtenInAnotherLanguage({ language: 'en', facts })).toBeNull();
});

test.each([
  ['<html lang="en"><article lang="zh-CN">', true],
  ["<html lang=en-US><p lang='en'>", false],
  ['<html lang="en"><a hreflang="zh">', false],
])('%s marks a part as being in another language: %s', (html, marks) => {
  expect(marksAnotherLanguage(html, 'en')).toBe(marks);
});

test('sentences of fifty words contradict a lang where they are plainly of another language beside names and labels', () => {
  const labels = '<p>Gauge Pier Buoy Rope Tide Lamp</p>'.repeat(20);
  const found = (sentence: string, times: number, language = 'en') => {
    const html = `<main>${labels}${`<p>${sentence}</p>`.repeat(times)}</main>`;
    return writtenInAnotherLanguage({ language, facts: readPage(html, 'https://example.com/') });
  };
  expect(found(TEXTS.de, 3)).toBe('probably de');
  expect(found(TEXTS.de, 2)).toBeNull();
  expect(found(POLISH, 3)).toBe('one that this audit does not know');
  expect(found(POLISH.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l'), 3)).toBeNull();
  expect(found(TEXTS.en, 3)).toBeNull();
  expect(found(TEXTS.en, 3, 'ru')).toBe('probably en');
  expect(found(TEXTS.en, 1, 'ru')).toBeNull();
});

test('words that two languages share, and an English description, do not make German sentences English', () => {
  const text =
    '<p>Was der Steg im Winter war, das war er auch im Sommer: ein Platz für die Boote und die Leute.</p>'.repeat(4);
  const head = '<title>Der Steg</title><meta name="description" content="The pier and what it was for in the winter.">';
  const facts = readPage(`<html lang="en">${head}<main>${text}</main>`, 'https://example.com/');
  expect(writtenInAnotherLanguage({ language: 'en', facts })).toBe('probably de');
});

test('a log in keywords is in the language of its title and description', () => {
  const log = '<p>Wheel stopped, gate greased, race dredged downstream, bridge side beams oiled.</p>'.repeat(10);
  const found = (head: string) =>
    writtenInAnotherLanguage({ language: 'en', facts: readPage(`<head>${head}</head>${log}`, 'https://example.com/') });
  const description = 'What was done at the mill, by whom and for what, and how it was before and after that.';
  expect(found(`<title>The log of the mill</title><meta name=description content="${description}">`)).toBeNull();
  expect(found('<title>Log</title>')).not.toBeNull();
});
