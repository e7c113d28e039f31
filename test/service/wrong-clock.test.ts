import { expect, onTestFinished, test, vi } from 'vitest';
import { instantAudit, startService } from '../support/running-service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('a clock that is set forward by 100 days deletes nothing younger than a day less than its time', async () => {
  const running = await startService(instantAudit, { AUDIT_RETENTION_DAYS: '3' });
  const { service, request, postAudit, authorization } = running;
  const { id } = await (await postAudit('example.com', authorization)).json();
  const status = async () => (await (await request(`/api/audit/${id}`)).json()).status;
  await expect.poll(status).toBe('done');
  const now = Date.now();
  await service.maintenance.runRetention(now);
  await service.maintenance.runRetention(now + 100 * DAY);
  expect(await status()).toBe('done');
  expect(running.log().filter(({ msg }) => String(msg).startsWith('retention lags'))).toEqual([
    expect.objectContaining({ level: 'warn', counts_from: new Date(now + DAY).toISOString() }),
  ]);
  for (const hours of [1, 2, 3]) await service.maintenance.runRetention(now + 100 * DAY + hours * HOUR);
  expect((await request(`/api/audit/${id}`)).status).toBe(404);
});

test('a restart within the hour, and a day without the service, are not a lag of retention', async () => {
  const running = await startService(instantAudit);
  const { maintenance } = running.service;
  const now = Date.now();
  for (const later of [0, HOUR / 2, 2 * DAY]) await maintenance.runRetention(now + later);
  expect(running.log().filter(({ msg }) => String(msg).startsWith('retention lags'))).toEqual([]);
});

test('a clock that is set back by hours limits clients for a minute at most', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { request } = await startService(instantAudit, { RATE_LIMIT: '1' });
  await request('/checks');
  vi.setSystemTime(Date.now() - 5 * HOUR);
  const refused = await request('/checks');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
});
