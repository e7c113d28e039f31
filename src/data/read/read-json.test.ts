import Type from 'typebox';
import { expect, test } from 'vitest';
import { exactly, readJson } from './read-json.ts';

test('a field that the schema does not have is refused, with the file and the place', () => {
  const schema = Type.Array(exactly({ vendor: Type.String() }));
  expect(() => readJson('crawlers/ai-vendors.json', schema)).toThrow(
    /^src\/data\/crawlers\/ai-vendors\.json: \/0\/documentation /,
  );
});
