import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

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

describe('the layers', () => {
  test.each([
    ['src/domain-name.ts', '../src/fetch/exchange.ts'],
    ['src/fetch/fetcher.ts', '../site/site.ts'],
    ['src/crawlers/registry.ts', '../site/site.ts'],
    ['src/site/gather/gather.ts', '../../audit/judge.ts'],
    ['src/audit/checks/sitemap/sitemap.ts', '../../../store/audits.ts'],
    ['src/documents/text-report.ts', '../service/service.ts'],
    ['src/store/visits/visits.ts', '../../audit/judge.ts'],
    ['src/service/service.ts', '../http/app.ts'],
    ['src/mcp/server.ts', '../http/app.ts'],
    ['src/http/app.ts', '../cli/serve.ts'],
    ['src/adapters/fetch.ts', '../crawlers/classify.ts'],
    ['src/adapters/fetch.ts', 'node:crypto'],
  ])('%s may not import %s', (path, target) => {
    expect(lint({ [path]: `import { x } from '${target}';\nexport const y = x;\n` })).toContain('docs/architecture.md');
    expect(lint({ [path]: `import type { X } from '${target}';\nexport type Y = X;\n` })).toContain(
      'docs/architecture.md',
    );
  });

  test.each([
    ['src/site/gather/gather.ts', '../../fetch/exchange.ts'],
    ['src/audit/judge.ts', '../site/site.ts'],
    ['src/service/service.ts', '../store/audits.ts'],
    ['src/http/app.ts', '../service/service.ts'],
  ])('%s may import %s', (path, target) => {
    expect(lint({ [path]: `import { x } from '${target}';\nexport const y = x;\n` })).not.toContain(
      'docs/architecture.md',
    );
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
