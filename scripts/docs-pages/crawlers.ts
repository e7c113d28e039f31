import type { Crawler } from '../../src/crawlers/crawler.ts';

/** Returns `docs/crawlers.md`: how a visit is classified, and every crawler of the registry. */
export function crawlersPage(crawlers: readonly Crawler[]): string {
  return `${[
    '# Crawlers, and how a visit is classified',
    HOW,
    `## The registry\n\n${REGISTRY}`,
    table(crawlers),
    '<!-- Made by `npm run docs` from src/crawlers. -->',
  ].join('\n\n')}\n`;
}

const HOW = `\`classifyVisit({ userAgent, referer, url })\` classifies a request by what it claims. A user agent is only a claim:
nothing here proves it, and no address is used. [verification.md](verification.md) describes how claims are verified. The first rule
that applies decides:

1. No user agent, or an empty one: \`traditional_bot\`.
2. The token of an audit tool, such as this service's own: \`traditional_bot\`, whatever crawler it names besides.
3. A product token of the registry below, compared whole and case-insensitively: \`ai_bot\` with its crawler, vendor and
   purpose. \`NotGPTBot\` and \`GPTBot-checker\` are not GPTBot, neither is \`like GPTBot\`, an address that ends in
   \`/gptbot\`, or the model of a phone. Crawlers of web search engines (Googlebot, bingbot, Applebot, GoogleOther) are
   \`traditional_bot\`, although AI answers use them: the purpose of a single request is unknown.
4. The token of a well-known traditional bot or HTTP tool: \`traditional_bot\` with its name.
5. A name made of an AI vendor's name and a crawler's function, such as \`MistralAI-SearchBot\`: \`ai_bot\` of that vendor.
   Its \`crawler\` is null, because it is not in the registry.
6. A program by the library \`isbot\`, after the names of devices and browsers that it mistakes for programs are removed:
   \`ai_bot\` if its name says AI (\`KlaviyoAIBot\`) or its contact address is an AI vendor's, else \`traditional_bot\`.
7. A person sent by an AI assistant: \`ai_referral\` with the assistant's vendor. The host of the \`Referer\` is the assistant's
   or a subdomain of it (\`chatgpt.com.evil.example\` is not ChatGPT), or \`utm_source\` names the assistant.
8. Anything else: \`human\`. That includes the apps and browsers of AI vendors used by a person, and agents that send a plain
   browser's user agent.

The first 1,024 characters of a user agent are read. Results are cached for up to 10,000 user agents.`;

const REGISTRY = `The column robots.txt has the vendor's statement: its crawler \`obeys\`, the rules \`may not apply\`, no statement (\`not stated\`), or the
token is used in robots.txt only and no request has it (\`token only\`). Rows without documentation are from public lists of crawlers.
Each row was checked in its month against copies of the vendor's page and those lists, without fetching the addresses.

The column Proof has what proves that a visit is the crawler's: an address that the vendor publishes (\`all in\`: it uses no others), a
DNS name that resolves to the address and back, or a signature with a key that this host publishes.`;

function table(crawlers: readonly Crawler[]): string {
  const sorted = crawlers.toSorted((a, b) => compare(a.vendor, b.vendor) || compare(a.token, b.token));
  return [
    '| Vendor | Token | Purpose | robots.txt | Counted as | Documentation | Proof | Checked |',
    '|---|---|---|---|---|---|---|---|',
    ...sorted.map((crawler) =>
      [
        '',
        crawler.vendor,
        `\`${crawler.token}\``,
        crawler.purpose,
        crawler.robots,
        `\`${crawler.visitClass}\``,
        crawler.documentation === null ? 'none' : `<${crawler.documentation}>`,
        proofOf(crawler),
        crawler.checked,
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  ].join('\n');
}

function proofOf({ ipRanges, comesFromNowhereElse, reverseDns, signatureAgents }: Crawler): string {
  const proofs = [
    ...ipRanges.map((url) => `${comesFromNowhereElse ? 'all in' : 'in'} <${url}>`),
    ...reverseDns.map((suffix) => `DNS \`*.${suffix}\``),
    ...signatureAgents.map((host) => `signed by \`${host}\``),
  ];
  return proofs.length === 0 ? 'none' : proofs.join(', ');
}

function compare(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : Number(left > right);
}
