import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { cachedFolder, installPackage } from './cached-folder.ts';

/** The package and its lock file. It is not a dependency of the project, because only the tests of pages need its 75 MB. */
const PACKAGE = fileURLToPath(new URL('chromium/', import.meta.url));

/** Unpacks the browser into TMPDIR. The system's temporary folder is shared by all users, so it gets another one. */
const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
/** Makes the package unpack the libraries and the font that a bare machine lacks. */
const BARE_MACHINE = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

const run = promisify(execFile);

const ARGS = [
  // Root, and users without user namespaces, have no sandbox. Only our own service is opened.
  '--no-sandbox',
  '--disable-gpu',
  // Every request to the network fails: no name but loopback has an address.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/**
 * Starts Chromium without a window. The first call fetches it with npm.
 *
 * @param debuggingPort port on which another tool can drive it
 */
export async function launchChromium(debuggingPort?: number): Promise<Browser> {
  const { CHROME_PATH: executablePath = '', ...env } = await chromiumEnvironment();
  return chromium.launch({
    executablePath,
    args: debuggingPort === undefined ? ARGS : [...ARGS, `--remote-debugging-port=${debuggingPort}`],
    env: { ...process.env, ...env },
  });
}

/** Returns the variables by which `citable audit --render` finds and starts this browser. The first call fetches it with npm. */
export async function chromiumEnvironment(): Promise<Readonly<Record<string, string>>> {
  const folder = await unpackedChromium();
  const hasFonts = existsSync('/etc/fonts/fonts.conf');
  return {
    CHROME_PATH: join(folder, 'chromium'),
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    ...(hasFonts ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
}

/** Returns the folder of the unpacked browser. Unpacks it once. */
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
    // Other users of this work tree can run it, too.
    await Promise.all([chmod(draft, 0o755), chmod(join(draft, 'chromium'), 0o755)]);
  });
}
