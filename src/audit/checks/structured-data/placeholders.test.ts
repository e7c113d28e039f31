import { expect, test } from 'vitest';
import { isPlaceholder } from './placeholders.ts';

test.each([
  'TODO',
  ' [todo] ',
  'Your Company Name',
  'Site Author',
  'Lorem ipsum…',
  '{{ site.title }}',
  '{% endif %}',
  'https://example.com/logo.png',
  'https://www.example.org/',
  'https://yourdomain.com',
])('%s is a template’s leftover', (value) => expect(isPlaceholder(value, 'tidewater.test')).toBe(true));

test.each(['Tidewater', 'Todoist', 'https://myexample.com/', 'example', 'n', ''])('%s is not', (value) =>
  expect(isPlaceholder(value, 'tidewater.test')).toBe(false),
);

test('the name of the site itself is none', () => {
  expect(isPlaceholder('https://www.example.com/', 'example.com')).toBe(false);
  expect(isPlaceholder('https://example.com/', 'www.example.com')).toBe(false);
  expect(isPlaceholder('https://example.org/', 'example.com')).toBe(true);
});

test.each(['<<your name>>', '(((tbd)))', 'lorem ipsum ...', '  {{ x }}', '<% x %>', '${ x', '%%NAME%%'])(
  '%s is a template’s leftover, signs around it and all',
  (value) => expect(isPlaceholder(value, 'tidewater.test')).toBe(true),
);

test.each(['Tidewater {{ x }}', 'All of it: 100 %%'])('%s has signs of a template in it, and is none', (value) =>
  expect(isPlaceholder(value, 'tidewater.test')).toBe(false),
);

test('a text of more than 200 characters is none', () => {
  const long = (length: number) => isPlaceholder(`{{${'x'.repeat(length - 2)}`, 'tidewater.test');
  expect([long(200), long(201)]).toEqual([true, false]);
});
