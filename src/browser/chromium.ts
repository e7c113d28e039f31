import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { DevToolsPipe, readText } from './devtools-pipe.ts';

/** Names of the program on Linux, and its places on macOS and Windows. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Milliseconds in which a browser must start, and between two looks at its memory. */
const START = 20_000;
const WATCH = 500;
/** Maximum memory of all processes of a browser together. */
const MAX_RESIDENT = 1_500 * 1024 * 1024;

/** Without this, loopback and link-local addresses are connected to directly. */
const NO_BYPASS = '<-loopback>';
/** A port on which nothing listens. */
const CLOSED_PROXY = 'http://127.0.0.1:1';

/** Settings of the machine that a browser needs to run, beside its path. It gets no other variable of the environment. */
export const ENVIRONMENT = [
  'PATH',
  'LD_LIBRARY_PATH',
  'FONTCONFIG_PATH',
  'FONTCONFIG_FILE',
  'TZ',
  'LANG',
  'SystemRoot',
];

export interface BrowserOptions {
  readonly path: string;
  /** Folder for its profile. Default: the system's for temporary files. */
  readonly folder?: string | undefined;
  /** Called with the id of the process group of each browser, so that another process can end it. */
  readonly onStart?: ((group: number) => void) | undefined;
  /** Port of the guarded proxy on loopback, and the hash of the key that it decrypts with. */
  readonly proxyPort: number;
  readonly keyHash: string;
  readonly userAgent: string;
}

/** A browser of one audit, with a profile of its own. */
export interface Browser {
  readonly devtools: DevToolsPipe;
  /** Id of the browser context in which pages are opened: the only one that has the guarded proxy. */
  readonly context: string;
  /** As it names itself, such as `HeadlessChrome/153.0.0.0`. */
  readonly version: string;
  /** False where the machine allows no sandbox around the processes that run the scripts of pages. */
  readonly isSandboxed: boolean;
  /** True once it was ended because of its memory. */
  readonly isTooLarge: boolean;
  /** Kills all of its processes and deletes its profile. */
  close(): Promise<void>;
}

/** Returns the path of an installed Chromium or Chrome: `CHROME_PATH`, else the usual places; null where there is none. */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string | null {
  const { CHROME_PATH: chosen = '', PATH = '' } = environment;
  if (chosen !== '') return isProgram(chosen) ? chosen : null;
  const onPath = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...PLACES].find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a browser that reaches the network by its proxy alone. Without the sandbox, it starts only where it ends at once with it: that is how
 * Chromium says that the machine allows none.
 *
 * @throws Error when it does not start
 */
export async function startBrowser(options: BrowserOptions): Promise<Browser> {
  // Chromium refuses a sandbox to root.
  if (process.getuid?.() === 0) return await start(options, false);
  try {
    return await start(options, true);
  } catch (error) {
    // A slow machine is not a reason to do without.
    if (error instanceof StartTimeout) throw error;
    return await start(options, false);
  }
}

class StartTimeout extends Error {}

async function start(options: BrowserOptions, isSandboxed: boolean): Promise<Browser> {
  const profile = await mkdtemp(join(options.folder ?? tmpdir(), 'citable-browser-'));
  const kept = Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]));
  const child = spawn(options.path, [...listFlags(options, profile), ...(isSandboxed ? [] : ['--no-sandbox'])], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // A group of its own, so that all of it can be ended.
    detached: true,
    env: { ...kept, HOME: profile, TMPDIR: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile },
  });
  const group = child.pid ?? 0;
  if (group > 0) options.onStart?.(group);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const [output, input] = [child.stdio[3], child.stdio[4]];
  if (!(output instanceof Writable) || !(input instanceof Readable)) throw new Error('The browser has no pipes.');
  const devtools = new DevToolsPipe(output, input);
  void ended.then(() => devtools.end());
  let isTooLarge = false;
  const watch = setInterval(() => {
    void residentBytes(group).then((bytes) => {
      if (bytes <= MAX_RESIDENT) return;
      isTooLarge = true;
      killGroup(group);
    });
  }, WATCH);
  const close = async (): Promise<void> => {
    clearInterval(watch);
    if (group > 0) killGroup(group);
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const version = await Promise.race([devtools.send('Browser.getVersion'), after(START, null, { ref: false })]);
    if (version === null) throw new StartTimeout('It did not start in time.');
    const context = await devtools.send('Target.createBrowserContext', {
      proxyServer: `http://127.0.0.1:${options.proxyPort}`,
      proxyBypassList: NO_BYPASS,
    });
    const browserContextId = readText(context, 'browserContextId');
    await devtools.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    await devtools.send('Target.setDiscoverTargets', { discover: true });
    return {
      devtools,
      context: browserContextId,
      version: readText(version, 'product'),
      isSandboxed,
      get isTooLarge() {
        return isTooLarge;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * No name is resolved, and no request passes a proxy by. That of the browser itself is closed, so that what it wants to tell its vendor goes
 * nowhere; pages have another one.
 */
function listFlags({ keyHash, userAgent }: BrowserOptions, profile: string): readonly string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    `--user-agent=${userAgent}`,
    `--proxy-server=${CLOSED_PROXY}`,
    `--proxy-bypass-list=${NO_BYPASS}`,
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    `--ignore-certificate-errors-spki-list=${keyHash}`,
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--disable-features=NetworkPrediction,MediaRouter,DialMediaRouteProvider,OptimizationHints,Translate,WebTransport,DnsOverHttps,AsyncDns,BackForwardCache,Prerender2',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-sync',
    '--disable-client-side-phishing-detection',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-notifications',
    '--disable-speech-api',
    '--disable-remote-fonts',
    '--blink-settings=imagesEnabled=false',
    '--deny-permission-prompts',
    '--metrics-recording-only',
    '--no-pings',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    '--mute-audio',
    '--hide-scrollbars',
    '--disable-gpu',
    // What assistive technology calls an element: `computedRole` and `computedName`.
    '--enable-blink-features=ComputedAccessibilityInfo',
    '--disable-dev-shm-usage',
    '--js-flags=--max-old-space-size=512',
    '--renderer-process-limit=4',
  ];
}

/** Kills a browser with all of its processes. @param group id of its process group */
export function killGroup(group: number): void {
  try {
    // Windows has no groups.
    process.kill(process.platform === 'win32' ? group : -group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/**
 * Returns the memory of all processes of a session, as Linux tells it; 0 elsewhere. Files that they map, such as the program itself, are
 * left out: each process would count them again.
 */
async function residentBytes(session: number): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const sizes = await Promise.all(
    ids.map(async (id) => {
      // proc_pid_stat(5): the session is the fourth field after the name in parentheses.
      const stat = await readFile(`/proc/${id}/stat`, 'latin1').catch(() => '');
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]) !== session) return 0;
      const status = await readFile(`/proc/${id}/status`, 'latin1').catch(() => '');
      return [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].reduce(
        (sum, [, kb]) => sum + Number(kb) * 1024,
        0,
      );
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
