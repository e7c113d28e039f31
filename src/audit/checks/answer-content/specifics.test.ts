import { expect, test } from 'vitest';
import { readPage } from '../../../site/html/read-page.ts';
import { type LanguagePack, languagePack, NO_PACK } from '../../content/language-packs.ts';
import { findSpecifics, HAS_DIGIT, hasAgingPrices, isPriceList } from './specifics.ts';

function found(language: string, html: string): readonly string[] {
  const pack = language === 'und' ? NO_PACK : languagePack(language);
  if (pack === null) throw new Error(`No pack for ${language}.`);
  return asSpelled(pack, html).map((one) => one.toLowerCase());
}

function asSpelled(pack: LanguagePack, html: string): readonly string[] {
  return findSpecifics(readPage(`<html><body><main>${html}</main></body></html>`, 'https://example.com/a'), pack, 50);
}

test.each([
  ['en', 'It rises by four metres in fifty minutes, at three knots.', ['four metres', 'fifty minutes', 'three knots']],
  ['en', 'Half a metre more in ten-minute steps, and one more.', ['half a metre', 'ten-minute']],
  ['de', 'Sie wiegt zwölf Kilogramm und misst alle zwanzig Sekunden.', ['zwölf kilogramm', 'zwanzig sekunden']],
  ['fr', 'La mer monte de quatre mètres en cinquante minutes.', ['quatre mètres', 'cinquante minutes']],
  ['en', 'Add 2½ cups flour, 1/2 tsp salt and 3 tbsp oil at 180 °C.', ['1⁄2 cups', '1/2 tsp', '3 tbsp', '180 °c']],
  ['de', '3 EL Mehl, 1 Prise Salz, bei 180 °C.', ['3 el', '1 prise', '180 °c']],
])('numbers in words and measures of the kitchen, in %s: %s', (language, text, specifics) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(specifics);
});

test.each([
  ['en', 'The tower of 1568 was built in 1492, and since 1736 it has stood', ['of 1568', 'in 1492', 'since 1736']],
  [
    'fr',
    'Terminée en 1568, elle a été agrandie de 1736 à 1738, vers 1900',
    ['en 1568', 'de 1736', 'à 1738', 'vers 1900'],
  ],
  ['de', 'Mit 1500 Booten, von 1200 Leuten und seit 1648', ['mit 1500', '1200 leuten', 'seit 1648']],
  ['en', 'Ugs 200,000 a month, or KES 4,500 in the town of Nakuru', ['ugs 200,000', 'kes 4,500']],
  ['en', 'It runs on Apache 2.4 and Swift 5.6', ['apache 2.4', 'swift 5.6']],
])('years before 1800, money and versions, in %s: %s', (language, text, specifics) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(specifics);
});

test.each([
  ['en', 'We open on Monday 5 May, and on Friday, June 16 in the evening.', ['5 may', 'june 16']],
  ['en', 'Section 3 may be read in june and later.', []],
  ['en', 'It was built on 3 June 2024, and since then each June 3 is a feast', ['3 june 2024']],
  ['de', 'Geöffnet ist es vom 15. April bis 15. Oktober', ['15. april', '15. oktober']],
  ['fr', 'Le port ouvre du 15 avril au 1er octobre', ['15 avril', '1er octobre']],
  ['und', 'Otwieramy w piątek 16 czerwca oraz 24 maja rano.', ['16 czerwca', '24 maja']],
  ['ja', '毎年4月15日から営業しておりますのでどうぞ', ['4月15日']],
])('a day without a year is a date in running text, in %s: %s', (language, text, specifics) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(specifics);
  expect(found(language, `<ul><li>${text.split(' ').slice(-3).join(' ').slice(-12)}</li></ul>`)).toEqual([]);
});

test.each([
  ['en', 'You may arrive from 2 pm and leave by 11 am', ['11 am']],
  ['en', 'The boat leaves at 18:00, in a ratio of 16:9', ['18:00']],
  ['und', 'قایق هر روز در ساعت ۱۸:۰۰ به دریا می‌رود و ۹٫۸ متر است', ['18:00', '9.8 متر']],
  ['de', 'Der Hafen ist heute für 18 Uhr und mit 19 Uhr geplant.', ['19 uhr']],
  ['de', 'Der Steg 3 am Hafen liegt ganz vorn', []],
  ['fr', 'Le bateau part du quai vers 14h30 le lundi', ['14h30']],
  ['ja', '毎日11時30分から営業しておりますのでどうぞ', ['11時30分']],
  ['en', 'Posted by Ines Marlow at 2:15 pm on June 3, 2026', ['june 3, 2026']],
])('times of day in running text are one specific, without that of a date, in %s: %s', (language, text, specifics) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(specifics);
});

test.each([
  ['ru', 'Причал площадью 3 170 м², срок 5 лет и 2 месяца', ['3 170 м2', '5 лет', '2 месяца']],
  ['ru', 'В 2020 году', ['в 2020']],
  ['ru', 'Сеть 220В или 380 В, компрессор на 6.3 куба, 8 атм', ['220в', '380 в', '6.3 куба', '8 атм']],
  ['ru', 'Груз 20 т и 500 г. В 2020 г. было 5 т.д. и 3 В порту', ['20 т', 'и 500', 'в 2020']],
  ['pl', 'Przystań działa od 5 lat', ['5 lat']],
  ['ko', '저희 항구는 작년에 300만 원을 절감했습니다', ['300만 원']],
  ['ko', '1,700만 명, 2,000자, 5 영업일, 6가지, 5 자동차', ['1,700만 명', '2,000자', '5 영업일', '6가지']],
  ['ja', '2,000文字、3営業日、全12室、二席', ['2,000文字', '3営業日', '12室']],
  ['ja', '味を100％引き出す、100％引き', ['100%']],
  ['zh', '12间、2万字', ['12间', '2万字']],
  ['zh', '默认值为 250 毫秒，10 像素', ['250 毫秒', '10 像素']],
  ['de', 'Die Fahrt dauert 4 Std., 45 Min. oder 12 Gehminuten.', ['4 std.', '45 min', '12 gehminuten']],
  ['en', 'It takes 16 sessions and 3 nights; we sold 17 boats', ['16 sessions', '3 nights', '17 boats']],
  ['en', 'It costs ₹1,20,000 for a boat', ['₹1,20,000']],
  ['it', 'Velocità fino a 2.5 o 10 Gigabit, 40 megapixel e 5 Mbit', ['a 2.5', '10 gigabit', '40 megapixel', '5 mbit']],
  ['de', 'Für das Boot: 25 € Endreinigung.', ['25 €']],
])('counters, units and amounts of %s: %s', (language, text, specifics) => {
  expect(found(['ru', 'pl'].includes(language) ? 'und' : language, `<p>${text}</p>`)).toEqual(specifics);
});

test.each([
  [
    '<p><b>48</b><span>States Covered</span></p><p><b>9</b><span>Power Units</span></p><p><b>7</b><span>Boat Drivers</span></p>',
    3,
  ],
  ['<p><b>1</b><span>Measure It</span></p><p><b>2</b><span>Cut It</span></p><p><b>3</b><span>Dry It</span></p>', 0],
  ['<p><b>48</b><span>States Covered</span></p><p><b>9</b><span>Power Units</span></p>', 0],
  ['<p><b>340+</b><i>boats built</i></p><p><b>9</b><i>piers</i></p><p><b>7</b><i>boat drivers</i></p>', 3],
])('three numbers in a row, each with its noun in one block, are cards, unless they are steps: %s', (html, count) => {
  expect(found('en', html)).toHaveLength(count);
});

