import type { FinishedAudit } from '../../../service/audits/audit.ts';
import { Publishing } from '../domain/domain-page.tsx';
import { CodeBlock, Section } from '../layout/components.tsx';
import type { Instance } from '../layout/instance.ts';
import { auditTabPage } from './audit-layout.tsx';

/** Renders `/audits/{id}/fix-guide`: the guide, to be copied into a coding agent. */
export function fixGuidePage(instance: Instance, audit: FinishedAudit, markdown: string): string {
  const { id, domain } = audit;
  return auditTabPage(instance, {
    audit,
    tab: 'fix-guide',
    title: `Fix guide for ${domain}`,
    description: `What to change on ${domain}, in which order, and how to prove each change: Markdown for a coding agent.`,
    children: (
      <Section id="guide" title="Fix guide" class="stack">
        <p class="prose">
          Paste it into a coding agent that works in the project of the site. Every instruction in it is ours; what the
          site said stands in marked blocks, as evidence alone. Read what it changes before you publish it.
        </p>
        <CodeBlock
          heading={<a href={`/audits/${id}/fix-guide.md`}>Download as Markdown</a>}
          label="fix guide"
          text={markdown}
        />
      </Section>
    ),
  });
}

export interface AuditLlmsTxt {
  /** Null when there is none. */
  readonly text: string | null;
  /** Reason why there is none, in one sentence. */
  readonly problem: string | null;
  /** The domain's llms.txt is hosted here. */
  readonly isPublished: boolean;
}

/** Renders `/audits/{id}/llms-txt`: the llms.txt made from the audit, and how to have it hosted. */
export function llmsTxtPage(
  instance: Instance,
  audit: FinishedAudit,
  { text, problem, isPublished }: AuditLlmsTxt,
): string {
  const { id, domain, kind } = audit;
  const isDemonstration = kind === 'demonstration';
  return auditTabPage(instance, {
    audit,
    tab: 'llms-txt',
    modules: ['publish'],
    title: `llms.txt of ${domain}`,
    description: `An llms.txt for ${domain}, a list of its pages for AI agents, to download or to have hosted.`,
    children: (
      <>
        <Section id="llms-txt" title="llms.txt" class="stack">
          <p class="prose">
            {isDemonstration
              ? 'A template made from the name alone. A live audit gives a text with the pages, titles and descriptions of the site itself.'
              : 'Made from the pages that this audit read, in the words of the site itself. Look through it before you publish it.'}{' '}
            No answer engine documents that it reads llms.txt; what it has been shown to help are coding agents that are
            pointed at it, so it counts for 4 of 100 points. <a href="/checks/llms_txt">What the check asks</a>
          </p>
          {text === null ? (
            <p class="callout">{problem}</p>
          ) : (
            <CodeBlock
              heading={<a href={`/audits/${id}/llms.txt`}>Download llms.txt</a>}
              label="llms.txt"
              text={text}
            />
          )}
        </Section>
        {!isDemonstration && <Hosting instance={instance} domain={domain} isPublished={isPublished} />}
      </>
    ),
  });
}

function Hosting({ instance, domain, isPublished }: { instance: Instance; domain: string; isPublished: boolean }) {
  const hosted = `/llms/${domain}.txt?tier=vip`;
  return (
    <Section id="hosting" title="Hosted" class="stack">
      {isPublished ? (
        <p class="prose">
          The llms.txt of <bdi>{domain}</bdi> is hosted at <a href={hosted}>{`${instance.baseUrl()}${hosted}`}</a>. It
          is renewed after each live audit, and AI crawlers that ask for it are counted:{' '}
          <a href={`/domains/${domain}`}>their visits</a>
        </p>
      ) : (
        <>
          <p class="prose">
            Who has an API key can have it hosted here: up to 60 further pages of the site are read for it, it is
            renewed after each live audit, and AI crawlers that ask for it are counted.
          </p>
          <Publishing instance={instance} domain={domain} />
        </>
      )}
    </Section>
  );
}

const VARIANTS = [
  { theme: 'dark', size: 'normal' },
  { theme: 'light', size: 'normal' },
  { theme: 'dark', size: 'compact' },
  { theme: 'light', size: 'compact' },
] as const;

type Variant = (typeof VARIANTS)[number];

/** Renders `/audits/{id}/badge`: the badge of the audit's domain in all its variants, to embed. */
export function badgePage(instance: Instance, audit: FinishedAudit, isPublished: boolean): string {
  const { domain } = audit;
  // Only a published domain has a permanent page here.
  const link = isPublished ? `${instance.baseUrl()}/domains/${domain}` : `https://${domain}/`;
  return auditTabPage(instance, {
    audit,
    tab: 'badge',
    title: `Badge of ${domain}`,
    description: `The AEO score of ${domain} as a picture for a README or a website, in two themes and two sizes.`,
    children: (
      <Section id="badge" title="Badge" class="stack">
        <p class="prose">
          A picture with the score of the newest live audit of <bdi>{domain}</bdi> that was done. It changes with the
          next one, wherever it is embedded. While there is none, it says “not audited”.
        </p>
        <ul class="badges">
          {VARIANTS.map((variant) => (
            <BadgeVariant
              key={`${variant.theme} ${variant.size}`}
              instance={instance}
              domain={domain}
              link={link}
              variant={variant}
            />
          ))}
        </ul>
      </Section>
    ),
  });
}

interface BadgeVariantProps {
  readonly instance: Instance;
  readonly domain: string;
  /** URL that the embedded badge links to. */
  readonly link: string;
  readonly variant: Variant;
}

function BadgeVariant({ instance, domain, link, variant: { theme, size } }: BadgeVariantProps) {
  const query = new URLSearchParams({
    domain,
    ...(theme === 'dark' ? {} : { theme }),
    ...(size === 'normal' ? {} : { size }),
  });
  const path = `/api/badge?${query}`;
  const picture = `${instance.baseUrl()}${path}`;
  // Without the score: it changes, and the embedded text does not.
  const alternative = `AEO score of ${domain}`;
  const name = `${theme === 'dark' ? 'Dark' : 'Light'}, ${size}`;
  return (
    <li class="stack">
      <h3>{name}</h3>
      <p class="badge-ground">
        <img src={path} alt={`${alternative}, ${name}`} height="20" />
      </p>
      <CodeBlock
        heading="Markdown"
        label={`Markdown of the badge ${name}`}
        text={`[![${alternative}](${picture})](${link})`}
      />
      <CodeBlock
        heading="HTML"
        label={`HTML of the badge ${name}`}
        text={`<a href="${link}"><img src="${picture.replaceAll('&', '&amp;')}" alt="${alternative}" height="20"></a>`}
      />
    </li>
  );
}
