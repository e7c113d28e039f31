import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedCommand, startCommand } from '../../bench/support/served-command.ts';

/** Websites of a drill, on loopback. */
interface Sites {
  /** Certificate authority of their certificates. */
  readonly caPem: string;
  /** Rules for `CONNECT_TO`, which lead their domains to loopback. */
  readonly connectTo: string;
  stop(): void;
}

interface PreparedService {
  readonly dataDir: string;
  readonly logFile: string;
  /**
   * Starts `citable serve`.
   *
   * @param logs whether it writes its log to `logFile`
   */
  start(logs: boolean): Promise<{ readonly server: StartedCommand; readonly url: string }>;
  /** Stops the service and the sites, and deletes their files. */
  end(): Promise<void>;
}

/**
 * Prepares a service that audits these sites, without limits per client, since all clients of a drill have one address. Its data folder
 * exists before it starts.
 *
 * @param name of the drill, for its folder
 */
export async function prepareService(name: string, sites: Sites): Promise<PreparedService> {
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
      const settings = {
        CONNECT_TO: sites.connectTo,
        NODE_EXTRA_CA_CERTS: ca,
        RATE_LIMIT: 'off',
        AUDIT_RATE_LIMIT: 'off',
      };
      server = startCommand(dataDir, settings, 'serve', logs ? logFile : null);
      return { server, url: await server.url };
    },
    async end() {
      await server?.end('SIGTERM');
      sites.stop();
      await rm(folder, { recursive: true });
    },
  };
}