test.each([
  ['en', 'Tuesday 6-8 pm', ['6-8 pm']],
  ['en', 'We are at 52 Quay St, Tidemouth, ON N7A 2G4 in the north', ['52 quay st, tidemouth, on n7a 2g4']],
  ['ja', '世界50か国以上、50ヶ国', ['50か国', '50ヶ国']],
])('hours without minutes, addresses of Canada and counted countries, in %s: %s', (language, text, specifics) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(specifics);
});

test('an address whose lines are blocks of their own is one', () => {
  expect(found('en', '<h3>Office</h3><p>12 Quay Street</p><p>Tidemouth, OR 97201</p><p>Write to us.</p>')).toEqual([
    '12 quay street, tidemouth, or 97201',
  ]);
});

test.each([
  ['tel:+966XXXXXXXXX', '+966XXXXXXXXX', []],
  ['tel:+1-000-000-0000', '000-000-0000', []],
  ['tel:+4930901820', 'Call us', []],
  ['tel:+4930901820', '<i></i>', []],
  ['tel:+4930901820', 'Call 90 18 20', ['call 90 18 20']],
  ['tel:112', '112', ['112']],
])('a link that dials %s states the number if its text is: %s', (href, text, specifics) => {
  expect(found('en', `<p>Boats <a href="${href}">${text}</a></p>`)).toEqual(specifics);
});

test.each([
  ['en', '<p>From 11/03/20 to 01/06/21 the pump ran.</p>', ['11/03/20', '01/06/21']],
  ['en', '<p>Parts 44/55/66 and 1/2/20/4.</p>', []],
  ['en', '<p>1107 N Quay</p>', []],
  ['en', '<pre class="wp-block-verse">The pier, 3 June 2026</pre><pre>3 July 2026</pre>', ['3 june 2026']],
  ['en', '<div>11 void pier(mole, wood, tide, mast, boat)</div><div>12 void mole(a, b, c, d, e)</div>', ['11 void']],
  ['ja', '<p>画像は1枚目と2枚目、次の6分野、6分です。</p>', ['6分']],
  ['zh', '<p>他在14号的3年级读书。</p>', []],
])('%s: %s has %j', (language, html, specifics) => {
  expect(found(language, html)).toEqual(specifics);
});

test('the years of a timeline are dates, each before a text that does not repeat it', () => {
  const told = 'The first gauge was built at the pier.';
  expect(found('en', `<div>1990</div><p>${told}</p><div>2005</div><h3>Moved</h3><p>${told}</p>`)).toEqual([
    '1990',
    '2005',
  ]);
  const post = '<h3>University of Marlow</h3><p>Studies of the tides</p>';
  expect(found('en', `<div>2010 - 2018</div>${post}<div>2018–today</div>${post}`)).toEqual([
    '2010 - 2018',
    '2018–today',
  ]);
  expect(found('en', '<div>2010</div><p>Best rope</p><div>2018</div><h3>Best oar</h3><p>Winner</p>')).toEqual([]);
  expect(found('en', `<div>1990</div><p>${told}</p>`)).toEqual([]);
  expect(found('en', `<h2>2024</h2><p>Gauges</p><h2>2023</h2><p>In 2023 ${told}</p>`)).toEqual(['in 2023']);
});

test('a year counts in a short line beside a word', () => {
  expect(found('en', '<p>Marlow et al. (2013) · Tides</p><p>Quay Pier, 2012</p><p>1992</p><p>Since 1998</p>')).toEqual([
    '2013',
    '2012',
    'since 1998',
  ]);
  expect(found('en', '<h2>Tides of 1992</h2><p>© 2024 Quay</p><p>Copyright 2019-2024 Quay</p>')).toEqual([]);
});

test('a sentence that is set as a heading is text, and a question is not', () => {
  expect(found('en', '<h5>We dived deeper than 18 metres in the bay.</h5>')).toEqual(['18 metres']);
  expect(found('en', '<h5>How long is a boat of 18 metres here?</h5>')).toEqual([]);
});

test.each([
  ['en', 'Everything in the shop is 20 % off until the end.', ['20 %']],
  ['en', 'Gauger, 2022.03 – 2024/11, then 05/2025', ['2022.03', '2024/11', '05/2025']],
  ['en', 'Version of 3.2022.03, at 1/2022.033 and 13/2022', []],
  ['fr', 'La plongée est à 8 000 XPF par personne', ['8 000 xpf']],
  [
    'en',
    '<dl><dt>180+</dt><dd>Gauges made behind a customer’s label</dd></dl>',
    ['180+ gauges made behind a customer’s label'],
  ],
])('discounts, months in digits and longer nouns of cards, in %s: %s', (language, text, specifics) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(specifics);
});

test('an amount that was given in a month is not a price', () => {
  const judge = (lines: readonly string[]) =>
    hasAgingPrices(
      readPage(`<main><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul></main>`, 'https://example.com/'),
      languagePack('en') ?? NO_PACK,
    );
  expect(judge(['2024.09 · €500', '2025.03 · €800', '2026.01 · €900'])).toBe(false);
  expect(judge(['Oar · €500', 'Mast · €800', 'Rope · €900'])).toBe(true);
});

test('a long number and the next term do not count as a stat card', () => {
  expect(
    found('en', '<dl><dt>Account</dt><dd>30037930</dd><dt>Name of the account holder</dt><dd>Marlow</dl>'),
  ).toEqual([]);
});

test.each([
  ['100 Gbp were read, in pieces of 300 kbp', ['100 Gbp', '300 kbp']],
  ['The trip costs 100 GBP a head in all', ['100 GBP']],
  ['gcc 4.8+, clang >= 3.4 or cmake ≥3.5.1', ['gcc 4.8', '3.4', '3.5.1']],
  ['up to 4.8 or so', []],
  ['it needs Python 3.12 and PHP 8.2', ['Python 3.12', 'PHP 8.2']],
  ['Harbourmaster 5.5 or later (or Gauger 2.1 and newer)', ['Harbourmaster 5.5', 'Gauger 2.1']],
])('units of science, and versions by their signs: %s', (text, specifics) => {
  const pack = languagePack('en');
  expect(pack === null ? null : asSpelled(pack, `<p>${text}</p>`)).toEqual(specifics);
});

test('a number with a unit that begins the name of the site is a name', () => {
  const facts = readPage(
    '<main><p>9ft Journal is about boats of 9 ft and 12 ft.</p></main>',
    'https://9ftjournal.example/',
  );
  const pack = languagePack('en') ?? NO_PACK;
  expect(findSpecifics(facts, pack, 5, ['9ft Journal'])).toEqual(['12 ft']);
  expect(findSpecifics(facts, pack, 5)).toEqual(['9 ft', '12 ft']);
});

test('a year that ends the name of the site is part of it', () => {
  const facts = readPage(
    '<main><p>Tides 2026 is the meeting at which, in 2026, we all meet.</p></main>',
    'https://a.test/',
  );
  const names = ['Tides 2026'];
  expect(findSpecifics(facts, languagePack('en') ?? NO_PACK, 5, names)).toEqual(['in 2026']);
});

