import { describe, expect, test } from 'vitest';
import { brandOfContact, brandOfName, isNamedAfterAi } from './ai-brands.ts';

describe('a name that no list has', () => {
  test.each([
    ['mistralai-searchbot', 'Mistral', 'search'],
    ['perplexityuser', 'Perplexity', 'user'],
    ['perplexity.user', 'Perplexity', 'user'],
    ['amazon-bedrock-agentcore-browser', 'Amazon', 'user'],
    ['openai-web', 'OpenAI', 'training'],
    ['my-openai-crawler', 'OpenAI', 'training'],
    ['xaibot', 'xAI', 'training'],
  ])('%s is of %s, for %s', (word, vendor, purpose) => {
    expect(brandOfName(word)).toEqual({ vendor, purpose });
  });

  test.each(['openai', 'perplexity', 'my-openai', 'openai-shop', 'crawler', 'my-crawler', '-bot', '-', ''])(
    '%j is of nobody who is known, or says nothing of what it does',
    (word) => {
      expect(brandOfName(word)).toBeNull();
    },
  );
});

test.each([
  ['openai.com', 'OpenAI'],
  ['bots.openai.com', 'OpenAI'],
  ['notopenai.com', null],
  ['openai.com.example', null],
  ['', null],
])('the host %j is that of %j', (host, vendor) => {
  expect(brandOfContact(host)).toBe(vendor);
});

test.each([
  ['KlaviyoAIBot', true],
  ['Cloudflare-AutoRAG', true],
  ['AI-xy', true],
  ['AI-x', false],
  ['MAIL', false],
  ['aiHitBot', false],
  ['Email', false],
  ['12345', false],
  ['', false],
])('%j says by its name that it works for AI: %s', (word, expected) => {
  expect(isNamedAfterAi(word)).toBe(expected);
});
