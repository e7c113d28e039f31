import { runTests } from './support/vitest.ts';

/** Sends the running service 25,000 requests generated from its OpenAPI document, and checks each response against it. */
runTests(['test/fuzz/contract.test.ts'], { CITABLE_FUZZ_REQUESTS: '25000' });
