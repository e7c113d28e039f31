import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TrafficReceiver } from '../../../../test/support/traffic-receiver.ts';
import { nameLogFile } from './log-head.ts';
import { LogSender } from './log-sender.ts';
import { Positions } from './positions.ts';
import { TrafficClient } from './traffic-client.ts';

const lines = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, n) => `192.0.2.7 - - [01/Nov/2026:12:00:00 +0000] "GET /p/${from + n} HTTP/1.1" 200 1\n`,
  ).join('');

test('bytes of the log that replaced a truncated one are not sent under the old name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'citable-log-sender-'));
  const path = join(folder, 'access.log');
  await writeFile(path, lines(0, 10));
  const service = new TrafficReceiver();
  const url = `${await service.start()}/api/domains/example.com/traffic`;
  const positions = await Positions.open(join(folder, 'state.json'), url);
  const client = new TrafficClient({ url, key: 'k' }, new AbortController().signal, 1, () => undefined);
  const sender = new LogSender(client, positions);
  const file = await open(path);
  onTestFinished(async () => {
    await file.close();
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const name = await nameLogFile(file, false);
  if (name === null) throw new Error('The log has no name.');
  expect(await sender.sendFile(file, name, false)).toBe(true);
  await truncate(path);
  await writeFile(path, lines(10, 40));
  expect(await sender.sendFile(file, name, false)).toBe(true);
  expect(service.lines.join('\n')).toBe(lines(0, 10).trimEnd());
});
