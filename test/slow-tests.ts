/** Tests that `npm test` leaves out, and why they are slow. `npm run test:all` runs them. */
export const SLOW_TESTS: readonly { readonly why: string; readonly files: readonly string[] }[] = [
  {
    why: 'They start PostgreSQL, and most of them several processes that use it.',
    files: [
      'src/server/store/store-postgres.test.ts',
      'src/server/store/move/move-store.test.ts',
      'test/service/fleet.test.ts',
      'test/service/migrate-store.test.ts',
      'test/service/pooler.test.ts',
      'test/service/postgres.test.ts',
    ],
  },
  {
    why: 'Each of its tests fetches the files of some forty vendors over TLS.',
    files: ['test/service/verification.test.ts'],
  },
  {
    why: 'They kill or stop the built service many times.',
    files: [
      'test/service/process.test.ts',
      'test/service/traffic-killed.test.ts',
      'test/service/visits-killed.test.ts',
    ],
  },
  {
    why: 'They open every page in a browser. `test/web/journey.test.ts` is the journey that `npm test` makes.',
    files: [
      'test/web/account-journey.test.ts',
      'test/web/every-page.test.ts',
      'test/web/hosted-file.test.ts',
      'test/web/hostile.test.ts',
      'test/web/keyboard.test.ts',
      'test/web/report.test.ts',
      'test/web/states.test.ts',
      'test/web/without-javascript.test.ts',
    ],
  },
  {
    why: 'They compile, pack or install, each time from the beginning.',
    files: ['test/openapi-clients.test.ts', 'test/package.test.ts', 'test/recipes.test.ts'],
  },
];

/** Tests of which `npm test` runs a sample, and `npm run test:all` all. */
export const SAMPLED_TESTS = ['test/monotonicity.test.ts', 'test/security/ssrf.test.ts'];