test.each([
  [
    'cells',
    '<table><tr><td>Vespers</td><td>18:00</td></tr><tr><td>Mass</td><td>9:30</td></tr></table>',
    ['18:00', '9:30'],
  ],
  ['cells with a word', '<table><tr><td>So</td><td>9 Uhr</td></tr><tr><td>Mo</td><td>zu</td></tr></table>', ['9 uhr']],
  ['items', '<ul><li>Messe 10:30</li><li>18:00 Uhr Vesper</li></ul>', ['10:30', '18:00 uhr']],
  [
    'opening and closing',
    '<table><tr><td>So</td><td>9:00</td><td>17:00</td></tr><tr><td>Mo</td><td>9:00</td><td>17:00</td></tr></table>',
    ['9:00'],
  ],
  [
    'hours',
    '<table><tr><td>Mo</td><td>9:00–12:00</td></tr><tr><td>Di</td><td>9:00–17:00</td></tr></table>',
    ['9:00–12:00'],
  ],
  [
    'verses',
    '<ul><li>Apostel 11:26</li><li>Markus 4:36</li></ul><p>Alle gingen mit ihm in das Boot (Markus 4,35).</p>',
    [],
  ],
  ['cards', '<div>25 DEZ</div><h3>Regatta</h3><div>07 JAN</div><h3>Fest</h3>', ['25 dez', '07 jan']],
  ['items of days', '<ul><li>25 DEZ</li></ul>', []],
  ['a joined word', '<p>Am Hafen beginnt nun die 40-tägige Ruhe</p>', ['40-tägige']],
])('times and days of a timetable: %s', (_, html, specifics) => {
  expect(found('de', html)).toEqual(specifics);
});

test.each([
  ['en', 'Updated February 2026', [], ['2026-02-28']],
  ['en', 'Since February 2025 it has been open', ['February 2025'], ['2026-02-28']],
  ['zh', '更新于2026年2月，共有三间', [], ['2026-02']],
  ['en', 'Harbour master of the north pier 2007 - 2009', ['pier 2007 - 2009'], []],
  ['en', 'All rights reserved by the harbour © 2019-2024', [], []],
  ['zh', '它1995年诞生，有两种方式，见所有数组和三元运算', ['1995年'], []],
  ['zh', '共有12所学校', ['12所'], []],
  ['ja', '2008年の書物で、二度手間を省く', ['2008年'], []],
])('dates of %s, and numbers that are none: %s', (language, text, specifics, written) => {
  const facts = readPage(`<main><p>${text}</p></main>`, 'https://example.com/');
  expect(findSpecifics(facts, languagePack(language) ?? NO_PACK, 9, [], written)).toEqual(specifics);
});

test.each([
  ['en', 'In South Africa it costs R100,000 or R 1 250 a year, or R249.99 a month', ['R100,000', 'R 1 250', 'R249.99']],
  ['en', 'The refrigerants R410 and R32 and the version R4 are known to all', []],
  ['en', 'A plate of rice with fish and bread is 149/- and a soup is Rs-119 at noon', ['149/-', 'Rs-119']],
  ['en', 'A room for one night in the harbour is 35 000 F CFA and GH₵250 more', ['35 000 F CFA', 'GH₵250']],
  ['fr', 'Le menu complet avec balade en pirogue est à 25000f/pers et à 3000 F', ['25000f', '3000 F']],
  ['en', 'During 1:1s with my peers we spoke of V8 and of the ratio 16:9', []],
])('money and numbers that are none in %s: %s', (language, text, specifics) => {
  expect(asSpelled(languagePack(language) ?? NO_PACK, `<p>${text}</p>`)).toEqual(specifics);
});

test('one value in two spellings is one specific', () => {
  const text = 'Four metres, 4 m; 45 euros or €45 a head; on 3 June 2026, that is 2026-06-03; 1,200 kg and 1200 kg.';
  expect(found('en', `<p>${text}</p>`)).toHaveLength(4);
  expect(found('de', '<div>Für 2–4 Pers.</div><p>Für 2–4 Personen, 44 Euro oder ab 44,– € je Nacht.</p>')).toEqual([
    '2–4 personen',
    '44,– €',
  ]);
  expect(found('tr', '<p>İlk 3 ayda, sonra 3 ay boyunca; 2 haftalık ve 3 ayrı bölüm.</p>')).toEqual([
    '3 ay',
    '2 haftalık',
  ]);
});

test.each([
  [
    'a plus',
    '<div>27+</div><div>years of work</div><div>150+</div><div>projects</div>',
    ['27+ years of work', '150+ projects'],
  ],
  ['a percent sign below its noun', '<h3>Happy clients</h3><p>98%</p>', ['98% Happy clients']],
  [
    'a percentage that the text repeats',
    '<p>98%</p><p>happy clients</p><p>In all, 98 % of our clients are happy.</p>',
    ['98 %'],
  ],
  ['large numbers', '<h3>1,200</h3><p>boats rented</p>', ['1,200 boats rented']],
  [
    'the label first',
    '<p>Moorings laid</p><p>250</p><p>Sailors taught</p><p>1,800</p>',
    ['250 Moorings laid', '1,800 Sailors taught'],
  ],
  [
    'abbreviated numbers',
    '<p>2.4k</p><p>readings a day</p><p>$1.2M</p><p>raised so far</p><p>Tides kept</p><p>35k</p>',
    ['2.4k readings a day', '$1.2m raised so far', '35k Tides kept'],
  ],
  ['a share with decimals', '<p>99.9%</p><p>of hours online</p>', ['99.9% of hours online']],
  [
    'a number for screen readers beside a counter',
    '<div><span aria-hidden="true">0</span><span class="sr-only">1,200</span></div><div>boats moored</div>' +
      '<div><span aria-hidden="true">27</span><span class="sr-only">27 years of work</span></div>',
    ['27 years', '1,200 boats moored'],
  ],
  ['resolutions, ratings and numbers of pages', '<p>4K</p><p>Video camera</p><p>4.9</p><p>Our rating</p>', []],
  ['comments and addresses', '<div>12 comments</div><div>12 Quay</div>', []],
  [
    'a plus before the number',
    '<dl><dt>+25</dt><dd>Years of work</dd><dt>+50K</dt><dd>Gauges</dd></dl>',
    ['+25 Years of work', '+50k Gauges'],
  ],
  [
    'a count that is said again',
    '<div>250+</div><div>artists</div><p>We have shown over 250 artists in all these years.</p>',
    ['250+ artists'],
  ],
  ['steps', '<p>1</p><h3>Measure</h3><p>2</p><h3>Record</h3><p>11</p><h3>Send</h3>', []],
  [
    'small numbers, and shortened nouns, in a row',
    '<p>2020</p><p>Founded</p><p>3</p><p>Piers</p><p>5</p><p>Hours / day</p><p>6+</p><p>Min. age</p>',
    ['3 Piers', '5 Hours / day', '6+ Min. age'],
  ],
  ['years and prices', '<p>2024</p><p>Founded here</p><p>49</p><p>per month</p>', []],
])('cards with %s', (_, html, cards) => {
  expect(asSpelled(languagePack('en') ?? NO_PACK, html)).toEqual(cards);
});

