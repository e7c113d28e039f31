import type { Crawler } from '../../src/crawlers/crawler.ts';

/** Returns `docs/crawlers.md`: how a visit is classified, and every crawler of the registry. */
export function crawlersPage(crawlers: readonly Crawler[]): string {
  return `${[
    '# Crawlers, and how a visit is classified',
    HOW,
    `## The registry\n\n${REGISTRY}`,
    table(crawlers),
    '<!-- Made by `npm run docs` from src/data/crawlers. -->',
  ].join('\n\n')}\n`;
}

const HOW = `\`classifyVisit({ userAgent, referer, url })\` classifies a request by its user agent, referrer and URL. Anyone can send any user agent, and no
address is checked here. [verification.md](verification.md) describes how crawlers are verified. The first rule that applies decides:

1. No user agent, or an empty one: \`traditional_bot\`.
2. The token of an audit tool, such as this service's own: \`traditional_bot\`, even if it also names a crawler.
3. A complete product token of the registry below, in any case: \`ai_bot\` with its crawler, vendor and purpose. \`NotGPTBot\`,
   \`GPTBot-checker\`, \`like GPTBot\`, a URL that ends in \`/gptbot\`, and the model of a phone are not GPTBot. Crawlers of web search
   engines (Googlebot, bingbot, Applebot, GoogleOther) are \`traditional_bot\`. AI answers use them too, but the purpose of a single request
   is unknown.
4. The token of a well-known traditional bot or HTTP tool: \`traditional_bot\` with its name.
5. A name made of an AI vendor's name and a crawler's function, such as \`MistralAI-SearchBot\`: \`ai_bot\` of that vendor.
   Its \`crawler\` is null, because it is not in the registry.
6. A program according to the library \`isbot\` (names of devices and browsers that it mistakes for programs are removed first):
   \`ai_bot\` if its name contains AI (\`KlaviyoAIBot\`) or its contact address is an AI vendor's, else \`traditional_bot\`.
7. A person sent by an AI assistant: \`ai_referral\` with the assistant's vendor. The host of the \`Referer\` is the assistant's
   or a subdomain of it (\`chatgpt.com.evil.example\` is not ChatGPT), or \`utm_source\` names the assistant.
8. Anything else: \`human\`. This includes people who use the apps and browsers of AI vendors, and agents that send the user agent of an
   ordinary browser.

The first 1,024 characters of a user agent are read. Results are cached for up to 10,000 user agents.`;

const REGISTRY = `The column robots.txt has the vendor's statement about robots.txt:

- \`obeys\`: the crawler obeys it.
- \`may not apply\`: the rules may not apply to this crawler.
- \`not stated\`: there is no statement.
- \`token only\`: the token is used only in robots.txt, and no request has it.

The column Proof says what proves that a visit is the crawler's:

- \`in\`: its address is in this list of the vendor. \`all in\`: the crawler uses no other addresses.
- \`DNS\`: a name of its address ends like this, and resolves back to the address.
- \`signed by\`: the request has a signature with a key that this host publishes.

Rows without documentation come from public lists of crawlers. Each row was checked in the given month against copies of the vendor's page and
of those lists.`;

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
        describeProof(crawler),
        crawler.checked,
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  ].join('\n');
}

function describeProof({ ipRanges, comesFromNowhereElse, reverseDns, signatureAgents }: Crawler): string {
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
