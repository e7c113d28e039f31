/** Tests of one kind. */
interface SlowTests {
  readonly why: string;
  readonly files: readonly string[];
  /** True for those that need a process of their own for each file. */
  readonly isIsolated?: boolean;
}

/** Tests that `npm test` leaves out, and why they are slow. `npm run test:all` runs them. */
export const SLOW_TESTS: readonly SlowTests[] = [
  {
    why: 'They start PostgreSQL, and most of them several processes that use it.',
    files: [
      'src/server/store/jobs/postgres-jobs.test.ts',
      'src/server/store/postgres/postgres.test.ts',
      'src/server/store/store-postgres.test.ts',
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
    why: 'They start the service, or its processes, many times. Most of them kill it.',
    files: [
      'test/service/batches-killed.test.ts',
      'test/service/data-folder-lock.test.ts',
      'test/service/engine.test.ts',
      'test/service/process.test.ts',
      'test/service/traffic-follow.test.ts',
      'test/service/traffic-killed.test.ts',
      'test/service/visits-killed.test.ts',
    ],
  },
  {
    why: 'They open pages in a browser. `test/web/journey.test.ts` is the journey that `npm test` makes.',
    files: [
      'test/web/account-journey.test.ts',
      'test/web/crawl-journey.test.ts',
      'test/web/every-page.test.ts',
      'test/web/hosted-file.test.ts',
      'test/web/hostile.test.ts',
      'test/web/keyboard.test.ts',
      'test/web/log-report.test.ts',
      'test/render-command.test.ts',
      'test/render-service.test.ts',
      'test/web/report.test.ts',
      'test/web/states.test.ts',
      'test/web/without-javascript.test.ts',
    ],
  },
  {
    why: 'They run programs dozens of times, most of them the built command. `cli`, `logs-command` and `folder-command` run it in `npm test`.',
    files: [
      'test/action.test.ts',
      'test/agent-install.test.ts',
      'test/api-examples.test.ts',
      'test/build.test.ts',
      'test/bulk-audit.test.ts',
      'test/ci-formats.test.ts',
      'test/crawl-command.test.ts',
      'test/diff-command.test.ts',
      'test/fix-guide-command.test.ts',
      'test/fix-guide-proofs.test.ts',
      'test/gitlab-template.test.ts',
      'test/hostile-sites.test.ts',
      'test/llms-txt-command.test.ts',
      'test/logs-known-answers.test.ts',
      'test/logs-send.test.ts',
      'test/mcp-command.test.ts',
      'test/mcp-sizes.test.ts',
      'test/staging.test.ts',
      'test/verify-command.test.ts',
    ],
  },
  {
    why: 'Their input has many megabytes, or they look at the memory of their own process.',
    isIsolated: true,
    files: [
      'src/audit/checks/answer-content/answer-content-check.hostile.test.ts',
      'src/fetch/fetcher-drips.test.ts',
      'src/server/audits/audit-watch.test.ts',
      'src/site/html/read-page.hostile.test.ts',
      'test/logs-hostile.test.ts',
      'test/service/traffic-hostile.test.ts',
    ],
  },
  {
    why: 'They try every attack through every way in. `secrets` and `hostile-responses` are in `npm test`.',
    files: [
      'test/fuzz/contract.test.ts',
      'test/fuzz/shapes.test.ts',
      'test/security/data-folder.test.ts',
      'test/security/egress.test.ts',
      'test/security/resolver.test.ts',
      'test/security/slow-clients.test.ts',
      'test/security/ssrf.test.ts',
      'test/security/surfaces.test.ts',
    ],
  },
  {
    why: 'They audit whole websites.',
    files: ['test/sites.test.ts'],
  },
  {
    why: 'They compile, pack or install, each time from the beginning.',
    files: ['test/openapi-clients.test.ts', 'test/package.test.ts', 'test/recipes.test.ts'],
  },
];

/** Tests of which `npm test` runs a sample, and `npm run test:all` all. */
export const SAMPLED_TESTS = [
  'src/site/llms-txt/llms-txt.test.ts',
  'src/site/llms-txt/markdown.test.ts',
  'src/site/sitemap/sitemap-reader.test.ts',
  'test/earlier-stores.test.ts',
  'test/monotonicity.test.ts',
  'test/service/report-access.test.ts',
];

/** The files that take longest, the longest first. They start first, so that none is still running when the others have ended. */
export const LONGEST_TESTS = [
  'test/service/fleet.test.ts',
  'test/web/every-page.test.ts',
  'test/monotonicity.test.ts',
  'test/fix-guide-proofs.test.ts',
  'test/service/process.test.ts',
  'test/security/ssrf.test.ts',
  'test/recipes.test.ts',
  'test/api-examples.test.ts',
  'test/mcp-command.test.ts',
  'test/bulk-audit.test.ts',
  'src/server/store/store-postgres.test.ts',
  'test/web/without-javascript.test.ts',
  'test/service/postgres.test.ts',
  'test/service/engine.test.ts',
  'test/web/journey.test.ts',
  'test/service/report-access.test.ts',
  'src/server/store/store.test.ts',
];