test.each([
  ['en', 'The gauge weighs 4.2 kg and needs 12 V.', ['4.2 kg', '12 v']],
  ['en', 'Of all gauges 96 % still report, which is 3.5% more.', ['96 %', '3.5%']],
  ['en', 'We have built them here since 1998 and tested them on 3 June 2026.', ['since 1998', '3 june 2026']],
  ['en', 'On March 14, 2025 and again on 2025-03-15 it failed.', ['march 14, 2025', '2025-03-15']],
  ['en', 'A yearly calibration costs $1,200 or EUR 950 with travel.', ['$1,200', 'eur 950']],
  ['en', 'Firmware v3.2 reads what Node.js 24.1.0 wrote.', ['v3.2', '24.1.0']],
  ['en', 'A 2.8" screen, planned for early 2026.', ['a 2.8', 'early 2026']],
  ['en', 'Over 500+ projects in 61+ countries.', ['500+ projects', '61+ countries']],
  ['en', 'It needs Windows 11, Node 24+ and npm >=11 or x=12.', ['node 24', '11']],
  ['en', 'It is expected in Q2 2026, or as 12 2027 of all.', ['2026']],
  ['en', 'It takes 20 minutes and serves 214 customers today.', ['20 minutes', '214 customers']],
  ['de', 'Die Rettung dauert 3 Stunden und kostet im Mittel 1.250,50 € mit Anfahrt.', ['3 stunden', '1.250,50 €']],
  [
    'de',
    'Wir arbeiten seit 1998 und zuletzt am 3. Juni 2026 mit 12 Mitarbeitern.',
    ['seit 1998', '3. juni 2026', '12 mitarbeitern'],
  ],
  ['fr', 'La sonde pèse 4,2 kg depuis le 1er juin 2026, soit 12 % de moins.', ['4,2 kg', '1er juin 2026', '12 %']],
  ['es', 'El sensor pesa 4,2 kg y desde 1998 lo usan 61 países.', ['4,2 kg', 'desde 1998', '61 países']],
  [
    'pt',
    'O sensor foi lançado em 3 de junho de 2026 e pesa 4 kg, por R$ 1.200 ao ano.',
    ['3 de junho de 2026', '4 kg', 'r$ 1.200'],
  ],
  ['it', 'Il sensore pesa 4,2 kg, dura 10 anni ed è del 3 giugno 2026.', ['4,2 kg', '10 anni', '3 giugno 2026']],
  [
    'nl',
    'De sensor weegt 4,2 kg, werkt sinds 1998 en kost per jaar € 1.200 aan onderhoud.',
    ['4,2 kg', 'sinds 1998', '€ 1.200'],
  ],
  [
    'tr',
    'Sensör 4,2 kg ağırlığında, 3 Haziran 2026 tarihinde %96 doğrulukla 10 yıl çalıştı.',
    ['4,2 kg', '3 haziran 2026', '%96', '10 yıl'],
  ],
  [
    'ja',
    '2026年6月3日に発売され、重さは4.2kg、10年間で214台を納入しました。',
    ['2026年6月3日', '4.2kg', '10年間', '214台'],
  ],
  [
    'ko',
    '2026년 6월 3일에 출시되었으며 무게는 4.2kg이고 10년간 214대를 납품했습니다.',
    ['2026년 6월 3일', '4.2kg', '10년간', '214대'],
  ],
  ['zh', '该仪器于2026年6月3日发布，重4.2公斤，已交付214台，误差低于3%。', ['2026年6月3日', '4.2公斤', '214台', '3%']],
  [
    'ar',
    'تم إطلاق الجهاز في ٣ يونيو ٢٠٢٦ ويزن ٤٫٢ كيلوغرام ويعمل منذ ١٠ سنوات بدقة ٩٦٪.',
    ['3 يونيو 2026', '4.2 كيلوغرام', '10 سنوات', '96%'],
  ],
])('%s: %s', (language, text, expected) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(expected);
});

test.each([
  ['a badge', '<p>-20 %</p>'],
  ['a badge in words', '<p>20 % off</p>'],
  ['a round thousand', '<p>More than 50K happy readers</p>'],
  ['a stock count', '<p>There are still 5 in stock at our warehouse.</p>'],
  ['an article number', '<p>Order the part 12-34-5678 or the part 98-76-5432 today.</p>'],
  ['prices that stand alone', '<ul><li>Basic: $9</li><li>Team: $19</li><li>Firm: $49</li></ul>'],
  ['a table of prices', '<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>9 €</td></tr></table>'],
  ['a heading', '<h2>What 4.2 kg and 12 V are good for</h2>'],
  ['code', '<pre>sleep 10 s; timeout 20 min</pre>'],
  ['an address on the network', '<p>The device answers at 192.168.20.24 on the local network.</p>'],
  ['a format of printf', '<p>The call takes %1 and %2 and gives %3 back.</p>'],
  ['percent-encoded text', '<p>It ends in %d7%a4%20%d7%95 as browsers write it.</p>'],
  ['an address on the web', '<p>See https://example.com/a%20b/2026-06-03/12kg or www.example.com/12kg for it.</p>'],
  ['the number of a case or court', '<p>Case N° 12 345 of the court 2° Civil and 3° Penal.</p>'],
  ['a counter that a script fills', '<p>0 years of teaching in our 0 schools here.</p>'],
  ['a number in groups', '<p>The register lists 901 555 672 entries and the part 2901-555-6727.</p>'],
  ['a month without a year', '<p>It opens in June and closes in May of any year.</p>'],
  ['a letter of a name', '<p>All of it is processed to Level 2A, in Room 3A, on Pier 4A.</p>'],
])('%s is not a specific', (_, html) => {
  expect(found('en', html)).toEqual([]);
});

test.each([
  [
    'zh',
    '泡豆夏天六小时，保持五分钟，每块六元，含蛋白质三十八克，温度要降到八十二度。',
    ['六小时', '五分钟', '六元', '三十八克', '八十二度'],
  ],
  ['zh', '水烧到一百度，第三次再加盐，十分好吃，三月三日开门，二〇二六年四周都是山。', ['一百度']],
  [
    'ja',
    '二十四時間ほど待ち、三メートルの板を十二枚、三千円で買いました。',
    ['二十四時間', '三メートル', '十二枚', '三千円'],
  ],
  ['ja', '十分に待って、二度と来ない人の三月三日と二枚目の話。', []],
  [
    'ko',
    '두 시간 동안 다섯 명이 삼십팔 그램을 넣고 오십분을 기다립니다.',
    ['두 시간', '다섯 명', '삼십팔 그램', '오십분'],
  ],
  ['ko', '열대 지방의 다음 세대 사람들이 함께 모여 이야기합니다.', []],
  ['en', 'Each of the seats in the hall costs twelve euros now.', ['twelve euros']],
])('%s, numbers in words: %s', (language, text, expected) =>
  expect(found(language, `<p>${text}</p>`)).toEqual(expected),
);

