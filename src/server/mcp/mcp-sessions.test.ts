import { McpServer } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { McpSessions, type SessionLimits } from './mcp-sessions.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

function open(limits: Partial<SessionLimits>) {
  const sessions = new McpSessions(() => new McpServer({ name: 'test', version: '1' }), limits);
  onTestFinished(() => sessions.close());
  const send = (keyId: string, id: string | null, parsedBody: unknown) => {
    const headers = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' });
    if (id !== null) headers.set('mcp-session-id', id);
    const request = new Request('http://localhost/mcp', { method: 'POST', headers });
    return sessions.handle(request, { authInfo: { token: '', clientId: keyId, scopes: [] }, parsedBody });
  };
  return {
    begin: async (keyId: string) => (await send(keyId, null, INITIALIZE)).headers.get('mcp-session-id') ?? '',
    ping: async (keyId: string, id: string) =>
      (await send(keyId, id, { jsonrpc: '2.0', id: 2, method: 'ping' })).status,
  };
}

test('one session too many ends the one that was unused for longest', async () => {
  const { begin, ping } = open({ sessions: 2 });
  const [first, second] = [await begin('a'), await begin('b')];
  expect(await ping('a', first)).toBe(200);
  const third = await begin('c');
  expect([await ping('a', first), await ping('b', second), await ping('c', third)]).toEqual([200, 404, 200]);
});

test('an unused session ends', async () => {
  const { begin, ping } = open({ idleMs: 50 });
  const id = await begin('a');
  expect(await ping('a', id)).toBe(200);
  await expect.poll(() => ping('a', id), { interval: 400 }).toBe(404);
});
