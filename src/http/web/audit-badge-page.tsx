import type { FinishedAudit } from '../../service/audit.ts';
import { auditTabPage } from './audit-shell.tsx';
import { CodeBlock } from './code-block.tsx';
import type { Frame } from './frame.ts';

const VARIANTS = [
  { theme: 'dark', size: 'normal' },
  { theme: 'light', size: 'normal' },
  { theme: 'dark', size: 'compact' },
  { theme: 'light', size: 'compact' },
] as const;

type Variant = (typeof VARIANTS)[number];

/** `/audits/{id}/badge`: the badge of the audit's domain in all its variants, to embed. */
export function auditBadgePage(frame: Frame, audit: FinishedAudit): string {
  const { domain } = audit;
  return auditTabPage(frame, {
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
            <BadgeVariant key={`${variant.theme} ${variant.size}`} frame={frame} domain={domain} variant={variant} />
          ))}
        </ul>
      </section>
    ),
  });
}

function BadgeVariant({ frame, domain, variant: { theme, size } }: { frame: Frame; domain: string; variant: Variant }) {
  const path = `/api/badge?domain=${encodeURIComponent(domain)}${theme === 'dark' ? '' : `&theme=${theme}`}${size === 'normal' ? '' : `&size=${size}`}`;
  const picture = `${frame.baseUrl()}${path}`;
  const link = `${frame.baseUrl()}/domains/${domain}`;
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
