import { expect, test } from 'vitest';
import { isPlaceholder } from './placeholders.ts';

test.each([
  'TODO',
  ' [todo] ',
  'Your Company Name',
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
