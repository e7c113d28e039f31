import type { App } from './plugin.ts';

const TEXT = `Citable audits how ready a website is for AI answer engines.

  GET  /api/audit?domain=example.com           a demonstration
  GET  /api/audit?domain=example.com&tier=vip  a live audit (needs an API key)
  POST /api/audit                              queue an audit
  GET  /api/audit/{id}                         an audit
  GET  /api/audit/{id}/evidence                what its points rest on
  GET  /api/audit/{id}/snapshot                the page that was audited
  GET  /api/audits?domain=example.com          its scores so far (needs an API key)
  GET  /api/llms-txt?domain=example.com        an llms.txt
  GET  /llms/example.com.txt                   a hosted llms.txt
  GET  /api/ai-bot-index                       which AI crawlers asked for hosted files
  GET  /api/domains/example.com/visits         who asked for a published one (needs an API key)
  GET  /api/badge?domain=example.com           the score as a picture

The whole interface: /openapi.json
`;

/** `/`: where to go from here. */
export async function homeRoutes(app: App): Promise<void> {
  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8');
    return TEXT;
  });
}
