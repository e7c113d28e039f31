import { serve } from '../../src/cli/serve.ts';
import { report, site } from './reports.ts';

// `citable serve` with an engine whose audits of held.example.com never end while HOLD=1, and whose others end at once.
process.exitCode = await serve(process.env, () => async (domain) => {
  if (process.env['HOLD'] === '1' && domain === 'held.example.com') await new Promise(() => undefined);
  return { site: site(domain), report: report(domain) };
});
