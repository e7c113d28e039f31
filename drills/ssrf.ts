import { attackAll, openSsrfRange } from '../test/security/ssrf-range.ts';
import { NEIGHBOURS, TARGETS } from '../test/security/ssrf-targets.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Leads the running service to every hostile target that we know of, beside canaries on loopback: on ports 80 and 443
 * themselves where the system lets this user listen there. None may be connected to, and every answer must say why. Once by
 * itself, once through an egress proxy that connects to whatever it is asked for.
 */
async function attackGuarded(proxied: boolean): Promise<void> {
  const range = await openSsrfRange({ realPorts: true, proxied });
  try {
    console.log(`Canaries listen on ${range.canaries}${proxied ? ', and there is an egress proxy' : ''}.`);
    for (const [kind, targets = []] of Object.entries(Object.groupBy(TARGETS, ({ kind }) => kind))) {
      const before = { attempts: range.attempts.length, caught: range.caught() };
      const faults = await attackAll(range, targets);
      const publicOnes = targets.flatMap(({ mayTry }) => mayTry);
      const tried = range.attempts.slice(before.attempts).filter(({ address }) => !publicOnes.includes(address));
      const caught = range.caught() - before.caught;
      for (const { address, port } of tried) console.log(`        connected to ${address}, port ${port}`);
      for (const fault of faults) console.log(`        ${fault}`);
      check(
        `${targets.length} by ${kind}`,
        caught + tried.length + faults.length === 0,
        `${caught} connections to canaries, ${tried.length} elsewhere, ${faults.length} unclear answers`,
      );
    }
    console.log(`        ${TARGETS.length} targets in all`);

    const before = range.attempts.length;
    await attackAll(range, NEIGHBOURS);
    const reached = new Set(range.attempts.slice(before).map(({ address }) => address));
    const share = `${reached.size} of ${NEIGHBOURS.length} were tried`;
    check('the public addresses beside the refused ranges are not refused', reached.size === NEIGHBOURS.length, share);
  } finally {
    await range.close();
  }
}

/** Shows that the canaries can be reached. */
async function attackOpened(proxied: boolean): Promise<void> {
  const open = await openSsrfRange({ allowPrivate: true, realPorts: true, proxied });
  try {
    await attackAll(open, TARGETS);
    check('the canaries can be reached once the guard is opened', open.caught() > 0, `${open.caught()} connections`);
  } finally {
    await open.close();
  }
}

for (const proxied of [false, true]) {
  await attackGuarded(proxied);
  await attackOpened(proxied);
}
finish();
