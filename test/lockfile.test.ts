import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface LockedPackage {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

function read(path: string): Lock {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

describe.each(['../package-lock.json', './support/chromium/package-lock.json', './support/tools/package-lock.json'])(
  'the lock file %s',
  (path) => {
    const lock = read(path);

    // An `npm install` beside an existing node_modules leaves out the binaries of other platforms, and `npm ci` then refuses
    // the lock file on a fresh machine.
    test('has an entry for every optional dependency that it names', () => {
      const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies).filter(
          (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
        ),
      );
      expect(missing).toEqual([]);
    });

    test('records no registry addresses', () => {
      expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([]);
    });
  },
);
