import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Site } from '../../src/site/site.ts';
import { parseSiteFile } from '../../src/site/site-file.ts';
import { type SiteServer, serveSites } from './site-server.ts';
import { createAuthority } from './tls.ts';

/** The folder of real websites. A checkout without it skips the tests that read them. */
export const REAL_SITES =
  process.env['CITABLE_SITES'] ?? fileURLToPath(new URL('../../../shared/sites', import.meta.url));

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Real websites, served over TLS under their own names, and the command that audits them. */
export interface ServedSites {
  readonly folder: string;
  readonly server: SiteServer;
  /** Runs `citable` with these arguments. It trusts the certificates of the sites. */
  citable(...words: string[]): Promise<CommandResult>;
  /** Audits a site with the command and returns what was fetched. */
  gathered(domain: string): Promise<Site>;
  close(): Promise<void>;
}

export const hasRealSites = existsSync(REAL_SITES);

/** Serves the real websites until `close` is called. */
export async function serveRealSites(): Promise<ServedSites> {
  const folder = mkdtempSync(join(tmpdir(), 'citable-sites-'));
  const authority = await createAuthority();
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, authority.caPem);
  const server = await serveSites(REAL_SITES, authority);
  const citable = (...words: string[]) => runCitable(words, { NODE_EXTRA_CA_CERTS: ca });
  return {
    folder,
    server,
    citable,
    gathered: async (domain) => {
      const file = join(folder, `${domain}.json`);
      const { code, stderr } = await citable('audit', domain, '--connect-to', server.connectTo, '--save-site', file);
      if (code !== 0) throw new Error(`citable audit ${domain} ended with ${code}: ${stderr}`);
      const read = parseSiteFile(readFileSync(file, 'utf8'));
      if (!read.ok) throw new Error(read.problem);
      return read.site;
    },
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Runs the built command. */
export function runCitable(words: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...words],
      { env: { ...process.env, NO_COLOR: '1', ...env }, encoding: 'utf8', maxBuffer: 1 << 26 },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}
