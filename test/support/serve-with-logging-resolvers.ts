import { serve } from '../../src/cli/serve.ts';
import { engineOf } from './live-audit.ts';
import { report, site } from './reports.ts';

// `citable serve`, whose resolvers are told-resolvers.ts: nothing is ever connected to. With AUDITED=already, audits end at
// once, so that only further pages are asked for.
const { AUDITED } = process.env;
process.exitCode = await serve(
  process.env,
  AUDITED === undefined
    ? {}
    : {
        engine: engineOf(async (domain) => {
          const { home, robotsTxt, ...rest } = site(domain);
          const linking = { ...home, body: '<!doctype html><title>Home</title><a href="/further">Further</a>' };
          return {
            site: { ...rest, home: linking, robotsTxt: { ...robotsTxt, status: 404 } },
            report: report(domain),
          };
        }),
      },
);
