import type { Instance } from '../../src/web/layout/instance.ts';

/** An installation for the tests of pages. */
export const instance: Instance = {
  baseUrl: () => 'https://citable.example',
  assetsPath: '/assets/x/',
  liveAuditsArePublic: false,
  maxPages: 500,
  renders: false,
};
