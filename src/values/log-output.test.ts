import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-service.ts';
import { openLogOutput } from './log-output.ts';

/** Has another file stand where one did: as the system has it, the lowest number that is free is taken. */
function replaceOpenFile(fd: number, path: string): void {
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
  const output = openLogOutput(fd, (said) => told.push(said));
  const write = async (text: string) => {
    output.write(text);
    await setImmediate();
  };
  const line = `${'x'.repeat(2 ** 20 - 1)}\n`;
  for (let lines = 1; lines <= 16; lines += 1) await write(line);
  await write('lost 1\nlost 2\n');
  await write('lost 3\n');
  expect(told).toEqual(['the log cannot be written (ENOSPC); its lines wait in memory.']);
  expect(output.lostLines()).toBe(3);

  replaceOpenFile(fd, file);
  // Only what comes has what waits written.
  await write('');
  await write('another\n');
  expect(told.slice(1)).toEqual(['the log is written again; 3 lines were lost.']);
  expect(readFileSync(file, 'utf8')).toBe(`${line.repeat(16)}another\n`);

  replaceOpenFile(fd, '/dev/full');
  await write('waits\n');
  replaceOpenFile(fd, file);
  await write('goes\n');
  expect(told.slice(2)).toEqual([
    'the log cannot be written (ENOSPC); its lines wait in memory.',
    'the log is written again.',
  ]);
  expect(readFileSync(file, 'utf8')).toMatch(/x\nanother\nwaits\ngoes\n$/);
});

/** A pipe that nobody reads until `read` is called, which takes what there is. */
async function pipe() {
  const path = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  onTestFinished(() => [reader, writer].forEach(closeSync));
  const buffer = Buffer.alloc(1024 * 1024);
  const read = () => {
    let text = '';
    try {
      for (let bytes = readSync(reader, buffer); bytes > 0; bytes = readSync(reader, buffer))
        text += buffer.toString('latin1', 0, bytes);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
    return text;
  };
  return { writer, read };
}

async function readAll(read: () => string, length: number): Promise<string> {
  let text = '';
  const more = () => {
    text += read();
    return text.length;
  };
  await expect.poll(more, { interval: 1 }).toBe(length);
  return text;
}

test('a pipe that is not read blocks nobody; what does not fit is counted, told and lost, and the rest is written', async () => {
  const { writer, read } = await pipe();
  const told: string[] = [];
  const output = openLogOutput(writer, (said) => told.push(said));
  const lines = Array.from({ length: 20 }, (_, n) => `${String(n).padStart(2, '0')}${'x'.repeat(2 ** 20 - 3)}\n`);
  for (const line of lines) {
    output.write(line);
    await setImmediate();
  }
  expect(told).toEqual([
    'nobody reads the log, and its lines no longer fit into memory: further lines are lost until it is read again.',
  ]);
  const lost = output.lostLines();
  expect(lost).toBe(4);

  const text = await readAll(read, 16 * 2 ** 20);
  expect(text).toBe(lines.slice(0, 16).join(''));
  expect(told.slice(1)).toEqual(['the log is written again; 4 lines were lost.']);
  output.write('another\n');
  await setImmediate();
  expect(read()).toBe('another\n');
});

test('a reader that only pauses loses nothing, and nobody is told', async () => {
  const { writer, read } = await pipe();
  const told: string[] = [];
  const output = openLogOutput(writer, (said) => told.push(said));
  const line = `${'x'.repeat(1023)}\n`;
  for (let lines = 0; lines < 200; lines += 1) {
    output.write(line);
    await setImmediate();
  }
  const text = await readAll(read, 200 * 1024);
  expect(text).toBe(line.repeat(200));
  expect([told, output.lostLines()]).toEqual([[], 0]);
});
