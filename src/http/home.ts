import type { App } from './plugin.ts';

const TEXT = `Citable audits how ready a website is for AI answer engines.

  GET  /api/audit?domain=example.com           a demonstration
  GET  /api/audit?domain=example.com&tier=vip  a live audit (needs an API key)
  POST /api/audit                              queue an audit
  GET  /api/audit/{id}                         an audit
  GET  /api/audit/{id}/evidence                what its points rest on
  GET  /api/audit/{id}/snapshot                the page that was audited

The whole interface: /openapi.json
`;

/** `/`: where to go from here. */
export async function homeRoutes(app: App): Promise<void> {
  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8');
    return TEXT;
  });
}
