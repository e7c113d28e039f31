import { Refusal } from '../errors.ts';
import type { App } from '../plugin.ts';
import { sendPage } from './html-reply.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/checks` and `/checks/{key}`: the rubric, made from the checks themselves. */
export async function checksRoutes(app: App, { frame }: PageRoutesOptions): Promise<void> {
  app.get('/checks', { schema: { hide: true } }, async (_request, reply) => {
    const { checksPage } = await import('./checks-page.tsx');
    return sendPage(reply, checksPage(frame));
  });

  app.get<{ Params: { key: string } }>('/checks/:key', { schema: { hide: true } }, async ({ params }, reply) => {
    const [{ CHECKS }, { checkPage }] = await Promise.all([
      import('../../audit/rubric.ts'),
      import('./check-page.tsx'),
    ]);
    const check = CHECKS.find(({ key }) => key === params.key);
    if (check === undefined) throw new Refusal(404, 'There is no such check; all nine are listed at /checks.');
    return sendPage(reply, checkPage(frame, check));
  });
}
