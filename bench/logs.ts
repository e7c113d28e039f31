import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBound } from './support/measurements.ts';
import { randomIntegers } from './support/random.ts';

/**
 * Measures `citable logs` on a generated access log: lines per second on one processor and on all, compared with GoAccess (if it is
 * installed) on the same file, and memory. `CITABLE_LOG_LINES` sets the number of lines.
 */
const LINES = Number(process.env['CITABLE_LOG_LINES'] ?? 1_000_000);
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const usage = fileURLToPath(new URL('./support/usage-at-exit.mjs', import.meta.url));

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/';
const CRAWLERS = [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
];

/**
 * Writes the log. A quarter of the requests are crawlers', pages and visitors repeat as on a real site, and there are two requests per
 * second.
 */
function writeLog(path: string): void {
  const nextInteger = randomIntegers(1);
  const random = () => nextInteger() / 2 ** 32;
  const upTo = (bound: number) => Math.floor(random() * bound);
  const often = (bound: number) => Math.floor(random() * random() * bound);
  const file = openSync(path, 'w');
  let chunk = '';
  for (let line = 0; line < LINES; line++) {
    const isCrawler = upTo(4) === 0;
    const agent = isCrawler
      ? CRAWLERS[upTo(CRAWLERS.length)]
      : `${BROWSER}${100 + often(40)}.0.${often(90)}.0 Safari/537.36`;
    const referer = isCrawler
      ? '-'
      : upTo(100) === 0
        ? 'https://chatgpt.com/'
        : `https://www.example.com/p/${often(5000)}`;
    const second = Math.floor(line / 2) % 86_400;
    const time = [second / 3600, (second / 60) % 60, second % 60].map((of) => String(Math.floor(of)).padStart(2, '0'));
    const day = String(1 + (Math.floor(line / 172_800) % 28)).padStart(2, '0');
    const address = [192, upTo(250), upTo(250), upTo(250)].join('.');
    const target = `/p/${often(20_000)}${upTo(5) === 0 ? `?q=${upTo(1e6)}` : ''}`;
    const status = upTo(10) > 0 ? 200 : upTo(2) > 0 ? 404 : 301;
    chunk += `${address} - - [${day}/Oct/2026:${time.join(':')} +0000] "GET ${target} HTTP/1.1" ${status} ${upTo(60_000)} "${referer}" "${agent}"\n`;
    if (chunk.length > 1 << 20) {
      writeSync(file, chunk);
      chunk = '';
    }
  }
  writeSync(file, chunk);
  closeSync(file);
}

/** Runs a command. Returns lines per second of wall time, and the peak memory in MB (0 if it is not known). */
function run(command: string, args: readonly string[]): { readonly rate: number; readonly maxRssMb: number } {
  const began = performance.now();
  const { status, output, stderr } = spawnSync(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    maxBuffer: 1e9,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  const rate = LINES / ((performance.now() - began) / 1000);
  // Each thread reports the memory of the whole process when it ends.
  const peaks = [...(output[3] ?? '').matchAll(/"maxRssMb":([\d.]+)/g)].map(([, peak]) => Number(peak));
  return { rate, maxRssMb: Math.max(0, ...peaks) };
}

const folder = mkdtempSync(join(tmpdir(), 'citable-bench-logs-'));
const log = join(folder, 'access.log');
try {
  writeLog(log);
  const citable = ['--import', usage, main, 'logs', log, '--format', 'json'];
  const one = run('taskset', ['-c', '0', process.execPath, ...citable]);
  const all = run(process.execPath, citable);
  console.log(`one processor: ${Math.round(one.rate)} lines per second; all: ${Math.round(all.rate)}`);
  checkBound('peak memory', Math.max(one.maxRssMb, all.maxRssMb), 200, 'MB', 'at most');
  const isInstalled = spawnSync('goaccess', ['--version']).status === 0;
  if (isInstalled) {
    const report = join(folder, 'report.json');
    const goaccess = run('goaccess', [log, '--log-format=COMBINED', '-o', report, '--no-progress']);
    if (readFileSync(report, 'utf8').length === 0) throw new Error('GoAccess wrote nothing.');
    console.log(`GoAccess: ${Math.round(goaccess.rate)} lines per second`);
    checkBound('one processor, compared with GoAccess', one.rate / goaccess.rate, 8, 'times', 'at least');
    checkBound('all processors, compared with GoAccess', all.rate / goaccess.rate, 8, 'times', 'at least');
  } else console.log('GoAccess is not installed, so there is no comparison.');
} finally {
  rmSync(folder, { recursive: true });
}
