import { Refusal } from '../../errors.ts';
import type { App } from '../../plugin.ts';
import { KEPT, PageCache } from '../page-cache.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/** `/checks` and `/checks/{key}`: the rubric, made from the checks themselves. */
export async function checksRoutes(app: App, { instance }: PageRoutesOptions): Promise<void> {
  const pages = new PageCache('for good');
  app.get('/checks', KEPT, async (request, reply) => {
    const draw = async () => {
      const { checksPage } = await import('./checks-page.tsx');
      return checksPage(instance);
    };
    return pages.send(request, reply, '/checks', draw);
  });

  app.get<{ Params: { key: string } }>('/checks/:key', KEPT, async (request, reply) => {
    const { key } = request.params;
    const draw = async () => {
      const [{ CHECKS }, { checkPage }] = await Promise.all([
        import('../../../audit/rubric.ts'),
        import('./check-page.tsx'),
      ]);
      const check = CHECKS.find((one) => one.key === key);
      if (check === undefined) throw new Refusal(404, 'There is no such check; all nine are listed at /checks.');
      return checkPage(instance, check);
    };
    return pages.send(request, reply, `/checks/${key}`, draw);
  });
}
