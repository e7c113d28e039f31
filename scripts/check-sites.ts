import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from '../src/audit/judge.ts';
import { auditSite, pageTableOfSite } from '../src/engine/audit-site.ts';
import { parseConnectTo } from '../src/fetch/connect-to.ts';
import { knownPages } from '../src/site/crawl/known-pages.ts';
import { gatherFolder } from '../src/site/folder/gather-folder.ts';
import type { Site } from '../src/site/site.ts';
import { formatSiteFile, parseSiteFile } from '../src/site/site-file.ts';
import { parseDomainName } from '../src/values/domain-name.ts';
import { DELETIONS, normalised } from '../test/support/deletions.ts';
import { gainWithout } from '../test/support/gains.ts';
import { serveSites } from '../test/support/site-server.ts';
import { createAuthority } from '../test/support/tls.ts';

/**
 * Runs `npm run sites:check [-- FOLDER [DOMAIN …]]`: gathers each saved site live from loopback, as a folder and from a saved Site, and
 * prints where their known pages, choices or scores differ, and what each gains by deletions.
 */
const [root = '../shared/sites', ...only] = process.argv.slice(2);
const authority = await createAuthority();
const server = await serveSites(root, authority);
const rules = parseConnectTo(server.connectTo);
if (!rules.ok) throw new Error(rules.problem);
/** Without pauses between requests. */
const budgets = { burst: 10_000, requests: 10_000 };
const fetching = { connectTo: rules.rules, ca: [authority.caPem], budgets };

let differing = 0;
for (const name of server.domains.filter((domain) => only.length === 0 || only.includes(domain))) {
  const parsed = parseDomainName(name);
  if (!parsed.ok) continue;
  const live = await auditSite(parsed.domain, { ...fetching, crawl: { pages: 500, rate: 1_000 } });
  const { site: folder } = await gatherFolder(realpathSync(join(root, name)), parsed.domain, {
    crawl: { pages: 500, onPages: () => undefined },
  });
  const read = parseSiteFile(formatSiteFile(live.site));
  const differences = [
    ...listDifferences('folder', live.site, folder),
    ...(read.ok ? listDifferences('saved site', live.site, read.site) : [`saved site: ${read.problem}`]),
    ...describeGains(normalised(live.site)),
    ...(read.ok && JSON.stringify(judge(read.site)) !== JSON.stringify(live.report)
      ? ['saved site: other report']
      : []),
  ];
  if (differences.length > 0) differing += 1;
  const { counts, ended } = pageTableOfSite(live.site, live.crawled) ?? {};
  const scores = `live ${live.report.score}, folder ${judge(folder).score}`;
  console.log(`${name}: ${counts?.read} of ${counts?.known} pages read, ended ${ended}; ${scores}`);
  for (const difference of differences) console.log(`  ${difference}`);
}
await server.close();
console.log(`${differing} sites differ.`);
process.exitCode = differing === 0 ? 0 : 1;

/** Says what a site gains by deleting its content, which must never improve a score. */
function describeGains(site: Site): readonly string[] {
  const before = judge(site);
  return DELETIONS.flatMap((deletion) =>
    gainWithout(site, deletion, before).map((gain) => `without ${deletion.name}: gains ${gain}`),
  );
}

/** Compares the known pages of the choice, the choice, and the known pages of the crawl. */
function listDifferences(name: string, one: Site, other: Site): readonly string[] {
  const chosen = listsDiffer(one.choice?.urls ?? [], other.choice?.urls ?? []);
  const pages = [one, other].map(({ crawled, inventory }) => {
    const known = crawled ?? inventory;
    return known === undefined ? [] : knownPages(known).map(({ url }) => url);
  });
  const known = listsDiffer(pages[0] ?? [], pages[1] ?? []);
  const numbers =
    one.choice?.known === other.choice?.known ? [] : [`${one.choice?.known} and ${other.choice?.known} known`];
  return [
    ...chosen.map((difference) => `${name}: choice: ${difference}`),
    ...known.map((difference) => `${name}: known pages: ${difference}`),
    ...numbers.map((difference) => `${name}: ${difference} at the end of the rounds`),
  ];
}

/** Says what only one of two lists has, or that the order differs. */
function listsDiffer(a: readonly string[], b: readonly string[]): readonly string[] {
  const [inA, inB] = [new Set(a), new Set(b)];
  const onlyA = a.filter((one) => !inB.has(one));
  const onlyB = b.filter((one) => !inA.has(one));
  const some = (urls: readonly string[]) => `${urls.length}, such as ${urls.slice(0, 3).join(' ')}`;
  return [
    ...(onlyA.length > 0 ? [`only live: ${some(onlyA)}`] : []),
    ...(onlyB.length > 0 ? [`only there: ${some(onlyB)}`] : []),
    ...(onlyA.length + onlyB.length === 0 && a.join() !== b.join() ? ['another order'] : []),
  ];
}
