import { writeFileSync } from 'node:fs';
import measure from 'anafanafo';

/**
 * Writes src/data/badge-widths.json: the widths of Verdana's characters. It leaves out those with a canonical decomposition,
 * because an accent does not make a letter wider.
 */
const BLOCKS = [
  [0x20, 0x7e],
  [0xa1, 0x17f],
  [0x384, 0x3ce],
  [0x401, 0x45f],
  [0x490, 0x491],
  [0x2013, 0x2026],
  [0x2030, 0x203a],
  [0x20ac, 0x20ac],
  [0x2116, 0x2122],
] as const;

const byWidth = new Map<number, string>();
for (const [first, last] of BLOCKS) {
  for (let code = first; code <= last; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]$/u.test(character) || character.normalize('NFD') !== character) continue;
    const width = findWidth(character);
    if (width !== null) byWidth.set(width, (byWidth.get(width) ?? '') + character);
  }
}

// Numbers are the keys, so they are in order.
const path = new URL('../src/data/badge-widths.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(Object.fromEntries(byWidth), null, 2)}\n`);

/** Returns the width in hundredths of a pixel; null if it was not measured. */
function findWidth(character: string): number | null {
  try {
    return Math.round(measure(character, { font: '11px Verdana', guess: false }) * 100);
  } catch {
    return null;
  }
}
