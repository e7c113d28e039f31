import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { findFaults, LAYERS, layerFaults } from '../scripts/check-layers.ts';

const MAX_FILES_IN_FOLDER = 25;

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'citable-architecture-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Lints files, given as source texts by path, in an otherwise empty copy of the project. Returns the linter's messages. */
function lint(files: Readonly<Record<string, string>>): string {
  const project = mkdtempSync(join(scratch, 'project-'));
  for (const file of ['biome.json', '.gitignore']) copyFileSync(join(root, file), join(project, file));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), source);
  }
  const biome = join(root, 'node_modules/.bin/biome');
  const { stdout, stderr } = spawnSync(biome, ['lint', 'src'], { cwd: project, encoding: 'utf8' });
  expect(stdout + stderr).toContain('Checked');
  return stdout + stderr;
}

describe('a layer', () => {
  test('of this project imports only what it may', () => {
    expect(findFaults(join(root, 'src'))).toEqual([]);
  });

  test('is listed after the layers that it imports, so no circle can arise', () => {
    const order = Object.keys(LAYERS);
    for (const [layer, others] of Object.entries(LAYERS))
      for (const other of others)
        expect(order.indexOf(other), `${layer} imports ${other}`).toBeLessThan(order.indexOf(layer));
  });

  test.each([
    ['values/domain-name.ts', '../fetch/exchange.ts'],
    ['fetch/fetcher.ts', '../site/site.ts'],
    ['site/gather/gather.ts', '../../audit/judge.ts'],
    ['audit/checks/sitemap/sitemap-check.ts', '../../../server/store/database.ts'],
    ['web/layout/layout.tsx', '../../audit/rubric.ts'],
    ['server/store/store.ts', '../audits/audit.ts'],
    ['server/accounts/api-keys.ts', '../audits/audit.ts'],
    ['server/audits/batches.ts', '../publishing/publications.ts'],
    ['server/app/errors.ts', '../service.ts'],
    ['server/http-app.ts', '../cli/program.ts'],
    ['server/audits/batches.ts', 'kysely'],
    ['server/audits/batches.ts', 'fastify'],
    ['adapters/fetch.ts', '../crawlers/classify.ts'],
    ['adapters/fetch.ts', 'node:crypto'],
  ])('%s may not import %s', (path, target) => {
    for (const source of [
      `import { x } from '${target}';`,
      `import type { X } from '${target}';`,
      `await import('${target}');`,
    ])
      expect(layerFaults(path, source)).toHaveLength(1);
  });

  test.each([
    ['site/gather/gather.ts', '../../fetch/exchange.ts'],
    ['server/requests/traffic-ingest.ts', '../publishing/publications.ts'],
    ['server/audits/store/batch-store.ts', 'kysely'],
    ['server/accounts/api-key-store.ts', 'kysely'],
    ['server/audits/routes/audit-routes.ts', 'fastify'],
    ['server/http-app.ts', './audits/audit.ts'],
  ])('%s may import %s', (path, target) => {
    expect(layerFaults(path, `import { x } from '${target}';`)).toEqual([]);
  });
});

describe('the linter refuses', () => {
  test('a cycle of type imports', () => {
    const messages = lint({
      'src/site/a.ts': "import type { B } from './b.ts';\nexport type A = B | null;\n",
      'src/site/b.ts': "import type { A } from './a.ts';\nexport type B = A | string;\n",
    });
    expect(messages).toContain('noImportCycles');
  });

  test.each([
    ['more than 80 lines', 81, true],
    ['80 lines', 80, false],
  ])('a function with a body of %s', (_name, lines, isRefused) => {
    const body = Array.from({ length: lines }, (_, at) => `  console.table(${at});`).join('\n');
    const messages = lint({ 'src/site/long.ts': `export function long() {\n${body}\n}\n` });
    expect(messages.includes('noExcessiveLinesPerFunction')).toBe(isRefused);
  });
});

test(`no folder has more than ${MAX_FILES_IN_FOLDER} modules`, () => {
  const modules = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name),
  );
  expect(modules.length).toBeGreaterThan(100);
  const folders = Object.groupBy(modules, ({ parentPath }) => parentPath);
  expect(Object.entries(folders).filter(([, files = []]) => files.length > MAX_FILES_IN_FOLDER)).toEqual([]);
});
