import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
);

// An `npm install` beside an existing node_modules leaves out the binaries of other platforms, and `npm ci` then refuses
// the lock file on a fresh machine.
test('the lock file has an entry for every optional dependency that it names', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
    ),
  );
  expect(missing).toEqual([]);
});

test('the lock file records no registry addresses', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([]);
});
