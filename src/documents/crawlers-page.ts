import type { Crawler } from '../crawlers/crawler.ts';

/** How a visit is classified, and every crawler of the registry, as a page of Markdown: `docs/crawlers.md`. */
export function crawlersPage(crawlers: readonly Crawler[]): string {
  return `${[
    '# Crawlers, and how a visit is classified',
    HOW,
    `## The registry\n\n${REGISTRY}`,
    table(crawlers),
    '<!-- Made by `npm run docs` from src/crawlers. -->',
  ].join('\n\n')}\n`;
}

const HOW = `\`classifyVisit({ userAgent, referer, url })\` says what a request says of itself. A user agent is a claim: nothing here
proves it, and no address is looked at. Whether it is true is judged beside it: [verification.md](verification.md). The first of these that holds decides:

1. No user agent, or an empty one: \`traditional_bot\`.
2. The token of an audit tool, such as this service's own: \`traditional_bot\`, whatever crawler it asks as.
3. A product token of the registry below, compared whole and without case: \`ai_bot\` with its crawler, vendor and
   purpose. \`NotGPTBot\` and \`GPTBot-checker\` are not GPTBot, neither is \`like GPTBot\`, an address that ends in
   \`/gptbot\`, or the model of a phone. Crawlers of web search engines (Googlebot, bingbot, Applebot, GoogleOther) are
   \`traditional_bot\`, though answers draw on them: nobody can tell for which of the two they came.
4. The token of a well-known traditional bot or HTTP tool: \`traditional_bot\` with its name.
5. A name made of an AI vendor's and of what crawlers do, such as \`MistralAI-SearchBot\`: \`ai_bot\` of that vendor.
   Its \`crawler\` is null, because no list has it.
6. What the library \`isbot\` takes for a program, after the names of devices and of browsers that it mistakes are taken
   out: \`ai_bot\` when its name says AI (\`KlaviyoAIBot\`) or its contact address is an AI vendor's, else
   \`traditional_bot\`.
7. A person whom an AI assistant sent: \`ai_referral\` with the assistant's vendor. The \`Referer\`'s host is the assistant's
   or lies under it, label by label (\`chatgpt.com.evil.example\` is not ChatGPT), or \`utm_source\` names the assistant.
8. Anything else: \`human\`. That includes the apps and browsers of AI vendors when a person holds them, and agents that
   send a plain browser's user agent.

The first 1,024 characters of a user agent are read. Results are cached for up to 10,000 user agents.`;

const REGISTRY = `What each vendor says of robots.txt: that its crawler \`obeys\`, that the rules \`may not apply\`, nothing (\`not stated\`),
or that the token only speaks in robots.txt and no request carries it (\`token only\`). Rows without documentation rest on
public lists of crawlers. A row was checked in its month against copies of the vendor's page and those lists; the
addresses were not fetched for it.

Proof is what shows that a visit is the crawler's: an address that the vendor publishes (\`all in\`: it comes from no others), a
name in the DNS that leads to the address and back, or a signature with a key that this host publishes.`;

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