test.each([
  [
    'en',
    'A 90-day cruise with a 30-year lease, a 12‑month warranty and a 20-metre buoy.',
    ['90-day', '30-year', '12‐month', '20-metre'],
  ],
  ['en', 'A 30-year lease: after 30 years it ends.', ['30 years']],
  [
    'en',
    'A 5-kg weight on a 40-ft rope, and a 24-hour watch by 10-year-olds.',
    ['24-hour', '10-year', '5-kg', '40-ft'],
  ],
  ['de', 'Ein 14-Tage-Ticket mit 20-Liter-Tank.', ['14-tage', '20-liter']],
  ['fr', 'Une garantie de 12 mois, un abonnement 24-heures.', ['12 mois', '24-heures']],
  ['en', 'Form AB-30-day, a 5-star pier, B-52-mm, 3-in-1 tools, a 3-day-old note.', ['3-day']],
])('%s, numbers joined to their unit: %s', (language, text, expected) =>
  expect([...found(language, `<p>${text}</p>`)].sort()).toEqual([...expected].sort()),
);

test.each(['ja', 'zh'])('a month is one with its year in %s', (language) => {
  expect(found(language, '<p>2026年6月发售</p>')).toEqual(['2026年6月']);
});

test.each([
  ['en', 'Call us on +44 20 7946 0018 at any hour.', ['+44 20 7946 0018']],
  ['ja', 'お電話は 04-2902-6071 まで。', ['04-2902-6071']],
  ['de', 'Geöffnet ist Montag bis Freitag 9:00–17:00 Uhr.', ['9:00–17:00 uhr']],
  ['en', 'We are open from 9am to 5pm on weekdays.', ['9am to 5pm']],
  ['ja', '〒358-0024 の事務所です。', ['〒358-0024']],
  ['en', 'Call (901) 555-6727 or text 901-555-6728.', ['(901) 555-6727']],
  ['en', 'Call us at 1-901-555-6727 today.', ['1-901-555-6727']],
  ['pt', 'Fale conosco: (11) 98765-4321.', ['(11) 98765-4321']],
  ['es', 'Tel. 912 345 678 o por correo.', ['912 345 678']],
  ['en', 'The emergency department is open 24×7.', ['24×7']],
  ['en', 'The lock opens Mon–Fri: 9:00 AM – 5:30 PM.', ['9:00 am – 5:30 pm']],
  ['en', 'The lock opens 9:15am - 5:45pm on weekdays.', ['9:15am - 5:45pm']],
  ['en', 'Ring between 8:30 a.m. until 6 p.m. on Sundays.', ['8:30 a.m. until 6 p.m.']],
  ['es', 'Abrimos de 9:00 a. m. a 5:00 p. m. los lunes.', ['9:00 a. m. a 5:00 p. m.']],
  ['de', 'Die Schleuse ist von 8:00 Uhr bis 16:30 Uhr besetzt.', ['8:00 uhr bis 16:30 uhr']],
  ['ko', '월요일은 오전 9:00 ~ 오후 6:00 까지입니다.', ['오전 9:00 ~ 오후 6:00']],
  ['ja', '月曜日は午前9時から午後5時までです。', ['午前9時から午後5時']],
  ['en', 'Gates of 2.10 – 2.50 m are 3:1 to 4:1 wide.', ['2.10 – 2.50 m']],
  ['en', 'In June 2026 we opened.', ['june 2026']],
  ['de', 'Sie finden uns im Hafenweg 18, 97082 Pegelstadt.', ['hafenweg 18, 97082 pegelstadt']],
  [
    'en',
    'Visit 12 Quay Street, Tidemouth, OR 97201 at 9:00-17:00.',
    ['12 quay street, tidemouth, or 97201', '9:00-17:00'],
  ],
])('%s: %s', (language, text, expected) => expect(found(language, `<p>${text}</p>`)).toEqual(expected));

test('a telephone number may stand in a heading', () => {
  expect(found('en', '<h2>Call today! (901) 555-6727</h2>')).toEqual(['(901) 555-6727']);
});

test('an address, a telephone number and opening hours count once each', () => {
  const address =
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"PostalAddress","streetAddress":"Pier 4b"}</script>';
  const text =
    '<p>Pier 4b, Harbour. <a href="tel:+442079460018">Call</a></p><p>+44 20 7946 0019, 9:00-17:00, 10:00-12:00</p>';
  expect(found('en', `${text}${address}`)).toEqual(['pier 4b', '+44 20 7946 0019', '9:00-17:00']);
});

test.each([
  ['en', 'Our office is at (91) 9414270000 all week.', ['(91) 9414270000']],
  ['en', 'Call +91 9414270000 for a visit.', ['+91 9414270000']],
  ['it', 'Scriveteci al +393398300000 di sera.', ['+393398300000']],
  ['de', 'Tel.: +4993112345678', ['+4993112345678']],
  ['nl', 'Bel 0612345678 voor een afspraak.', ['0612345678']],
  ['und', 'Telefon 533 654 000 w porcie.', ['533 654 000']],
  ['de', 'Telefonnummer: 0931/1234567', ['0931/1234567']],
  ['en', 'Write to +91-9414270000 day and night.', ['+91-9414270000']],
  ['en', 'Call +49 (0)931 1234567 or +49 931 1234568.', ['+49 (0)931 1234567']],
  ['zh', '办公室电话037185900000。', ['037185900000']],
  ['en', 'Office0371-85900000', ['0371-85900000']],
])('a telephone number is found however it is written, and once: %s: %s', (language, text, expected) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(expected);
});

test.each([
  ['an ISBN', 'The handbook has the ISBN 0306406157 or ISBN-13: 0 306 40615 7 now.'],
  ['the number of an order', 'Your order no. 0612345678 is with the harbour.'],
  ['a number that is named', 'The tracking number 0612345678 and Bestellnummer 0612345678 are known.'],
  ['the number of a company', 'SIREN 533 654 033, MST: 0312345678, BE 0412.345.678'],
  ['a number inside a code', 'Look at A0612345678, ref_0612345678, 0612345678-1, 제0612345678호 and 0612345678x.'],
  ['a volume of a journal', 'Printed in Tides (2018) 052001 and (2019) 1234567 as well.'],
  ['too few digits', 'Call 01 23 45 67 or +1 234 567.'],
  ['too many digits', 'Call +1234567890123456 or 012345678901.'],
  ['the end of an IBAN', 'Please give to the lifeboat, IBAN: DE21 5465 1240 0005 3162 78, Bank of Harbour.'],
])('%s is not a telephone number', (_, text) => {
  expect(found('en', `<p>${text}</p>`)).toEqual([]);
});

test('a date and a time are not a telephone number', () => {
  expect(found('de', '<p>Am 03.06.2026 10:30 und am 09.05.2026 11 Uhr</p>')).toEqual(['03.06.2026', '09.05.2026']);
});

test.each([
  ['fr', 'Ouvert de 9h à 18h.', ['9h à 18h']],
  ['pt', 'Aberto das 09h às 18h e das 19h às 22h.', ['09h às 18h']],
  ['de', 'Geöffnet 8.30-12.30 und 14.00-17.00', ['8.30-12.30']],
  ['und', 'ngày 13 tháng 10 năm 2019 tại cảng của chúng tôi', ['ngày 13 tháng 10 năm 2019']],
  ['und', 'từ tháng 10 năm 2019 tại cảng của chúng tôi', ['tháng 10 năm 2019']],
])('one fact counts once: %s: %s', (language, text, expected) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(expected);
});

