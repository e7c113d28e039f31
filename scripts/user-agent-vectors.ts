import { join } from 'node:path';
import { classifyVisit } from '../src/crawlers/classify.ts';
import { type Fields, readVectors, text } from './vectors.ts';

/** Minimum share of correct rows among those that count. */
const MIN_SHARE = 0.99;

/**
 * Classifies the user agents of a file, and prints those with another class, or for AI another vendor, than the file states. Rows marked
 * `ambiguous` do not count. Vendors may have any of their names in `ai-vendors.json`. Returns whether enough are correct.
 */
export function reportUserAgents(folder: string, file: string): boolean {
  const names = new Map(readVectors(join(folder, 'ai-vendors.json')).map((fields) => [text(fields, 'vendor'), fields]));
  const rows = readVectors(join(folder, file));
  const counted = rows.filter((row) => row['ambiguous'] !== true);
  const wrong = counted.filter((row) => !isCorrect(row, names));
  const share = (counted.length - wrong.length) / counted.length;
  console.log(
    `${file}: ${counted.length - wrong.length} of ${counted.length} correct (${(share * 100).toFixed(2)} %, at least ` +
      `${MIN_SHARE * 100} %); ${rows.length - counted.length} ambiguous, not counted`,
  );
  for (const row of wrong) {
    const { class: found, vendor } = classify(row);
    console.log(`  wrong: ${text(row, 'source')}\n    ${text(row, 'ua')}`);
    console.log(`    expected ${text(row, 'class')} ${readVendor(row) ?? ''}, got ${found} ${vendor ?? ''}`);
  }
  return share >= MIN_SHARE;
}

function isCorrect(row: Fields, names: ReadonlyMap<string, Fields>): boolean {
  const found = classify(row);
  if (found.class !== text(row, 'class')) return false;
  const vendor = readVendor(row);
  if (vendor === null || !found.class.startsWith('ai_')) return true;
  const aliases = names.get(vendor)?.['aliases'];
  return found.vendor === vendor || (Array.isArray(aliases) && aliases.includes(found.vendor));
}

function classify(row: Fields): ReturnType<typeof classifyVisit> {
  return classifyVisit({
    userAgent: text(row, 'ua'),
    referer: optional(row, 'referer'),
    url: optional(row, 'url') ?? '/',
  });
}

function readVendor(row: Fields): string | null {
  return optional(row, 'vendor');
}

function optional(row: Fields, name: string): string | null {
  const value = row[name];
  return typeof value === 'string' ? value : null;
}
