import { serve } from '../../src/cli/service-process.ts';
import { createEngine } from './live-audit.ts';
import { report, site } from './reports.ts';

// Runs `citable serve` with the resolvers of logging-resolvers.ts: it connects to nothing. With AUDITED=already, audits end at
// once, so that only further pages are requested.
const { AUDITED } = process.env;
process.exitCode = await serve(
  process.env,
  AUDITED === undefined
    ? {}
    : {
        engine: createEngine(async (domain) => {
          const { home, robotsTxt, ...rest } = site(domain);
          const linking = { ...home, body: '<!doctype html><title>Home</title><a href="/further">Further</a>' };
          return {
            site: { ...rest, home: linking, robotsTxt: { ...robotsTxt, status: 404 } },
            report: report(domain),
          };
        }),
      },
);
