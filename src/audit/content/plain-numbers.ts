import { withAsciiDigits } from '../../site/page/written-date.ts';

const CHINESE = '一二三四五六七八九十';

/** Returns a text with the numbers of its steps as `1.`: circled digits, Chinese ones before `、` or after `第`, and digits of other scripts. */
export function withPlainNumbers(text: string): string {
  return withAsciiDigits(text)
    .replace(/[①-⑳]/g, (circled) => `${circled.charCodeAt(0) - 0x245f}.`)
    .replace(/[一二三四五六七八九十](?=、)|(?<=第)[一二三四五六七八九十]/g, (one) => `${CHINESE.indexOf(one) + 1}`);
}
