import { randomIntegers } from './random.ts';

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/';
const bot = (token: string) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${token})`;
const CRAWLERS = [
  ...['GPTBot/1.3', 'OAI-SearchBot/1.3', 'ChatGPT-User/1.0', 'ClaudeBot/1.0', 'Claude-SearchBot/1.0'].map(bot),
  ...['PerplexityBot/1.0', 'Amazonbot/0.1', 'Bytespider', 'meta-externalagent/1.1'].map(bot),
  ...['Googlebot/2.1', 'bingbot/2.0', 'AhrefsBot/7.0'].map(bot),
];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Yields bodies of an access log in the Combined Log Format, in order of time: a quarter of the requests are crawlers', and pages and
 * visitors repeat as on a real site.
 *
 * @param from start of the log, in milliseconds since 1970; `to` is its end
 */
export function* generatedLog(lines: number, from: number, to: number, linesOfBody: number): Generator<string> {
  const nextInteger = randomIntegers(1);
  const random = () => nextInteger() / 2 ** 32;
  const upTo = (bound: number) => Math.floor(random() * bound);
  const often = (bound: number) => Math.floor(random() * random() * bound);
  let body = '';
  for (let line = 1; line <= lines; line++) {
    const iso = new Date(from + ((to - from) * line) / lines).toISOString();
    const date = `${iso.slice(8, 10)}/${MONTHS[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}:${iso.slice(11, 19)}`;
    const isCrawler = upTo(4) === 0;
    const agent = isCrawler ? CRAWLERS[upTo(CRAWLERS.length)] : `${BROWSER}${100 + often(40)}.0.0.0 Safari/537.36`;
    const referer = !isCrawler && upTo(100) === 0 ? 'https://chatgpt.com/' : '-';
    const target = `/p/${often(20_000)}${upTo(5) === 0 ? `?q=${upTo(1e6)}` : ''}`;
    const status = upTo(10) > 0 ? 200 : upTo(2) > 0 ? 404 : 301;
    const address = `192.${upTo(250)}.${upTo(250)}.${upTo(250)}`;
    body += `${address} - - [${date} +0000] "GET ${target} HTTP/1.1" ${status} ${upTo(60_000)} "${referer}" "${agent}"\n`;
    if (line % linesOfBody === 0 || line === lines) {
      yield body;
      body = '';
    }
  }
}
