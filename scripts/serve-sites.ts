import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveSites } from '../test/support/site-server.ts';
import { createAuthority } from '../test/support/tls.ts';

/** Runs `npm run sites [-- FOLDER]`: serves every folder over TLS on loopback under its name, and prints how to audit it. */
const authority = await createAuthority();
const ca = join(mkdtempSync(join(tmpdir(), 'citable-sites-')), 'ca.pem');
writeFileSync(ca, authority.caPem);
const { domains, port } = await serveSites(process.argv[2] ?? '../shared/sites', authority);
console.log(`Serving ${domains.join(', ')} until you press Ctrl-C. To audit one:\n`);
console.log(`  NODE_EXTRA_CA_CERTS=${ca} npx citable audit ${domains[0]} --connect-to :443:127.0.0.1:${port}`);
