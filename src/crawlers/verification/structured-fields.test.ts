import { describe, expect, test } from 'vitest';
import { parseDictionary, parseItem, serializeInnerList, serializeItem } from './structured-fields.ts';

/** What is read of a dictionary, written again. */
function rewritten(text: string): string | null {
  const members = parseDictionary(text);
  if (members === null) return null;
  return [...members]
    .map(([key, member]) => `${key}=${'list' in member ? serializeInnerList(member) : serializeItem(member)}`)
    .join(', ');
}

describe('a dictionary', () => {
  test.each([
    ['', ''],
    ['a=1', 'a=1'],
    ['a=1 ,\tb="x y";q', 'a=1, b="x y";q'],
    ['a', 'a=?1'],
    ['a;x=?0;y', 'a=?1;x=?0;y'],
    ['sig1=:AQID:', 'sig1=:AQID:'],
    [
      'sig1=("@authority"  "signature-agent";key="g" );created=1;tag="web-bot-auth"',
      'sig1=("@authority" "signature-agent";key="g");created=1;tag="web-bot-auth"',
    ],
    ['a=()', 'a=()'],
    ['a=token/x, b=-12', 'a=token/x, b=-12'],
    [String.raw`a="q\"b\\s"`, String.raw`a="q\"b\\s"`],
    ['a=1, a=2', 'a=2'],
  ])('%j is read as %j', (text, expected) => {
    expect(rewritten(text)).toBe(expected);
  });

  test.each([
    'a=',
    'a=1,',
    ',a=1',
    'a=1 b=2',
    'A=1',
    'a="x',
    'a="ü"',
    'a=("x"',
    'a=:A',
    'a=1.5',
    'a=?2',
    'a=1;',
    'a=1;B',
    '=',
  ])('%j is none', (text) => {
    expect(parseDictionary(text)).toBeNull();
  });
});

describe('an item', () => {
  test.each(['"https://chatgpt.com"', '"";a=1', 'https://x', '12'])('%s is read', (text) => {
    const item = parseItem(text);
    expect(item === null ? null : serializeItem(item)).toBe(text);
  });

  test.each(['', '"a" "b"', 'g="https://agent.bot.goog"', '"a",'])('%j is none', (text) => {
    expect(parseItem(text)).toBeNull();
  });
});
