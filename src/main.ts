#!/usr/bin/env node
import module from 'node:module';
import { EXIT } from './cli/exit.ts';
import { PACKAGE_FOLDER, VERSION } from './package.ts';

const NEEDED_NODE = 24;
const [, , argument] = process.argv;

if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE) {
  process.stderr.write(`citable: Node ${NEEDED_NODE} or later is required (found ${process.versions.node}).\n`);
  process.exit(EXIT.wrongUsage);
} else if (argument === '--version' || argument === '-V') {
  // Needs none of what is loaded below.
  process.stdout.write(`${VERSION}\n`);
} else {
  enableCompileCache();
  void import('./cli/program.ts').then(({ runProgram }) => runProgram());
}

/** Uses the cache that the build made, or one in the system's temporary folder where this user may not write to that. */
function enableCompileCache(): void {
  const { status } = module.enableCompileCache(
    process.env['NODE_COMPILE_CACHE'] ?? `${PACKAGE_FOLDER}dist/compile-cache`,
  );
  if (status === module.constants.compileCacheStatus.FAILED) module.enableCompileCache();
}
