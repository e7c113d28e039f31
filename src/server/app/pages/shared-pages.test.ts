import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { ANONYMOUS } from '../../accounts/caller.ts';
import { SharedPages } from './shared-pages.ts';

/** Serves `/DOMAIN` with a page of that many bytes from the query of the last change. */
async function served(bytes: number, maxBytes: number) {
  const pages = new SharedPages(maxBytes);
  const rendered: string[] = [];
  const app = Fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('caller');
  app.get<{ Params: { domain: string } }>('/:domain', async (request, reply) => {
    request.caller = ANONYMOUS;
    const { domain } = request.params;
    const sent = await pages.send(request, reply, async () => {
      rendered.push(domain);
      if (domain === 'broken') throw new Error('It broke.');
      return { domain, html: 'x'.repeat(bytes) };
    });
    return sent ?? reply.send('own');
  });
  const get = (domain: string) => app.inject({ url: `/${domain}`, headers: { 'accept-encoding': 'identity' } });
  return { pages, rendered, get };
}

test('the oldest pages are dropped beyond the maximum, and a page of a domain that changed', async () => {
  const { pages, rendered, get } = await served(1_000, 3_500);
  for (const domain of ['a', 'b', 'a', 'c', 'a', 'c']) await get(domain);
  expect(rendered).toEqual(['a', 'b', 'c', 'a']);
  pages.drop('c');
  await get('a');
  await get('c');
  expect(rendered).toEqual(['a', 'b', 'c', 'a', 'c']);
});

test('a failure is not shown again, and a page larger than the maximum is not stored', async () => {
  const broken = await served(1, 100);
  expect((await broken.get('broken')).statusCode).toBe(500);
  await broken.get('broken');
  expect(broken.rendered).toEqual(['broken', 'broken']);
  const large = await served(1_000, 100);
  expect((await large.get('a')).body).toHaveLength(1_000);
  await large.get('a');
  expect(large.rendered).toEqual(['a', 'a']);
});
