/** Returns whether to colour standard output. NO_COLOR turns colours off, unless it is empty (https://no-color.org). */
export function wantsColor(): boolean {
  return process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
