import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Parser, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { readPage } from '../src/site/html/read-page.ts';
import { median } from './support/measurements.ts';

const ROUNDS = 15;
const WARM_UP = 5;
/** Reading all facts may take at most three times as long as tokenizing. */
const MIN_RATIO = 1 / 3;

interface Row {
  readonly name: string;
  /** Megabytes of the pages as UTF-8; the median of the rounds. */
  readonly megabytesPerSecond: number;
}

function doNothing(): void {
  // Measures only how fast the tokens arrive.
}

const NO_CALLBACKS: TokenizerCallbacks = {
  onattribdata: doNothing,
  onattribend: doNothing,
  onattribentity: doNothing,
  onattribname: doNothing,
  oncdata: doNothing,
  onclosetag: doNothing,
  oncomment: doNothing,
  ondeclaration: doNothing,
  onend: doNothing,
  onopentagend: doNothing,
  onopentagname: doNothing,
  onprocessinginstruction: doNothing,
  onselfclosingtag: doNothing,
  ontext: doNothing,
  ontextentity: doNothing,
};

const CANDIDATES: readonly { readonly name: string; readonly read: (html: string) => void }[] = [
  {
    name: 'htmlparser2 Tokenizer, no-op callbacks',
    read: (html) => {
      const tokenizer = new Tokenizer({}, NO_CALLBACKS);
      tokenizer.write(html);
      tokenizer.end();
    },
  },
  {
    name: 'htmlparser2 Parser, empty handler',
    read: (html) => {
      new Parser({ onopentag: doNothing, onclosetag: doNothing, ontext: doNothing }).end(html);
    },
  },
  {
    name: 'readPage',
    read: (html) => {
      readPage(html, 'https://www.example.com/a/page');
    },
  },
];

/**
 * Measures how fast pages are read, compared with tokenizing them alone. The candidates alternate, so that other load on the machine
 * affects all of them.
 *
 * @param sitesDir a directory with `*.html` files, at any depth
 * @throws when it has none
 */
export async function analysis(sitesDir: string): Promise<{ readonly rows: readonly Row[] }> {
  const pages = globSync(`${sitesDir}/**/*.html`).map((path) => readFileSync(path, 'utf8'));
  if (pages.length === 0) throw new Error(`No .html files under ${sitesDir}`);
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
  const times: number[][] = CANDIDATES.map(() => []);
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    CANDIDATES.forEach(({ read }, i) => {
      const start = performance.now();
      for (const page of pages) read(page);
      if (round >= WARM_UP) times[i]?.push(performance.now() - start);
    });
  }
  const rows = CANDIDATES.map(({ name }, i) => ({ name, megabytesPerSecond: bytes / 1000 / median(times[i] ?? []) }));
  return { rows };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { rows } = await analysis(process.argv[2] ?? process.env['CITABLE_SITES'] ?? '../shared/sites');
  for (const { name, megabytesPerSecond } of rows) {
    console.log(`${name.padEnd(40)} ${megabytesPerSecond.toFixed(1).padStart(7)} MB/s`);
  }
  const [tokenizer = 0, parser = 0, reader = 0] = rows.map((row) => row.megabytesPerSecond);
  const ratio = reader / tokenizer;
  console.log(
    `readPage / Tokenizer ${ratio.toFixed(2)} (at least 0.33), readPage / Parser ${(reader / parser).toFixed(2)}`,
  );
  if (ratio < MIN_RATIO) process.exitCode = 1;
}
