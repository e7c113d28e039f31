import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type StartedCommand, startCommand } from '../../bench/support/served-command.ts';

/** Websites of a drill, on loopback. */
interface Sites {
  /** Certificate authority of their certificates. */
  readonly caPem: string;
  /** Rules for `CONNECT_TO`, which lead their domains to loopback. */
  readonly connectTo: string;
  stop(): void;
}

/** The log line of an audit that has ended. */
export interface AuditLine {
  readonly msg: string;
  readonly level: string;
  readonly domain: string;
  readonly status: string;
  readonly failure: string | null;
  readonly score: number;
  readonly queued_ms: number;
  readonly duration_ms: number;
  readonly processor_ms: number | null;
}

export interface PreparedService {
  readonly dataDir: string;
  readonly logFile: string;
  /**
   * Starts `citable serve`.
   *
   * @param logs whether it writes its log to `logFile`
   */
  start(logs: boolean): Promise<{ readonly server: StartedCommand; readonly url: string }>;
  /** Creates an API key. */
  createKey(name: string): string;
  /** Returns the lines of `logFile` about audits of these domains that have ended, in this order. */
  auditLines(domains: readonly string[]): AuditLine[];
  /** Stops the service and the sites, and deletes their files. */
  end(): Promise<void>;
}

/**
 * Prepares a service that audits these sites, without limits per client, since all clients of a drill have one address. Its data folder
 * exists before it starts.
 *
 * @param name of the drill, for its folder
 * @param settings further ones
 */
export async function prepareService(
  name: string,
  sites: Sites,
  settings: Readonly<Record<string, string>> = {},
): Promise<PreparedService> {
  const folder = await mkdtemp(join(tmpdir(), `citable-${name}-`));
  const ca = join(folder, 'ca.pem');
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'log');
  await writeFile(ca, sites.caPem);
  let server: StartedCommand | undefined;
  return {
    dataDir,
    logFile,
    async start(logs) {
      const all = {
        CONNECT_TO: sites.connectTo,
        NODE_EXTRA_CA_CERTS: ca,
        RATE_LIMIT: 'off',
        AUDIT_RATE_LIMIT: 'off',
        ...settings,
      };
      server = startCommand(dataDir, all, 'serve', logs ? logFile : null);
      return { server, url: await server.url };
    },
    createKey(key) {
      const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
      const { stdout } = spawnSync(process.execPath, [main, 'keys', 'create', key], {
        env: { ...process.env, ...settings, DATA_DIR: dataDir },
        encoding: 'utf8',
      });
      const [created] = /ctb_\w{40}/.exec(stdout) ?? [];
      if (created === undefined) throw new Error(`No key was made: ${stdout}`);
      return created;
    },
    auditLines: (domains) =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditLine]))
        .filter(({ msg, domain }) => msg === 'audit' && domains.includes(domain)),
    async end() {
      await server?.end('SIGTERM');
      sites.stop();
      await rm(folder, { recursive: true });
    },
  };
}
