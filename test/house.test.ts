import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const house = mkdtempSync(join(tmpdir(), 'citable-house-'));
for (const file of ['biome.json', '.gitignore']) copyFileSync(join(root, file), join(house, file));
afterAll(() => rmSync(house, { recursive: true }));

/** Lints source text at that path of an otherwise empty house with the project's own configuration. */
function lint(path: string, source: string): string {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), source);
  const biome = join(root, 'node_modules/.bin/biome');
  const { stdout, stderr } = spawnSync(biome, ['lint', path], { cwd: house, encoding: 'utf8' });
  const said = stdout + stderr;
  expect(said).toContain('Checked 1 file');
  return said;
}

describe('the plan of the house', () => {
  test.each([
    ['src/domain-name.ts', '../src/fetch/exchange.ts'],
    ['src/fetch/fetcher.ts', '../site/site.ts'],
    ['src/crawlers/registry.ts', '../site/site.ts'],
    ['src/site/gather/gather.ts', '../audit/judge.ts'],
    ['src/audit/judge.ts', '../store/audits.ts'],
    ['src/documents/text-report.ts', '../service/service.ts'],
    ['src/store/audits.ts', '../audit/report.ts'],
    ['src/service/service.ts', '../http/app.ts'],
    ['src/http/app.ts', '../cli/serve.ts'],
  ])('%s may not import %s', (path, target) => {
    expect(lint(path, `import { x } from '${target}';\nexport const y = x;\n`)).toContain('docs/architecture.md');
    expect(lint(path, `import type { X } from '${target}';\nexport type Y = X;\n`)).toContain('docs/architecture.md');
  });

  test.each([
    ['src/site/gather/gather.ts', '../fetch/exchange.ts'],
    ['src/audit/judge.ts', '../site/site.ts'],
    ['src/service/service.ts', '../store/audits.ts'],
    ['src/http/app.ts', '../service/service.ts'],
  ])('%s may import %s', (path, target) => {
    expect(lint(path, `import { x } from '${target}';\nexport const y = x;\n`)).not.toContain('docs/architecture.md');
  });
});
