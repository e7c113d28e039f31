import { expect, test } from 'vitest';
import { writtenDates } from './written-date.ts';

test.each([
  ['Updated 3 June 2026 by Ann', 2026, 6, 3],
  ['June 3rd, 2026', 2026, 6, 3],
  ['Last changed:June 3, 2026', 2026, 6, 3],
  ['16-Sep-2020', 2020, 9, 16],
  ['2020. június 4.', 2020, 6, 4],
  ['4 كانون الثاني 2026', 2026, 1, 4],
  ['3 ביוני 2026', 2026, 6, 3],
  ['3 июня 2026', 2026, 6, 3],
  ['12/31/2026', 2026, 12, 31],
  ['14/07/23', 2023, 7, 14],
  ['14.07.98', 1998, 7, 14],
  ['7/14/23', 2023, 7, 14],
  ['3/6/2026', 2026, 6, 3],
  ['2026 年 6 月 3 日', 2026, 6, 3],
  ['２０２６年６月３日', 2026, 6, 3],
  ['Ngày 3 tháng 6 năm 2026', 2026, 6, 3],
  ['3 Tháng 6, 2026', 2026, 6, 3],
  ['3 ژوئن 2026', 2026, 6, 3],
  ['2026 m. birželio 3 d.', 2026, 6, 3],
  ['2026. gada 3. jūnijā', 2026, 6, 3],
  ['3. junija 2026', 2026, 6, 3],
  ['3 जून 2026', 2026, 6, 3],
  ['3 มิถุนายน 2026', 2026, 6, 3],
  ['3 ივნისი 2026', 2026, null, 3],
  ['เผยแพร่เมื่อ 3 กุมภาพันธ์ 2569', 2026, 2, 3],
  ['3 ก.พ. 2569', 2026, 2, 3],
  ['วันที่ ๓ เดือนกุมภาพันธ์ พ.ศ. ๒๕๖๙', 2026, 2, 3],
  ['แก้ไข 03/02/2569', 2026, 2, 3],
  ['公開 令和8年4月21日', 2026, 4, 21],
  ['令和元年5月1日', 2019, 5, 1],
  ['平成30年12月3日', 2018, 12, 3],
  ['中華民國115年2月3日', 2026, 2, 3],
  ['۱۴ بهمن ۱۴۰۴', 2026, null, 14],
  ['14 خرداد ماه 1405', 2026, null, 14],
  ['به‌روزرسانی ۱۴۰۴/۰۳/۱۴', 2025, null, 14],
  ['٣ رمضان ١٤٤٧ هـ', 2026, null, 3],
  ['Atnaujinta 2026 m. vasario 3 d.', 2026, 2, 3],
  ['2026. gada 3. februārī', 2026, 2, 3],
])('%s', (text, year, month, day) => expect(writtenDates(text)).toMatchObject([{ year, month, day }]));

test.each([
  '14 بهمن 14',
  '令和8年度の4月',
  '3 กุมภาพันธ์ 1569',
  '99 ก.พ. 2569',
  'ขนาด 12/40/2569',
  '2026 m. ilgio 3 vamzdžiai',
  'é 1404/11/14',
])('%s has none', (text) => expect(writtenDates(text)).toEqual([]));

test.each(['1.2.2026.1', '32 June 2026', '2026-13-01', '20260603', 'June 2026', '192.168.20.24', '12026-06-03'])(
  '%s has none',
  (text) => expect(writtenDates(text)).toEqual([]),
);

test('several dates in a text each have their offsets', () => {
  const text = '3 June 2026, 4 June 2026 and 2026-06-05.';
  expect(writtenDates(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '3 June 2026',
    '4 June 2026',
    '2026-06-05',
  ]);
});

test('a long text is read in linear time: quadratic work would outlast the test', () => {
  expect(writtenDates('2026 de '.repeat(200_000))).toEqual([]);
  expect(writtenDates('1 june '.repeat(200_000))).toEqual([]);
});
