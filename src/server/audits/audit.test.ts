import { describe, expect, test } from 'vitest';
import { parseAuditId } from '../../values/audit-id.ts';

const ID = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';

describe('an audit id', () => {
  test('is a UUID, compared without case', () => {
    expect(parseAuditId(ID.toUpperCase())).toBe(ID);
  });

  test.each([
    '',
    'x',
    ID.slice(1),
    `${ID}0`,
    ID.replaceAll('-', ''),
    `{${ID}}`,
    ID.replace('a', 'g'),
    `${ID}\n`,
    '../../etc',
  ])('%j is none', (text) => {
    expect(parseAuditId(text)).toBeNull();
  });
});
