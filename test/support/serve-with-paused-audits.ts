import { once } from 'node:events';
import { serve, worker } from '../../src/cli/service-process.ts';
import { createEngine } from './live-audit.ts';
import { report, site } from './reports.ts';

// Runs `citable serve`, or `citable worker` with COMMAND=worker, with an engine whose audits end at once. The audit of
// paused.example.com ends when the process receives the signal PAUSE_UNTIL (`SIGTERM` or `SIGUSR2`), or never (`killed`).
const { COMMAND, PAUSE_UNTIL, GRACE_MS } = process.env;
const command = COMMAND === 'worker' ? worker : serve;

async function untilReleased(): Promise<void> {
  if (PAUSE_UNTIL === 'killed') await new Promise(() => undefined);
  if (PAUSE_UNTIL === 'SIGTERM' || PAUSE_UNTIL === 'SIGUSR2') await once(process, PAUSE_UNTIL);
}

const ended = command(process.env, {
  ...(GRACE_MS === undefined ? {} : { graceMs: Number(GRACE_MS) }),
  engine: createEngine(async (domain, progress) => {
    if (domain === 'paused.example.com') {
      progress?.('home page', 3);
      // Listens for the signal before the line is printed: without a listener, the signal would end the process.
      const released = untilReleased();
      process.stderr.write('paused audit started\n');
      await released;
    }
    return { site: site(domain), report: report(domain) };
  }),
});
ended.then((code) => {
  process.exitCode = code;
});
