import { once } from 'node:events';
import { serve } from '../../src/cli/serve.ts';
import { worker } from '../../src/cli/worker.ts';
import { engineOf } from './live-audit.ts';
import { report, site } from './reports.ts';

// `citable serve`, or by COMMAND another, with an engine whose audits end at once, but that of held.example.com by HOLD: `ever`
// never, `stop` when the process is told to stop, `told` when it has SIGUSR2.
const { COMMAND, HOLD, GRACE_MS } = process.env;
const command = COMMAND === 'worker' ? worker : serve;
async function whatHolds(): Promise<void> {
  if (HOLD === 'ever') await new Promise(() => undefined);
  if (HOLD === 'stop') await once(process, 'SIGTERM');
  if (HOLD === 'told') await once(process, 'SIGUSR2');
}

process.exitCode = await command(process.env, {
  ...(GRACE_MS === undefined ? {} : { graceMs: Number(GRACE_MS) }),
  engine: engineOf(async (domain, progress) => {
    if (domain === 'held.example.com') {
      progress?.('home page', 3);
      // Listened for before it is said: whoever reads the line may send the signal, which else would end the process.
      const held = whatHolds();
      process.stderr.write('held audit started\n');
      await held;
    }
    return { site: site(domain), report: report(domain) };
  }),
});