test.each([
  ['lengths', 'The rope is 10.50-12.50 m long.', ['10.50-12.50 m']],
  ['prices', 'It costs € 10.50 - 12.50 for couples.', ['€ 10.50 - 12.50']],
])('%s are not opening hours', (_, text, expected) => {
  expect(found('en', `<p>${text}</p>`)).toEqual(expected);
});

test.each([
  ['zero with a unit', '0 g, 0kg and 0 V', []],
  ['zero degrees', 'It freezes at 0 °C there.', ['0 °c']],
  ['metres, not millions', '2M Media, 5M of them and 20 m', ['20 m']],
  ['grams, not a network', 'A 5G network, 4G, 100GX and 5g', ['5g']],
  ['seconds, not a series', 'The 5S of the series took 5 s', ['5 s']],
  ['units in another case after the number', '12v, 60w, 18H, 300ma', ['12v', '60w', '18h', '300ma']],
  ['words of one letter', 'Von 2 v, 3 w, 5 a und 6 n', []],
  ['units in their case', '12 V, 60W, 16 A, 5 L, 5 l, 40 mA', ['12 v', '60w', '16 a', '5 l', '40 ma']],
])('a unit is in the case of the source: %s', (_, text, expected) => {
  expect(found('en', `<p>${text}</p>`)).toEqual(expected);
});

test.each([
  ['en', 'Our hall has 10,000+ m2 of floor and 40+ kg of brass.', ['10,000+ m2', '40+ kg']],
  ['en', 'The harbour holds 100+ patents and 20+ research partners.', ['100+ patents', '20+ research']],
  ['en', 'We look after over 150 tide gauges with 1,250 sensors.', ['150 tide', '1,250 sensors']],
  ['es', 'Más de 150 trabajos en nuestros 24 puertos del norte', ['150 trabajos', '24 puertos']],
  ['nl', 'De meting telt meer dan 24.978 stemmen in de haven', ['24.978 stemmen']],
  ['de', 'Wir betreuen über 150 Pegel mit rund 1.250 Sonden', ['150 Pegel', '1.250 Sonden']],
  ['fr', 'Le port compte 150 marégraphes et près de 40 bouées', ['150 marégraphes', '40 bouées']],
  ['it', 'Il porto ha oltre 150 mareografi e 24 boe', ['150 mareografi', '24 boe']],
  ['pt', 'O porto tem mais de 150 marégrafos e 24 boias', ['150 marégrafos', '24 boias']],
  ['tr', 'Limanda toplam 150 ölçer ve yaklaşık 24 şamandıra var', ['150 ölçer', '24 şamandıra']],
  ['ar', 'يضم الميناء أكثر من 150 جهازا وحوالي 24 عوامة', ['150 جهازا', '24 عوامة']],
  ['en', '30 elderly sailors joined us at the piers. 12 boats left.', ['30 elderly', '12 boats']],
  ['en', 'We tested it on 74 nodes of the harbour', ['74 nodes']],
  ['en', 'It took me 33 days, 27 lines of code and 12000 readings', ['33 days', '27 lines', '12000 readings']],
  ['en', 'It has room for 10 to 15 dinghies or 20-30 kayaks', ['for 10', '15 dinghies', '20-30 kayaks']],
  ['en', 'A 12 member crew sails with it all year', ['12 member']],
  ['es', 'El puerto llegó a 200 barcas de los 40 socios', ['200 barcas', '40 socios']],
  ['fr', 'Le port a été remis à 25 équipages des 12 clubs', ['25 équipages', '12 clubs']],
  ['de', 'Das Team ist auf 74 Knoten und ca. 12 neue Bojen stolz', ['74 Knoten', '12 neue']],
  ['tr', 'Liman bu 24 şamandıra ile çok iyi çalışır', ['24 şamandıra']],
  ['zh', '每个港口最多支持 128 个函数、4096 字符和1,024个浮标', ['128 个函数', '4096 字符和', '1,024']],
])('in running text, a number counts the noun after it: %s: %s', (language, text, expected) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(expected.map((one) => one.toLowerCase()));
});

test.each([
  ['en', 'a block of five words', 'We have over 150 gauges'],
  ['en', 'the number of a section', '12 Gauges in the harbour of the town are checked.'],
  ['en', 'a number that begins a line', '12 gauges in the harbour'],
  ['en', 'a name', 'It needs Windows 11 updates and Node 18 installed here.'],
  ['en', 'a number that ends a name', 'Models such as "gpt-4", "gpt 5", COVID-19 cases and the UTF-8 text.'],
  ['zh', 'a name', '以UTF-8字节和 chirp-v4 表示，Windows 11 个人版，第12回、第214台都可以使用。'],
  ['en', 'a part of a telephone number', 'Talk with 555 1234 today about the harbour, or with 0800 555 today.'],
  ['en', 'a single digit', 'The harbour has over 8 gauges in the north.'],
])('%s: %s is not a count', (language, _, text) => {
  expect(found(language, `<p>${text}</p>`)).toEqual([]);
});

test.each([
  ['es', 'Desde el 2011 y en el año 2003.', ['el 2011', 'año 2003']],
  ['tr', "Liman 2019 yılında açıldı, 1998'den beri çalışır.", ['liman 2019', '1998']],
  ['de', 'In den Jahren 2004 und 2005, seit der Gründung 1863.', ['jahren 2004', 'und 2005', 'gründung 1863']],
  ['de', 'Nach der Satzung von 1863 und dem Umbau (1992)', ['von 1863', '1992']],
  ['de', 'Das war seit Frühjahr 2019 bekannt.', ['frühjahr 2019']],
  ['en', 'Built in the late 2000s and the 1990s.', ['2000s', '1990s']],
  ['de', 'Die Häfen der 1990er Jahre.', ['1990er']],
  ['fr', 'Depuis l’année 2003 et début 2011.', ['l’année 2003', 'début 2011']],
  ['it', 'Nata nell’anno 2003 e ampliata dal 2011.', ['nell’anno 2003', 'dal 2011']],
  ['nl', 'In het jaar 2003 en eind 2011.', ['jaar 2003', 'eind 2011']],
  ['ja', '1911年創業の港です。', ['1911年']],
  ['ko', '1998년부터 항구에 있습니다.', ['1998년']],
  ['zh', '公司自2003年起在港口。', ['2003年']],
  ['und', 'Od roku 2014', ['roku 2014']],
  ['und', 'Từ năm 2014', ['năm 2014']],
])('a year is a date as %s writes it: %s', (language, text, expected) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(expected);
});

test.each([
  ['de', 'an amount', 'Ab 1950 € zu haben.'],
  ['en', 'a resolution', 'Shown in 1920x1080 there.'],
  ['en', 'the name of a product', 'The 2070s card and the 1660er card.'],
  ['en', 'an area code', 'It was said to (2012) 555 by all of them.'],
])('%s: %s is not a year', (language, _, text) => {
  expect(found(language, `<p>${text}</p>`)).toEqual([]);
});

test('a quantity after a word for a year is read once, as a quantity', () => {
  expect(found('en', '<p>It is used in 2000 homes by 1900 people.</p>')).toEqual(['2000 homes', '1900 people']);
});

