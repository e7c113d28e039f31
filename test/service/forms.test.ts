import type { RouteOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/server/http-app.ts';
import { readConfig } from '../../src/values/config.ts';
import { createLog } from '../../src/values/log.ts';
import { instantAudit, startService } from '../support/running-service.ts';

interface FieldSchema {
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly type?: string;
}

interface Form {
  readonly path: string;
  /** Empty for a form without fields. */
  readonly fields: Readonly<Record<string, FieldSchema>>;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Opens a service, and lists the forms of its pages: every POST that is not part of the API. */
async function openForms() {
  const { service } = await startService(instantAudit);
  const read = readConfig({});
  if (!read.ok) throw new Error(read.problem);
  const app = createApp({ service, config: read.config, log: createLog('silent') });
  onTestFinished(() => app.close());
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  await app.ready();
  const forms = routes.flatMap(({ method, url, config, schema }): Form[] => {
    if (method !== 'POST' || config?.takesKey !== true) return [];
    const body: { readonly properties?: Form['fields'] } = Object(schema?.body);
    const path = url.replace(':id', '00000000-0000-4000-8000-000000000000').replace(':domain', 'example.com');
    return [{ path, fields: body.properties ?? {} }];
  });
  const key = (await service.keys.create('boss', { isAdmin: true })) ?? expect.fail('The name is taken.');
  const send = async (path: string, body: URLSearchParams | string, cookie = '', type = FORM_TYPE) => {
    const own = { host: 'localhost', origin: 'http://localhost' };
    const headers = { ...own, accept: 'application/json', cookie, 'content-type': type };
    const response = await app.inject({ method: 'POST', url: path, headers, payload: `${body}` });
    return { status: response.statusCode, text: response.body, cookies: response.cookies };
  };
  const [session] = (await send('/sign-in', new URLSearchParams({ key }))).cookies;
  const cookie = `${session?.name}=${session?.value}`;
  return {
    service,
    forms,
    send: (path: string, body: URLSearchParams | string, type?: string) => send(path, body, cookie, type),
  };
}

/** Returns accepted values for the fields of a form that have a list of them. */
function closedFields({ fields }: Form): Record<string, string> {
  const closed = Object.entries(fields).map(([name, field]) => [name, field.const ?? field.enum?.[0]]);
  return Object.fromEntries(closed.filter(([, value]) => value !== undefined));
}

test('every form refuses a field that it does not have', async () => {
  const { forms, send } = await openForms();
  expect(forms.map(({ path }) => path)).toEqual(expect.arrayContaining(['/keys', '/sites', '/sign-out', '/audits']));
  for (const form of forms) {
    const body = new URLSearchParams({ ...closedFields(form), isAdmin: 'yes' });
    const { status, text } = await send(form.path, body);
    expect([form.path, status, text]).toEqual([form.path, 400, '{"error":"This form has no field \\"isAdmin\\"."}']);
  }
});

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
  'every form refuses a body of %s, and says what it accepts',
  async (type) => {
    const { forms, send } = await openForms();
    for (const form of forms) {
      const { status, text } = await send(form.path, JSON.stringify(closedFields(form)), type);
      const error = `The body must be sent as Content-Type: ${FORM_TYPE}.`;
      expect([form.path, status, text]).toEqual([form.path, 415, JSON.stringify({ error })]);
    }
  },
);

test('every form refuses another value of a field with a list of values, and a repeated field', async () => {
  const { forms, send } = await openForms();
  let cases = 0;
  for (const form of forms) {
    const closed = closedFields(form);
    for (const name of Object.keys(closed)) {
      const { status, text } = await send(form.path, new URLSearchParams({ ...closed, [name]: 'false' }));
      expect([form.path, name, status]).toEqual([form.path, name, 400]);
      expect(text).toContain(`The field ${name} must be `);
      cases += 1;
    }
    for (const [name, { type }] of Object.entries(form.fields)) {
      if (type !== 'string' || name in closed) continue;
      const body = new URLSearchParams(closed);
      body.append(name, 'a');
      body.append(name, 'b');
      const { status, text } = await send(form.path, body);
      expect([form.path, name, status]).toEqual([form.path, name, 400]);
      expect(text).toContain(`The field ${name} is repeated or too long.`);
      cases += 1;
    }
  }
  expect(cases).toBeGreaterThan(15);
});

test('a form with admin=false makes no key, and one without it makes a key that may not manage keys', async () => {
  const { service, send } = await openForms();
  const names = async () => (await service.keys.list()).map(({ name, isAdmin }) => [name, isAdmin]);
  const before = await names();
  const { status, text } = await send('/keys', new URLSearchParams({ name: 'a', limit: '', admin: 'false' }));
  expect([status, text]).toEqual([400, '{"error":"The field admin must be yes, or be left out."}']);
  expect(await names()).toEqual(before);
  expect((await send('/keys', new URLSearchParams({ name: 'a', limit: '' }))).status).toBe(303);
  expect(await names()).toEqual([...before, ['a', false]]);
});
