import type { FinishedAudit } from '../../../service/audits/audit.ts';
import { CodeBlock } from '../layout/code-block.tsx';
import type { Instance } from '../layout/instance.ts';
import { auditTabPage } from './audit-shell.tsx';

const VARIANTS = [
  { theme: 'dark', size: 'normal' },
  { theme: 'light', size: 'normal' },
  { theme: 'dark', size: 'compact' },
  { theme: 'light', size: 'compact' },
] as const;

type Variant = (typeof VARIANTS)[number];

/**
 * `/audits/{id}/badge`: the badge of the audit's domain in all its variants, to embed.
 * @param isPublished whether the domain's llms.txt is hosted here
 */
export function auditBadgePage(instance: Instance, audit: FinishedAudit, isPublished: boolean): string {
  const { domain } = audit;
  // Only a published domain has a page here that lasts.
  const link = isPublished ? `${instance.baseUrl()}/domains/${domain}` : `https://${domain}/`;
  return auditTabPage(instance, {
    audit,
    tab: 'badge',
    title: `Badge of ${domain}`,
    description: `The AEO score of ${domain} as a picture for a README or a website, in two themes and two sizes.`,
    children: (
      <section class="stack" aria-labelledby="badge">
        <h2 id="badge">Badge</h2>
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
      </section>
    ),
  });
}

interface BadgeVariantProps {
  readonly instance: Instance;
  readonly domain: string;
  /** Where the embedded badge leads. */
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
  // The score changes, and the alternative text does not: it names the picture alone.
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
