import { attackAll, openSsrfRange } from '../test/security/ssrf-range.ts';
import { NEIGHBOURS, TARGETS } from '../test/security/ssrf-targets.ts';

/**
 * Leads the running service to every hostile target that we know of, beside canaries on loopback: on ports 80 and 443
 * themselves where the system lets this user listen there. None may be connected to, and every answer must say why.
 */
const range = await openSsrfRange({ realPorts: true });
let broken = 0;
try {
  const kinds = Object.entries(Object.groupBy(TARGETS, ({ kind }) => kind));
  for (const [kind, targets = []] of kinds) {
    const before = { attempts: range.attempts.length, caught: range.caught() };
    const faults = await attackAll(range, targets);
    const publicOnes = targets.flatMap(({ mayTry }) => mayTry);
    const tried = range.attempts.slice(before.attempts).filter(({ address }) => !publicOnes.includes(address));
    const caught = range.caught() - before.caught;
    for (const { address, port } of tried) console.log(`  connected to ${address}, port ${port}`);
    for (const fault of faults) console.log(`  ${fault}`);
    console.log(
      `${String(targets.length).padStart(4)} by ${kind}: ${caught} connections to canaries, ${tried.length} elsewhere, ${faults.length} unclear answers`,
    );
    broken += caught + tried.length + faults.length;
  }
  console.log(`${String(TARGETS.length).padStart(4)} targets in all, ${broken} faults; canaries on ${range.canaries}`);

  const before = range.attempts.length;
  await attackAll(range, NEIGHBOURS);
  const reached = new Set(range.attempts.slice(before).map(({ address }) => address));
  console.log(
    `${String(reached.size).padStart(4)} of ${NEIGHBOURS.length} public addresses beside the refused ranges were tried`,
  );
  if (reached.size < NEIGHBOURS.length) broken += 1;
} finally {
  await range.close();
}

const open = await openSsrfRange({ allowPrivate: true, realPorts: true });
try {
  await attackAll(open, TARGETS);
  console.log(`With the guard opened, the same targets make ${open.caught()} connections to the canaries`);
  if (open.caught() === 0) broken += 1;
} finally {
  await open.close();
}
process.exitCode = broken === 0 ? 0 : 1;
