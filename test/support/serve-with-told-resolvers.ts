import { promises as dns } from 'node:dns';
import { serve } from '../../src/cli/serve.ts';
import { report, site } from './reports.ts';

// `citable serve`, in a process whose two resolvers say on standard error when they are asked. No name has a public address:
// nothing is ever connected to. With AUDITED=already, audits end at once, so that only further pages are asked for.
const tell = (who: string, name: string) => process.stderr.write(`${who} was asked for ${name}\n`);
Object.assign(dns.Resolver.prototype, {
  resolve4: async (name: string) => {
    tell('the DNS', name);
    return ['127.0.0.1'];
  },
  resolve6: async () => [],
});
Object.assign(dns, {
  lookup: async (name: string) => {
    tell('the system', name);
    return [{ address: '127.0.0.1', family: 4 }];
  },
});

const { AUDITED } = process.env;
process.exitCode = await serve(
  process.env,
  AUDITED === undefined
    ? {}
    : {
        makeLiveAudit: () => async (domain) => {
          const { home, robotsTxt, ...rest } = site(domain);
          const linking = { ...home, body: '<!doctype html><title>Home</title><a href="/further">Further</a>' };
          return {
            site: { ...rest, home: linking, robotsTxt: { ...robotsTxt, status: 404 } },
            report: report(domain),
          };
        },
      },
);
