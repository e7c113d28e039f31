import { runTests } from './support/vitest.ts';

/** Tries every property, and our readers against their peers, with other input than `npm test` does and 20 times as much. */
runTests(['.property.test.ts', 'test/fuzz/html-peer', 'test/fuzz/robots-peer', 'test/fuzz/sitemap-peer'], {
  CITABLE_FUZZ_FACTOR: process.env['CITABLE_FUZZ_FACTOR'] ?? '20',
});
