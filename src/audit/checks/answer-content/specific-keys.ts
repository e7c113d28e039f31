import { writtenDates } from '../../../site/page/written-date.ts';

/** Spellings of one unit or currency, by the one that stands for all. */
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  eur: /^(?:€|eur|euros?|avro|ユーロ|유로|欧元|歐元|يورو)$/,
  usd: /^(?:\$|us\$|usd|dollars?|d[óo]lares|dollari|dolar|ドル|달러|美元)$/,
  gbp: /^(?:£|gbp|pounds?|pounds sterling|quid)$/,
  chf: /^(?:chf|franken|franchi)$/,
  jpy: /^(?:jpy|円|yen)$/,
  krw: /^(?:₩|krw|원)$/,
  cny: /^(?:cny|rmb|元|人民币|人民幣|块)$/,
  pln: /^(?:zł|pln|z[łl]otych|złote)$/,
  try: /^(?:₺|try|tl|lira)$/,
  '%': /^(?:%|percent|per cent|prozent|pour cent|por ciento|por cento|per cento|procent|yüzde)$/,
  min: /^(?:min|minutes?|minuten?|minutos?|minut[oi])$/,
  h: /^(?:h|hours?|stunden?|heures?|horas?|or[ae]|uur|uren)$/,
  m: /^(?:m|met(?:re|er)s?|metern|mètres?|metros?|metr[oi])$/,
  km: /^(?:kms?|kilomet(?:re|er)s?|kilomètres?|kilómetros?|quil[ôó]metros?|chilometr[oi])$/,
  kg: /^(?:kg|kilograms?|kilogramm|kilos?|quilos?|chili)$/,
  l: /^(?:l|lit(?:re|er)s?|litros?|litr[oi])$/,
  tbsp: /^(?:tbsp|tablespoons?)$/,
  tsp: /^(?:tsp|teaspoons?)$/,
};
const WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  'two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, i) => [word, String(i + 2)]),
);
const PARTS = /^([^\d\s]*)\s*([\d.,'’ ]*\d(?:[⁄/]\d+)?)[\s-]*(.*)$/;
const GROUPED = /^\d{1,3}(?:[ .,'’]\d{3})+$/;

/** Returns a key that is the same for a value in another spelling: `4 m` and `four metres`, `€45` and `45 euros`. */
export function specificKey(text: string): string {
  const plain = text.trim().toLowerCase();
  const [date] = writtenDates(plain);
  if (date !== undefined && date.month !== null && date.start === 0 && date.end === plain.length) {
    return `${date.year}-${date.month}-${date.day}`;
  }
  const [word = '', ...rest] = plain.split(/[\s-]+/);
  if (WORDS[word] !== undefined) return `${WORDS[word]} ${unit(rest.join(' '))}`;
  const [, before = '', number = '', after = ''] = PARTS.exec(plain) ?? [];
  if (number === '') return plain.replace(/\s+/g, '');
  const value = GROUPED.test(number) ? number.replace(/\D/g, '') : number.replace(',', '.').replace(/\s/g, '');
  return `${value} ${unit(before)}${unit(after)}`;
}

function unit(text: string): string {
  const plain = text.trim().replace(/\.$/, '');
  return Object.entries(SPELLINGS).find(([, spelling]) => spelling.test(plain))?.[0] ?? plain.replace(/\s+/g, '');
}
