import { describe, expect, test } from 'vitest';
import { aboutProofs, baselineCommand, makerCommand, type Verification, verificationBlocks } from './verification.ts';

const writeText = (verification: Verification, domain = 'example.com') =>
  verificationBlocks(domain, verification).join('\n\n');
const commandsIn = (text: string) => [...text.matchAll(/```sh\n([^`]*)\n```/g)].map(([, command]) => command);

describe('verification by the service', () => {
  const of = (key: string | null) =>
    ({ by: 'service', baseUrl: 'https://citable.example/sub', auditId: 'the-id', key }) as const;
  const vip = (key: string | null) => writeText(of(key));

  test('uses the audit’s id, a variable for the key, and the service’s own URL', () => {
    expect(commandsIn(vip('ctb_KEY'))).toEqual([
      `curl -sS -X POST -H "Authorization: Bearer $CITABLE_API_KEY" 'https://citable.example/sub/api/audit/the-id/verify'`,
      `curl -sS -H "Authorization: Bearer $CITABLE_API_KEY" 'https://citable.example/sub/api/agent-prompt?domain=example.com&tier=vip'`,
    ]);
  });

  test('has the key once, before the first command that needs it', () => {
    const about = aboutProofs('example.com', 'https://example.com', of('ctb_KEY')).join('\n\n');
    expect(commandsIn(about)).toContain("CITABLE_API_KEY='ctb_KEY'");
    expect(`${about}${vip('ctb_KEY')}`.split('ctb_KEY')).toHaveLength(2);
    expect(about).toContain('Keep this line out of the repository');
  });

  test('needs no key where live audits are public', () => expect(vip(null)).not.toContain('Authorization'));
});

describe('verification with a key that the reader does not have yet', () => {
  const baseUrl = 'https://citable.example';

  test('requests the live guide, and names no command', () => {
    const text = writeText({ by: 'key_to_come', baseUrl, command: null });
    expect(commandsIn(text)).toHaveLength(1);
    expect(text).toContain(`'${baseUrl}/api/agent-prompt?domain=example.com&tier=vip'`);
    expect(text).not.toMatch(/npx|^citable /m);
  });

  test('names the command where the service knows it', () =>
    expect(commandsIn(writeText({ by: 'key_to_come', baseUrl, command: 'docker exec it citable' }))[1]).toBe(
      "docker exec it citable fix-guide 'example.com'",
    ));
});

describe('verification by the command', () => {
  test('stores an audit first, and compares with it', () =>
    expect([baselineCommand('example.com', { by: 'command' }), ...commandsIn(writeText({ by: 'command' }))]).toEqual([
      "citable audit 'example.com' --format json --evidence > citable-before.json",
      "citable verify 'example.com' --since citable-before.json",
      "citable fix-guide 'example.com'",
    ]));

  test('uses the configured command, with the options that reach the site', () =>
    expect(
      commandsIn(
        writeText({ by: 'command', command: "'/node' '/main.js'", options: '--allow-private' }, 'localhost:3000'),
      ),
    ).toContain("'/node' '/main.js' verify 'localhost:3000' --allow-private --since citable-before.json"));

  test('compares with a saved site, and stores nothing', () => {
    const text = writeText({ by: 'command', savedSite: "/it's/site.json" });
    expect(commandsIn(text)[0]).toBe("citable verify 'example.com' --since '/it'\\''s/site.json'");
    expect(text).not.toContain('citable-before.json');
    expect(baselineCommand('example.com', { by: 'command', savedSite: '/site.json' })).toBeNull();
  });
});

test.each([
  [{ by: 'command' }, "citable sitemap 'example.com' -o 'x'", "citable llms-txt 'example.com' -o 'x'"],
  [
    { by: 'command', savedSite: '/s.json' },
    "citable sitemap --from-site '/s.json' -o 'x'",
    "citable llms-txt --from-site '/s.json' -o 'x'",
  ],
  [
    { by: 'command', staging: 'https://staging.example' },
    "citable sitemap 'example.com' --origin 'https://staging.example' -o 'x'",
    null,
  ],
  [
    { by: 'service', baseUrl: 'https://citable.example', auditId: 'the-id', key: 'k' },
    null,
    `curl -sS -H "Authorization: Bearer $CITABLE_API_KEY" 'https://citable.example/api/llms-txt?domain=example.com&tier=vip' > 'x'`,
  ],
  [{ by: 'key_to_come', baseUrl: 'https://citable.example', command: null }, null, null],
] satisfies readonly (readonly [Verification, string | null, string | null])[])(
  'a sitemap and an llms.txt are made, with %j, by commands that exist there',
  (verification, sitemap, llmsTxt) => {
    expect(makerCommand('sitemap', 'example.com', verification, 'x')).toBe(sitemap);
    expect(makerCommand('llms-txt', 'example.com', verification, 'x')).toBe(llmsTxt);
  },
);