test.each([
  ['en', 'A visit costs Rs. 500, Rs 1,200 Rs.300 or RMB 20 with travel.', ['rs. 500', 'rs 1,200', 'rs.300', 'rmb 20']],
  ['en', 'A visit costs RM50.00, Rp 250.000 or EUR950 with travel.', ['rm50.00', 'rp 250.000', 'eur950']],
  ['und', 'Một lần ghé thăm cảng giá 500.000đ hoặc 700.000 VNĐ mỗi', ['500.000đ', '700.000 vnđ']],
  ['und', 'Посещение порта стоит 1 500 руб. или 700 грн с проездом', ['1 500 руб.', '700 грн']],
  ['und', 'Besöket i hamnen kostar bara 500 kr med resan', ['500 kr']],
])('money is written as %s: %s', (language, text, expected) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(expected);
});

test.each([
  ['an interface', 'The gauge talks RS 485 and RS232 with the RM750 and others.'],
  ['the end of a word', 'The hours 5, the amateur 5 and the farm 5 are told.'],
  ['a price by itself', 'Rs. 500'],
])('%s is not money', (_, text) => {
  expect(found('en', `<p>${text}</p>`)).toEqual([]);
});

const MAP = 'https://www.google.com/maps?q=quay';

test.each([
  ['the text of a link to a map', `<p>We are at <a href="${MAP}">12 Quay Street, Tidemouth</a>.</p>`],
  [
    'a text that such a link has too',
    `<p>12 Quay Street</p><footer><a href="${MAP}">12 Quay Street, Tidemouth</a></footer>`,
  ],
  [
    'a text that says more than such a link',
    `<p>Come to 12 Quay Street by bus.</p><a href="//waze.com/ul?q=a">12 Quay Street</a>`,
  ],
])('%s is an address', (_, html) => {
  expect(found('en', html)).toEqual([expect.stringContaining('12 quay street')]);
});

test.each([
  ['a link to a map without a number', `<p><a href="${MAP}">Show us on the map</a></p>`],
  ['a link to another page', '<p><a href="/maps">12 Quay Street, Tidemouth</a></p>'],
])('%s is not an address', (_, html) => {
  expect(found('en', html)).toEqual([]);
});

test.each([
  ['a Hebrew range', 'מומלץ להודיע לנבדק לפחות 24-48 שעות מראש ולישון היטב', ['24-48 שעות']],
  [
    'ranges after a sentence and of large numbers',
    'Зніміть старі. 15-25 хвилин, або через 12000-15000 км',
    ['15-25 хвилин', '12000-15000 км'],
  ],
  ['a Polish count', 'Mamy ponad 15 lat praktyki oraz 200 klientów w całym kraju', ['15 lat', '200 klientów']],
  ['a number said twice', 'Это было в 20 портах и затем в 20 городах страны', ['20 городах']],
  ['a Russian year', 'Мы строим такие приборы с 1998 года в порту', ['с 1998']],
])('without a phrase pack, a number and the word after it are a specific: %s', (_, text, expected) => {
  expect(found('und', `<p>${text}</p>`)).toEqual(expected);
});

test.each([
  ['a single digit', 'Mamy w naszym porcie tylko 3 stare przyrządy'],
  ['the number of a case', 'Sprawa sądowa nr 1234 trafiła do sądu w porcie'],
  ['a number that begins the text', '12 Przepisy o przyrządach w naszym porcie'],
  ['a telephone number', 'Zadzwoń pod numer 22 123 4567 albo przyjdź do portu'],
  ['a part number', 'Zamów część 12-34-5678 dzisiaj w naszym porcie'],
  ['a copyright notice', 'Wszystkie prawa są zastrzeżone © 2026 Port Północny'],
  ['a label', 'Pokój 101 gościnny'],
])('without a phrase pack, %s is not a specific', (_, text) => {
  expect(found('und', `<p>${text}</p>`)).toEqual([]);
});

test('a block of many dates is read in linear time: quadratic work would outlast the test', () => {
  expect(found('en', `<p>${'3 June 2026 '.repeat(16_000)}</p>`)).toEqual(['3 june 2026']);
});

test('a measure may stand by itself', () => {
  expect(found('en', '<div>300mAh</div>')).toEqual(['300mah']);
});

test('cells of a data table and items of a list may be short', () => {
  const html =
    '<table><tr><th>Range</th><td>20 m</td></tr><tr><th>Weight</th><td>4.2 kg</td></tr></table><ul><li>Supply: 12 V</li></ul>';
  expect(found('en', html)).toEqual(['20 m', '4.2 kg', '12 v']);
});

test.each([
  '<table><tr><th>Accuracy</th><td>99.5 %</td></tr></table>',
  '<ul><li>Accuracy: 99.5 %</li></ul>',
  '<dl><dt>Accuracy</dt><dd>99.5 %</dd></dl>',
])('a percentage may stand by itself where it is said what it is of: %s', (html) => {
  expect(found('en', html)).toEqual(['99.5 %']);
});

test('what is said twice counts once', () => {
  expect(found('en', '<p>It weighs 4.2 kg, and 4.2 kg is what it weighs.</p>')).toEqual(['4.2 kg']);
});

test('reading stops when enough is found', () => {
  const pack = languagePack('en');
  const facts = readPage('<main><p>It has 1 m, 2 m, 3 m, 4 m and 5 m of cable.</p></main>', 'https://example.com/a');
  expect(pack === null ? null : findSpecifics(facts, pack, 3)).toHaveLength(3);
});

test.each(['3-6-2026', '3.6.2026', '3/6/2026', '2026-06-03', '2026.06.03', '2026/6/3'])('%s is a date', (date) => {
  expect(found('en', `<p>It was there on ${date} and later.</p>`)).toEqual([date]);
});

test.each([
  ['ja', '214台ABC'],
  ['ko', '214대ABC'],
  ['zh', '214台ABC'],
])('a counter of %s may run on into the next word', (language, text) => {
  expect(found(language, `<p>${text}</p>`)).toEqual([text.slice(0, -3)]);
});

test.each([
  ['money', 'six words', 'It costs $9 for every guest', ['$9']],
  ['money', 'five', 'It costs $9 for two', []],
  ['a percentage', 'four words', 'Up by 20 % more', ['20 %']],
  ['a percentage', 'three', 'Up by 20 %', []],
])('%s in a block of %s: %s', (_what, _words, text, expected) => {
  expect(found('en', `<p>${text}</p>`)).toEqual(expected);
});

test('a specific is quoted as the page spells it', () => {
  const pack = languagePack('en') ?? NO_PACK;
  expect(asSpelled(pack, '<p>In the year of September 2015 it weighs 4 KG and needs 12 V.</p>')).toEqual([
    'September 2015',
    '4 KG',
    '12 V',
  ]);
});

test('a number inside an identifier is not a specific', () => {
  expect(found('en', '<p>The files run_25ns.py, tide_30_m and 12_v_plug are written by hand.</p>')).toEqual([]);
});

test.each([
  ['zh', '当前状态左转 25°，然后继续。', ['25°']],
  ['ja', '左に25°回転させます。', ['25°']],
  ['ko', '왼쪽으로 25° 돌립니다.', ['25°']],
  ['es', 'Juzgado 2° de lo civil, piso 3° de la casa.', []],
])('a degree is a unit in languages without ordinals such as 2°: %s', (language, text, expected) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(expected);
});

