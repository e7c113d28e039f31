import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { classifyVisit } from '../src/crawlers/classify.ts';

/**
 * Compares the registry of crawlers with the lists that npm packages carry, and prints the AI agents that the registry does not name. The
 * packages are fetched into a temporary folder: they are sources to look at, not dependencies.
 */
interface Listed {
  readonly name: string;
  readonly userAgents: readonly string[];
}

/** Categories of Cloudflare's directory of verified bots that are about AI. */
const AI_CATEGORIES: readonly string[] = ['AI_ASSISTANT', 'AI_CRAWLER', 'AI_SEARCH'];

const VerifiedBots = Type.Array(
  Type.Object({ name: Type.String(), category: Type.String(), userAgents: Type.Array(Type.String()) }),
);
const UserAgents = Type.Array(
  Type.Object({
    pattern: Type.String(),
    instances: Type.Array(Type.String()),
    tags: Type.Optional(Type.Array(Type.String())),
  }),
);

const LISTS: readonly { readonly npm: string; readonly file: string; readonly read: (json: unknown) => Listed[] }[] = [
  {
    npm: 'cloudflare-bot-directory',
    file: 'src/index.json',
    read: (json) =>
      Value.Parse(VerifiedBots, json)
        .filter(({ category }) => AI_CATEGORIES.includes(category))
        .map(({ name, userAgents }) => ({ name, userAgents })),
  },
  {
    npm: 'crawler-user-agents',
    file: 'crawler-user-agents.json',
    read: (json) =>
      Value.Parse(UserAgents, json)
        .filter(({ tags = [] }) => tags.includes('ai-crawler'))
        .map(({ pattern, instances }) => ({ name: pattern, userAgents: instances })),
  },
];

for (const { npm, file, read } of LISTS) {
  const listed = read(JSON.parse(fetchFile(npm, file)));
  const unnamed = listed.flatMap(({ name, userAgents }) =>
    userAgents.flatMap((userAgent) => {
      const found = classifyVisit({ userAgent, referer: null, url: '/' });
      return found.crawler === null || found.class === 'human' ? [{ name, userAgent, class: found.class }] : [];
    }),
  );
  console.log(
    `${npm}: ${listed.length} AI agents, ${new Set(unnamed.map(({ name }) => name)).size} not named by the registry`,
  );
  for (const one of unnamed) console.log(`  ${one.name} (${one.class}): ${one.userAgent}`);
}

/** Fetches a package from the registry, and returns the text of one of its files. */
function fetchFile(npm: string, file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'citable-crawlers-'));
  try {
    execFileSync('npm', ['pack', npm, '--silent', '--pack-destination', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [archive = ''] = readdirSync(folder);
    return execFileSync('tar', ['-xzOf', join(folder, archive), `package/${file}`], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
