import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasRealSites, REAL_SITES } from '../test/support/real-sites.ts';
import { serveSites } from '../test/support/site-server.ts';
import { createAuthority } from '../test/support/tls.ts';
import { openPages } from './support/agent/prerender.ts';
import { RECIPES, type Recipe } from './support/agent/recipes.ts';
import { type ListedProblem, startTools, type Tools } from './support/agent/tools.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Runs the loop of an agent over MCP on a copy of a real site: audit, fix the problems in the order of the report, verify each fix. The
 * agent is a program with one recipe for each kind of change. It uses only text and facts that the site has. The score must reach what the
 * first report promised.
 */
const SITE = 'girgovalan.com';

if (!hasRealSites) {
  console.log(`The drill did not run: ${REAL_SITES} does not exist.`);
} else {
  const folder = await mkdtemp(join(tmpdir(), 'citable-agent-'));
  try {
    await runDrill(folder);
    finish();
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runDrill(folder: string): Promise<void> {
  const sites = join(folder, 'sites');
  await copyFolder(join(REAL_SITES, SITE), join(sites, SITE));
  const authority = await createAuthority();
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, authority.caPem);
  const server = await serveSites(sites, authority);
  const tools = await startTools(server.connectTo, ca);
  const pages = await openPages(join(sites, SITE), SITE);
  try {
    const first = await tools.call('audit_site', { site: SITE });
    const { score, reachable_score: reachable, reachable_without_owner: withoutOwner } = first;
    console.log(
      `audit_site: ${score} of 100; with every problem fixed ${reachable}, without the owner ${withoutOwner}`,
    );
    let auditId: string = first.audit_id;
    let reached: number = score;
    const used = new Set<Recipe>();
    for (;;) {
      const next = nextFix(await tools.problems(auditId), used);
      if (next === null) break;
      const { problem, recipe } = next;
      used.add(recipe);
      const fix = await tools.call('get_fix', { audit_id: auditId, question: problem.questions[0] });
      console.log(`\n${problem.level}: ${problem.problem}\n  fix: ${fix.instruction}\n  change: ${recipe.change}`);
      await recipe.make({ folder: join(sites, SITE), pages, tools, auditId });
      const verified = await tools.call('verify_fixes', { audit_id: auditId });
      const { fixed, not_yet: notYet, new: newly } = verified.counts;
      console.log(`  verify_fixes: ${reached} → ${verified.score}; ${fixed} fixed, ${notYet} not yet, ${newly} new`);
      // Scores are rounded down, so one step may gain a point less, and another one more.
      const promised = problem.score_after - problem.score_before;
      check(`the fix gains the promised ${promised} points, within 1`, verified.score - reached >= promised - 1);
      auditId = verified.audit_id;
      reached = verified.score;
    }
    await checkResult(tools, auditId, { score, reachable, withoutOwner, reached });
  } finally {
    await pages.close();
    await tools.close();
    await server.close();
  }
}

interface Scores {
  readonly score: number;
  readonly reachable: number;
  readonly withoutOwner: number;
  readonly reached: number;
}

async function checkResult(
  tools: Tools,
  auditId: string,
  { score, reachable, withoutOwner, reached }: Scores,
): Promise<void> {
  const compared = await tools.call('compare_audits', { before: 'audit-1', after: auditId, limit: 40 });
  const left = await tools.problems(auditId);
  console.log(`\nscore before: ${score}; now: ${reached}; remaining problems: ${left.length}`);
  for (const { problem, needs_owner: needsOwner } of left) {
    console.log(`  ${problem}${needsOwner ? ' (needs the owner)' : ''}`);
  }
  check(`the score reaches the ${withoutOwner} promised without the owner`, reached >= withoutOwner, String(reached));
  check(`the score reaches the ${reachable} promised with every problem fixed`, reached >= reachable, String(reached));
  check(
    'every remaining problem needs the owner',
    left.every((one) => one.needs_owner),
  );
  check('compare_audits shows the same scores', compared.score_before === score && compared.score_after === reached);
}

/** Returns the first problem with an unused recipe; null when there is none. */
function nextFix(problems: readonly ListedProblem[], used: ReadonlySet<Recipe>) {
  for (const problem of problems) {
    const recipe = RECIPES.find(
      (one) => !used.has(one) && problem.questions.some((name) => name.startsWith(one.question)),
    );
    if (recipe !== undefined) return { problem, recipe };
  }
  return null;
}

/** Copies files without their permissions, since the originals may be read-only. */
async function copyFolder(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const target = join(to, path.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await readFile(path));
  }
}
