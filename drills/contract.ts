import { runTests } from './support/vitest.ts';

/** Sends the running service 25,000 requests made from its own OpenAPI document, and holds each answer to it. */
runTests(['test/fuzz/contract.test.ts'], { CITABLE_FUZZ_REQUESTS: '25000' });