test('the same is the same with white space and without, in any digits', () => {
  expect(found('en', '<p>It weighs 4.2 kg, that is 4.2kg.</p>')).toEqual(['4.2kg']);
  expect(found('ar', '<p>ويزن ۴٫۲ كيلوغرام</p>')).toEqual(['4.2 كيلوغرام']);
});

test('every character that normalises to a digit is looked at', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    if (/\d/.test(character.normalize('NFKC'))) expect(HAS_DIGIT.test(character), `U+${point.toString(16)}`).toBe(true);
  }
});

test('a specific that a long block repeats is read in linear time: quadratic work would outlast the test', () => {
  expect(found('en', `<p>${'5 KG 日 '.repeat(28_000)}</p>`)).toEqual(['5 kg']);
}, 5_000);

test.each([
  ['Course of peonies · 8 dishes · ¥8,800 (tax incl.)', true],
  ['We went there once and paid ¥8,800 for it all', false],
])('a price at the end of a line is that of the thing before it: %s', (line, isAging) => {
  const lines = ['8,800', '9,900', '12,000'].map((price) => `<p>${line.replace('8,800', price)}</p>`);
  const facts = readPage(`<main>${lines.join('')}</main>`, 'https://example.com/');
  expect(hasAgingPrices(facts, languagePack('en') ?? NO_PACK)).toBe(isAging);
});

test.each([
  [['$12', '$19', '$49'], true],
  [['$12M', '$1.9B', '€49 million'], false],
  [['$12', '$19', '+ $49'], false],
  [['$12', '$19', '$49 × days'], false],
])('amounts of a market and surcharges do not count as prices: %s', (amounts, isAging) => {
  const items = amounts.map((amount) => `<li>Tidal power: ${amount}</li>`).join('');
  const facts = readPage(`<main><ul>${items}</ul></main>`, 'https://example.com/');
  expect(hasAgingPrices(facts, languagePack('en') ?? NO_PACK)).toBe(isAging);
});

test('the days of a period do not count as a price', () => {
  expect(found('de', '<p>Vom 3.–5. Mai ist der Hafen für alle offen.</p>')).toEqual(['5. mai']);
});

test('a price without cents ends with its currency', () => {
  const judge = (end: string) => {
    const lines = [44, 47, 52].map((price) => `<div>Winter, je Person und Nacht, ab ${price}${end}</div>`);
    return hasAgingPrices(readPage(`<main>${lines.join('')}</main>`, 'https://example.com/'), NO_PACK);
  };
  expect([',– €', ',- Euro', '.– CHF', ',–', ',– € an'].map(judge)).toEqual([true, true, true, true, false]);
});

test('amounts in the sentences of a list do not count as prices', () => {
  const judge = (items: readonly string[]) =>
    hasAgingPrices(
      readPage(`<main><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></main>`, 'https://example.com/'),
      languagePack('en') ?? NO_PACK,
    );
  const sentence = (amount: string) =>
    `Obtained a judgment of ${amount} for a tenant after a trial of nine days in the county court`;
  expect(judge(['$500,000', '$25,000', '$90,000'].map(sentence))).toBe(false);
  expect(judge(['Basic: $9 a month', 'Team: $19 a month', 'Firm: $49 a month'])).toBe(true);
  expect(
    judge(
      [9, 19, 49].map(
        (amount) => `$${amount} a month for a gauge with its mast and its mooring, calibrated twice each year by us`,
      ),
    ),
  ).toBe(true);
});

test('a currency in the heading of a column makes its numbers prices', () => {
  const table = (heading: string) => {
    const rows = Array.from({ length: 10 }, (_, i) => `<tr><td>Work</td><td>${200 + i}</td></tr>`).join('');
    return readPage(
      `<main><table><tr><th>Work</th><th>${heading}</th></tr>${rows}</table></main>`,
      'https://example.com/',
    );
  };
  const judge = (heading: string) => [hasAgingPrices(table(heading), NO_PACK), isPriceList(table(heading), NO_PACK)];
  expect(['Ціна від(грн)', 'Price in EUR', 'Metres'].map(judge)).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ]);
});

test('things at the same price in a table or a list are several prices, and one price shown three times is one', () => {
  const judge = (html: string) =>
    hasAgingPrices(readPage(`<main>${html}</main>`, 'https://example.com/'), languagePack('en') ?? NO_PACK);
  const oars = ['Ash oar', 'Beech oar', 'Spruce oar'];
  expect(judge(`<table>${oars.map((oar) => `<tr><td>${oar}</td><td>$35</td></tr>`).join('')}</table>`)).toBe(true);
  expect(judge(`<ul>${oars.map((oar) => `<li>${oar} $35</li>`).join('')}</ul>`)).toBe(true);
  expect(judge(oars.map(() => '<p>Ash oar $35</p>').join(''))).toBe(false);
  expect(judge(`<ul>${oars.map(() => '<li>Ash oar $35</li>').join('')}</ul>`)).toBe(false);
});

test('the day of a date of the page is not a fact where its month is not known', () => {
  const facts = readPage(
    '<main><p>Liman xəbərləri, 14 oktyabr 2019, saat doqquz oldu.</p></main>',
    'https://example.com/',
  );
  expect(findSpecifics(facts, NO_PACK, 5, [], [], () => true)).toEqual([]);
  expect(findSpecifics(facts, NO_PACK, 5)).toHaveLength(2);
});

test('the first 2,000 blocks of a page are read', () => {
  const fact = '<p>The tide rises by 4 m.</p>';
  expect(found('en', `${'<p>Tides</p>'.repeat(1_999)}${fact}`)).toEqual(['4 m']);
  expect(found('en', `${'<p>Tides</p>'.repeat(2_000)}${fact}`)).toEqual([]);
});

test.each([
  ['es', 'El torneo será los días 19, 20 y 21 de junio de 2026 en el puerto.', ['21 de junio de 2026']],
  ['es', 'Se juega del viernes 24 al domingo 26 de abril en el puerto.', ['26 de abril']],
  ['de', 'Das Fest ist am 19., 20. und 21. Juni 2026 im Hafen.', ['21. juni 2026']],
  ['fr', 'La fête se tient les 19, 20 et 21 juin 2026 au port.', ['21 juin 2026']],
  ['en', 'We sail on 3, 4 and 5 May with all of our boats.', ['5 may']],
  ['en', 'We sail on June 19, 20 and 21, 2026 with all of our boats.', ['june 19, 20 and 21, 2026']],
  ['en', 'We sail from June 19–21 with all of our boats.', ['june 19–21']],
  ['en', 'On June 3, 20 boats came to us.', ['june 3', '20 boats']],
  ['en', 'The 12 men left on 13 May with their boats.', ['12 men', '13 may']],
])('days of one month are one date, in %s: %s', (language, text, specifics) => {
  expect(found(language, `<p>${text}</p>`)).toEqual(specifics);
});

test('a season of two years is a year, and a number beside its own year is not', () => {
  const text = 'In the 2026–27 season, in 2020/2021 and in 1999/00 the club won the cup';
  expect(found('en', `<p>${text}</p>`)).toEqual(['the 2026–27', 'in 2020/2021', 'in 1999/00']);
  expect(found('en', '<p>Season 2025/26</p>')).toEqual(['season 2025/26']);
  expect(found('en', '<p>The form 2020/35 and the notice 2021-18 are those of the harbour office.</p>')).toEqual([]);
});
