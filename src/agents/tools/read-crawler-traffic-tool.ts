import { z } from 'zod';
import { type CrawlerTraffic, ToolRefusal, type Traffic } from '../backend.ts';
import { limitInput, moreText, NextOffset, OffsetInput, paginate, SITE_EXAMPLE, toolInput } from '../inputs.ts';
import { paragraphs, textBlock, UntrustedText, untrustedText } from '../site-data.ts';
import { READS_REPORTS, tool } from '../tool.ts';

/** Paths shown for each crawler. */
const PATHS = 5;

const Domain = z.string().trim().min(1).max(300);

const Input = toolInput({
  domain: Domain.optional().meta({
    ...SITE_EXAMPLE,
    description: 'Count only requests to this host, with or without www.',
  }),
  log_files: z
    .array(z.string().min(1).max(4_096))
    .min(1)
    .max(50)
    .optional()
    .meta({
      description: 'Paths of access logs on this machine, also compressed with gzip or zstd',
      examples: [['./access.log']],
    }),
  offset: OffsetInput,
  limit: limitInput(10),
});

const RemoteInput = Input.omit({ log_files: true }).extend({
  domain: Domain.describe('A domain that this key has published'),
});

const Requests = z.object({
  ai_bot: z.number(),
  ai_referral: z.number().describe('Visits of people whom AI assistants sent'),
  traditional_bot: z.number(),
  human: z.number(),
});

export const readCrawlerTraffic = tool({
  name: 'read_crawler_traffic',
  title: 'Read the traffic of AI crawlers',
  description:
    'Returns which AI crawlers requested a site, how often and, where it is known, which pages and with how many errors; and how many people AI assistants sent.',
  input: Input,
  remoteInput: RemoteInput,
  output: z.object({
    from: z.string().nullable(),
    to: z.string().nullable(),
    basis: z.string().describe('What was counted'),
    requests: Requests,
    crawler_count: z.number(),
    crawlers: z.array(
      z.object({
        crawler: z.string().nullable(),
        vendor: z.string().nullable(),
        purpose: z.string().nullable(),
        requests: z.number(),
        verified: z.number(),
        spoofed: z.number(),
        untrusted_paths: z.array(z.object({ path: UntrustedText, requests: z.number(), errors: z.number() })),
      }),
    ),
    next_offset: NextOffset,
  }),
  annotations: READS_REPORTS,
  run: async ({ domain = null, log_files: logFiles = [], offset, limit }, backend, call) => {
    if (backend.isLocal && logFiles.length === 0) {
      throw new ToolRefusal('Name the access logs in log_files, such as ["./access.log"].');
    }
    const traffic = await backend.traffic({ domain, logFiles, paths: PATHS }, call);
    const { page, nextOffset } = paginate(traffic.crawlers, { offset, limit });
    return {
      structured: {
        from: traffic.from,
        to: traffic.to,
        basis: traffic.basis,
        requests: traffic.requests,
        crawler_count: traffic.crawlers.length,
        crawlers: page.map(({ paths, ...crawler }) => {
          const shown = paths.map(({ path, requests, errors }) => ({ path: untrustedText(path), requests, errors }));
          return { ...crawler, untrusted_paths: shown };
        }),
        next_offset: nextOffset,
      },
      text: paragraphs(heading(traffic), page.map(formatCrawler).join('\n'), pathsBlock(page), moreText(nextOffset)),
    };
  },
});

function heading({ from, to, basis, requests }: Traffic): string {
  const period = from === null || to === null ? 'Nothing was counted.' : `${from} to ${to}.`;
  return `${basis} ${period} AI crawlers: ${requests.ai_bot}, people sent by AI assistants: ${requests.ai_referral}, other robots: ${requests.traditional_bot}, others: ${requests.human}.`;
}

/** Returns the line of a crawler. Names come from the registry. */
function formatCrawler({ crawler, vendor, purpose, requests, verified, spoofed }: CrawlerTraffic): string {
  const of = [vendor, purpose].filter((word) => word !== null).join(', ');
  const found = verified + spoofed === 0 ? '' : `, ${verified} verified, ${spoofed} spoofed`;
  return `${crawler ?? 'Unknown AI crawler'}${of === '' ? '' : ` (${of})`}: ${requests}${found}`;
}

function pathsBlock(crawlers: readonly CrawlerTraffic[]): string {
  const lines = crawlers.flatMap(({ crawler, paths }) =>
    paths.map(({ path, requests, errors }) => {
      return `${crawler ?? 'unknown'}: ${requests} requests, ${errors} errors: ${untrustedText(path)}`;
    }),
  );
  return lines.length === 0 ? '' : `Paths, data from requests:\n\n${textBlock('paths', lines.join('\n'))}`;
}
