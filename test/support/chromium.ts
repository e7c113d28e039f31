import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { cachedFolder, installPackage } from './cached-folder.ts';

/** The package and its lock file. It is no dependency of ours: nobody but the tests of pages waits for its 75 MB. */
const PACKAGE = fileURLToPath(new URL('chromium/', import.meta.url));

/** The package unpacks to the temporary folder, which every user of the machine shares: so it is given one of its own. */
const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
/** As which it unpacks the libraries and the font that a bare machine does not have, too. */
const BARE_MACHINE = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

const run = promisify(execFile);

const ARGS = [
  // Root, and users of a machine without user namespaces, have no sandbox. Nothing but our own service is opened.
  '--no-sandbox',
  '--disable-gpu',
  // Whatever a page or the browser itself would ask of the network fails: nothing but loopback has an address.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/**
 * Starts Chromium without a window. The first call fetches it with npm.
 *
 * @param debuggingPort where another tool may drive it, too
 */
export async function launchChromium(debuggingPort?: number): Promise<Browser> {
  const folder = await unpackedChromium();
  const hasFonts = existsSync('/etc/fonts/fonts.conf');
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: debuggingPort === undefined ? ARGS : [...ARGS, `--remote-debugging-port=${debuggingPort}`],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      ...(hasFonts ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
    },
  });
}

/** The folder that it is unpacked in, which is done once. */
async function unpackedChromium(): Promise<string> {
  const manifest = await readFile(join(PACKAGE, 'package.json'), 'utf8');
  const name = `chromium-${JSON.parse(manifest).dependencies['@sparticuz/chromium']}`;
  return await cachedFolder(name, async (draft, folder) => {
    const installation = join(draft, 'package');
    await installPackage(PACKAGE, installation);
    await run(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: installation,
      env: { TMPDIR: draft, ...BARE_MACHINE },
    });
    await rm(installation, { recursive: true });
    const fonts = join(draft, 'fonts/fonts.conf');
    await writeFile(fonts, (await readFile(fonts, 'utf8')).replaceAll('/tmp/fonts', join(folder, 'fonts')));
    // Whoever else uses this work tree may run it, too.
    await Promise.all([chmod(draft, 0o755), chmod(join(draft, 'chromium'), 0o755)]);
  });
}
