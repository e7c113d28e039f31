import { describe, expect, test } from 'vitest';
import { type PreferenceForm, parsePreferences } from './usage-preferences.ts';

function said(form: PreferenceForm, value: string): Record<string, unknown> {
  const { path, uses, level } = parsePreferences(form, value);
  return { ...Object.fromEntries(uses), ...(path !== null && { path }), ...(level !== null && { level }) };
}

describe('a Content-Signal', () => {
  test.each([
    ['search=yes, ai-train=no', { search: true, 'ai-train': false }],
    ['ai-input=no,use=reference', { 'ai-input': false, level: 'reference' }],
    ['Search = Yes', { search: true }],
    ['search=y, ai-train, train-ai=no, use=once', {}],
    ['', {}],
  ])('%j states %j', (value, uses) => expect(said('content-signal', value)).toEqual(uses));
});

describe('a Content-Usage', () => {
  test.each([
    ['train-ai=n', { 'ai-train': false }],
    ['train-ai=y, search=n', { 'ai-train': true, search: false }],
    ['/ai-ok/ train-ai=y', { path: '/ai-ok/', 'ai-train': true }],
    ['/only-a-path', { path: '/only-a-path' }],
    ['train-ai;allow=n, train-ai=y', { 'ai-train': true }],
    ['train-ai=y, train-ai', {}],
    ['search="n", train-ai=n', { 'ai-train': false }],
    ['bots=y, x="a, b", search=n;why="c;d"', { search: false }],
    ['ai-input=n', {}],
  ])('%j states %j', (value, uses) => expect(said('content-usage', value)).toEqual(uses));

  test.each(['Train-AI=n', 'train-ai=n,', 'train-ai=n search=n', 'train-ai=n, =y', '"train-ai=n"'])(
    'that is not a dictionary states nothing: %j',
    (value) => expect(said('content-usage', value)).toEqual({}),
  );
});
