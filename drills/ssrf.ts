import { METADATA_RANGES } from '../src/fetch/guard/address-guard.ts';
import { inRanges } from '../src/fetch/guard/address-ranges.ts';
import { attackAll, openSsrfRange } from '../test/security/ssrf-range.ts';
import { NEIGHBOURS, TARGETS } from '../test/security/ssrf-targets.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Makes the running service audit every known hostile target. Canaries listen on loopback, on ports 80 and 443 if the user may bind them.
 * The service must connect to none, and every response must state the reason. One pass connects directly, and one through an egress proxy
 * that connects to any address.
 */
async function attackGuarded(proxied: boolean): Promise<void> {
  const range = await openSsrfRange({ realPorts: true, proxied });
  try {
    console.log(
      `Canaries listen on ${range.canaries}; the service connects ${proxied ? 'through an egress proxy' : 'directly'}.`,
    );
    for (const [kind, targets = []] of Object.entries(Object.groupBy(TARGETS, ({ kind }) => kind))) {
      const before = { attempts: range.attempts.length, caught: range.caught() };
      const faults = await attackAll(range.attack, targets);
      const publicOnes = targets.flatMap(({ mayTry }) => mayTry);
      const tried = range.attempts.slice(before.attempts).filter(({ address }) => !publicOnes.includes(address));
      const caught = range.caught() - before.caught;
      for (const { address, port } of tried) console.log(`        connected to ${address}, port ${port}`);
      for (const fault of faults) console.log(`        ${fault}`);
      check(
        `no connection to ${targets.length} targets by ${kind}`,
        caught + tried.length + faults.length === 0,
        `${caught} connections to canaries, ${tried.length} elsewhere, ${faults.length} unclear responses`,
      );
    }
    console.log(`        ${TARGETS.length} targets in total`);

    const before = range.attempts.length;
    await attackAll(range.attack, NEIGHBOURS);
    const reached = new Set(range.attempts.slice(before).map(({ address }) => address));
    const share = `${reached.size} of ${NEIGHBOURS.length} tried`;
    check('public addresses next to refused ranges are not refused', reached.size === NEIGHBOURS.length, share);
  } finally {
    await range.close();
  }
}

/** Shows that the canaries can be reached once private targets are allowed, and metadata addresses still cannot. */
async function attackOpened(proxied: boolean): Promise<void> {
  const open = await openSsrfRange({ allowPrivate: true, realPorts: true, proxied });
  try {
    await attackAll(open.attack, TARGETS);
    check('the canaries are reached once the guard is open', open.caught() > 0, `${open.caught()} connections`);
    const metadata = open.attempts.map(({ address }) => address).filter(inRanges(METADATA_RANGES));
    check('no metadata address is, even then', metadata.length === 0, metadata.join(', ') || 'none');
  } finally {
    await open.close();
  }
}

for (const proxied of [false, true]) {
  await attackGuarded(proxied);
  await attackOpened(proxied);
}
finish();
