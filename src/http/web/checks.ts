import { Refusal } from '../errors.ts';
import type { App } from '../plugin.ts';
import { KEPT, KeptPages } from './kept-pages.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/checks` and `/checks/{key}`: the rubric, made from the checks themselves. */
export async function checksRoutes(app: App, { frame }: PageRoutesOptions): Promise<void> {
  const pages = new KeptPages('for good');
  app.get('/checks', KEPT, async (request, reply) => {
    const { checksPage } = await import('./checks-page.tsx');
    return pages.send(request, reply, '/checks', async () => checksPage(frame));
  });

  app.get<{ Params: { key: string } }>('/checks/:key', KEPT, async (request, reply) => {
    const [{ CHECKS }, { checkPage }] = await Promise.all([
      import('../../audit/rubric.ts'),
      import('./check-page.tsx'),
    ]);
    const check = CHECKS.find(({ key }) => key === request.params.key);
    if (check === undefined) throw new Refusal(404, 'There is no such check; all nine are listed at /checks.');
    return pages.send(request, reply, `/checks/${check.key}`, async () => checkPage(frame, check));
  });
}
