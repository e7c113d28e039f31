import { once } from 'node:events';
import { serve } from '../../src/cli/serve.ts';
import { engineOf } from '../../src/service/audit-outcome.ts';
import { report, site } from './reports.ts';

// `citable serve` with an engine whose audits end at once, but that of held.example.com by HOLD: `ever` never, `stop` when
// the process is told to stop.
const { HOLD, GRACE_MS } = process.env;
process.exitCode = await serve(process.env, {
  ...(GRACE_MS === undefined ? {} : { graceMs: Number(GRACE_MS) }),
  engine: engineOf(async (domain) => {
    if (domain === 'held.example.com') {
      process.stderr.write('held audit started\n');
      if (HOLD === 'ever') await new Promise(() => undefined);
      if (HOLD === 'stop') await once(process, 'SIGTERM');
    }
    return { site: site(domain), report: report(domain) };
  }),
});
