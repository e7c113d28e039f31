import { describe, expect, test } from 'vitest';
import { classMeaning } from './class-names.ts';

const meaning = (names: string) => {
  const { isControl, isComments, isByline, isBoilerplate } = classMeaning(names);
  const all = [isControl && 'consent', isComments && 'comments', isByline && 'byline', isBoilerplate && 'boilerplate'];
  return all.filter((one) => one !== false);
};

describe('a class or id', () => {
  test.each([
    ['cookie-banner', ['consent']],
    ['cookieBanner', ['consent']],
    ['COOKIE_NOTICE', ['consent']],
    ['cookie-wall', ['consent']],
    ['consent-gate', ['consent']],
    ['cookieLayer', ['consent']],
    ['wall', []],
    ['banner__cookie', ['consent']],
    ['cookieconsent', ['consent']],
    ['wide  cookie-law', ['consent']],
    ['onetrust-banner-sdk', ['consent']],
    ['CybotCookiebotDialog', ['consent']],
    ['klaro', ['consent']],
    ['ccpa-banner', ['consent']],
    ['uc-banner-content', ['consent']],
    ['fs-cc-banner_component', ['consent']],
    ['fs-cc-prefs_form', ['consent']],
    ['comment-respond', ['consent', 'comments', 'boilerplate']],
    ['respond-quickly', ['boilerplate']],
    ['comments', ['comments']],
    ['commentList', ['comments']],
    ['disqus_thread', ['comments']],
    ['author', ['byline']],
    ['postAuthor', ['byline']],
    ['entry--byline', ['byline']],
    ['author comments', ['comments', 'byline']],
    ['related-posts', ['boilerplate']],
    ['articleShare', ['boilerplate']],
    ['sharethis-inline-buttons', ['boilerplate']],
    ['newsletter_form', ['boilerplate']],
    ['social', ['boilerplate']],
    ['social-icons', ['boilerplate']],
    ['site-footer', ['boilerplate']],
    ['footer-2', ['boilerplate']],
    ['author-bio', ['byline', 'boilerplate']],
    ['no-sidebar', []],
    ['has-newsletter', []],
    ['social-proof', []],
    ['social-media-embed', []],
    ['social-responsibility', []],
    ['card-footer', []],
    ['shareholders', []],
    ['cookies', []],
    ['consent-consent', ['consent']],
    ['no-cookie-banner', []],
    ['cookie-bar-hidden', []],
    ['banner', []],
    ['xklaro', []],
    ['no-comments', []],
    ['comments-link', []],
    ['author-avatar', []],
    // Tags of posts on these tools.
    ['tag-giscus', []],
    ['tag-o-que-e-isso', []],
    ['authority', []],
    ['', []],
  ])('%j means %j', (names, expected) => {
    expect(meaning(names)).toEqual(expected);
  });

  test('of one name is not that of another beside it', () => {
    expect(meaning('no-comments comments')).toEqual(['comments']);
    expect(meaning('cookie banner')).toEqual([]);
  });

  test('is read up to 1,000 characters', () => {
    const long = (length: number) => `author ${'x'.repeat(length - 7)}`;
    expect([meaning(long(1_000)), meaning(long(1_001))]).toEqual([['byline'], []]);
  });
});
