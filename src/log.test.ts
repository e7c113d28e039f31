import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../test/support/running-service.ts';
import { createLog, fileOutput } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('info', { write: (line: string) => (text += line) }));
  return text;
}

test('a line is one JSON object with its level by name and its time in ISO 8601', () => {
  const line = JSON.parse(logged((log) => log.warn({ audit: 'a' }, 'said')));
  expect(line).toEqual({ level: 'warn', time: expect.stringMatching(/^\d{4}-.*Z$/), audit: 'a', msg: 'said' });
});

test('lines below the level are not written', () => {
  expect(logged((log) => log.debug('quiet'))).toBe('');
  let text = '';
  createLog('warn', { write: (line: string) => (text += line) }).line('"msg":"quiet"');
  expect(text).toBe('');
});

test('a line by itself is the one that info would write, byte for byte', () => {
  const { absent, ...present } = {
    status: 200,
    route: '/a "b" \\ \u2028 é 😀',
    key: null,
    isLate: true,
    absent: undefined,
  };
  const time = /"time":"[^"]*"/;
  const line = logged((log) => log.line(JSON.stringify({ ...present, absent, msg: 'a "request"' }).slice(1, -1)));
  expect(line.replace(time, '')).toBe(logged((log) => log.info(present, 'a "request"')).replace(time, ''));
  expect(line).toMatch(time);
});

test.each([
  ['by itself', { authorization: 'Bearer secret' }],
  ['in headers', { headers: { authorization: 'Bearer secret' } }],
  ['in a request', { req: { headers: { authorization: 'Bearer secret' } } }],
  ['in something else', { caller: { authorization: 'Bearer secret' } }],
])('an Authorization header is never written: %s', (_where, fields) => {
  const line = logged((log) => log.info(fields, 'x'));
  expect(line).toContain('[redacted]');
  expect(line).not.toContain('secret');
});

/** Has another file stand where one did: as the system has it, the lowest number that is free is taken. */
function openInPlaceOf(fd: number, path: string): void {
  closeSync(fd);
  const lower: number[] = [];
  for (let opened = openSync(path, 'a'); opened !== fd; opened = openSync(path, 'a')) lower.push(opened);
  lower.forEach(closeSync);
}

test('lines wait while they cannot be written, 16 MB of them, and who runs it is told how many are lost', async () => {
  const file = join(await temporaryFolder(), 'log');
  const fd = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(fd));
  const told: string[] = [];
  const output = fileOutput(fd, (said) => told.push(said));
  const write = async (text: string) => {
    output.write(text);
    await setImmediate();
  };
  const line = `${'x'.repeat(2 ** 20 - 1)}\n`;
  for (let lines = 1; lines <= 16; lines += 1) await write(line);
  await write('lost 1\nlost 2\n');
  await write('lost 3\n');
  expect(told).toEqual(['the log cannot be written: ENOSPC. Its lines wait until it can.']);

  openInPlaceOf(fd, file);
  // Only what comes has what waits written.
  await write('');
  await write('another\n');
  expect(told.slice(1)).toEqual(['the log is written again; 3 of its lines are lost.']);
  expect(readFileSync(file, 'utf8')).toBe(`${line.repeat(16)}another\n`);

  openInPlaceOf(fd, '/dev/full');
  await write('waits\n');
  openInPlaceOf(fd, file);
  await write('goes\n');
  expect(told.slice(2)).toEqual([
    'the log cannot be written: ENOSPC. Its lines wait until it can.',
    'the log is written again.',
  ]);
  expect(readFileSync(file, 'utf8')).toMatch(/x\nanother\nwaits\ngoes\n$/);
});
