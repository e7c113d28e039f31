/** Returns whether standard output is to be coloured. Any value of NO_COLOR but the empty one turns it off (https://no-color.org). */
export function wantsColor(): boolean {
  return process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
