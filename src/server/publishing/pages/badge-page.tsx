import { capital } from '../../../audit/formatting.ts';
import { CodeBlock, Section } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import type { FinishedAudit } from '../../audits/audit.ts';
import { auditTabPage } from '../../audits/pages/audit-layout.tsx';
import type { BadgeChoice } from '../published-domain-store.ts';

/** The badge of a published domain: the owner's choices, and those that are tried on the page. */
export interface BadgeOfDomain {
  readonly stored: BadgeChoice;
  readonly tried: BadgeChoice;
  /** True when the reader of the page owns the domain, and may store choices. */
  readonly isOwner: boolean;
  /** Why what was typed is not accepted; null when it is. */
  readonly problem: string | null;
}

const VARIANTS = [
  { theme: 'dark', size: 'normal' },
  { theme: 'light', size: 'normal' },
  { theme: 'dark', size: 'compact' },
  { theme: 'light', size: 'compact' },
] as const;

type Variant = (typeof VARIANTS)[number];

/** Colours that the pickers begin with: the default of a label, and of a good score. */
const FIRST_COLORS = { label_color: '#555555', color: '#2a7d22' } as const;

/**
 * Renders `/audits/{id}/badge`: the badge of the audit's domain in all its variants, to embed, with its label and colours.
 *
 * @param published null when the domain is not published
 */
export function badgePage(instance: Instance, audit: FinishedAudit, published: BadgeOfDomain | null): string {
  const { domain } = audit;
  // Only a published domain has a permanent page here.
  const tried = published === null ? null : triedIn(published);
  const link = published === null ? `https://${domain}/` : `${instance.baseUrl()}/domains/${domain}`;
  return auditTabPage(instance, {
    audit,
    tab: 'badge',
    modules: ['badge-choice'],
    title: `Badge of ${domain}`,
    description: `The AEO score of ${domain} as an image for a README or a website, in two themes and two sizes.`,
    children: (
      <>
        <Section id="badge" title="Badge" class="stack">
          <p class="prose">
            An image with the score of the newest live audit of <bdi>{domain}</bdi>. It updates after each live audit,
            wherever it is embedded. Without one, it shows “not audited”.
          </p>
          <p class="badge-ground">
            <img
              src={badgePath(domain, 'dark', 'normal', tried)}
              data-badge
              alt={`AEO score of ${domain}`}
              height="20"
            />
          </p>
        </Section>
        <Section id="badge-colors" title="Label and colours" class="stack">
          {published === null ? (
            <p class="prose">
              The owner of a published domain can choose the badge’s label and colours.{' '}
              <a href={`/audits/${audit.id}/llms-txt`}>Publish the llms.txt of this domain</a> first.
            </p>
          ) : (
            <ChoiceForm audit={audit} published={published} />
          )}
        </Section>
        <Section id="embed" title="Embed it" class="stack">
          <ul class="badges">
            {VARIANTS.map((variant) => (
              <BadgeVariant
                key={`${variant.theme} ${variant.size}`}
                instance={instance}
                domain={domain}
                link={link}
                variant={variant}
                tried={tried}
              />
            ))}
          </ul>
        </Section>
      </>
    ),
  });
}

/** Choices that are not stored. */
interface TriedChoice extends BadgeChoice {
  /** A stored choice is left out: the picture must not show it. */
  readonly hidesStored: boolean;
}

/** Returns the choices if they differ from the stored ones, else null: then the picture needs no parameters. */
function triedIn({ stored, tried }: BadgeOfDomain): TriedChoice | null {
  const parts = ['label', 'labelColor', 'color'] as const;
  if (parts.every((part) => stored[part] === tried[part])) return null;
  return { ...tried, hidesStored: parts.some((part) => stored[part] !== null && tried[part] === null) };
}

/** Shows the form that tries choices. For the owner, it stores them too. */
function ChoiceForm({ audit: { id, domain }, published }: { audit: FinishedAudit; published: BadgeOfDomain }) {
  const { tried, isOwner, problem } = published;
  return (
    <form class="badge-form" action={`/audits/${id}/badge#badge-colors`} method="get" data-badge-form>
      <div>
        <label for="badge-label">Label</label>
        <input
          id="badge-label"
          name="label"
          type="text"
          maxLength={32}
          placeholder="AEO"
          value={tried.label ?? ''}
          aria-describedby="badge-problem"
        />
      </div>
      <ColorField name="label_color" label="label colour" color={tried.labelColor} />
      <ColorField name="color" label="score colour" color={tried.color} />
      <input type="hidden" name="audit" value={id} />
      <p id="badge-problem" class="problem" role="alert" hidden={problem === null}>
        {problem}
      </p>
      <div class="row">
        <button class="button button-quiet" type="submit" name="try" value="1">
          Try
        </button>
        {isOwner && (
          <button class="button" type="submit" formMethod="post" formAction={`/domains/${domain}/badge`}>
            Save
          </button>
        )}
      </div>
      <p class="small muted prose">
        {isOwner
          ? 'Saved choices apply to every badge of this domain, even where it is already embedded. The text colour is chosen for contrast.'
          : 'To save them, sign in with the key that published this domain. You can also put them into the address of the image.'}
      </p>
    </form>
  );
}

interface ColorFieldProps {
  readonly name: keyof typeof FIRST_COLORS;
  readonly label: string;
  /** Null for the default. */
  readonly color: string | null;
}

/** Shows a picker, and whether its colour counts: a picker always has one. */
function ColorField({ name, label, color }: ColorFieldProps) {
  return (
    <div class="badge-color">
      <input id={`own-${name}`} type="checkbox" name={`own_${name}`} value="1" checked={color !== null} />
      <label for={`own-${name}`}>Custom {label}</label>
      <input type="color" name={name} value={color ?? FIRST_COLORS[name]} aria-label={capital(label)} />
    </div>
  );
}

interface BadgeVariantProps {
  readonly instance: Instance;
  readonly domain: string;
  /** URL that the embedded badge links to. */
  readonly link: string;
  readonly variant: Variant;
  /** Choices that are not stored; null for those that are. */
  readonly tried: TriedChoice | null;
}

function BadgeVariant({ instance, domain, link, variant: { theme, size }, tried }: BadgeVariantProps) {
  const path = badgePath(domain, theme, size, tried);
  const picture = `${instance.baseUrl()}${path}`;
  // Without the score: it changes, and the embedded text does not.
  const alternative = `AEO score of ${domain}`;
  const name = `${theme === 'dark' ? 'Dark' : 'Light'}, ${size}`;
  return (
    <li class="stack">
      <h3>{name}</h3>
      <p class="badge-ground">
        <img src={path} data-badge alt={`${alternative}, ${name}`} height="20" />
      </p>
      <CodeBlock
        heading="Markdown"
        label={`Markdown of the badge ${name}`}
        text={`[![${alternative}](${picture})](${link})`}
      />
      <details>
        <summary class="small">HTML</summary>
        <CodeBlock
          label={`HTML of the badge ${name}`}
          text={`<a href="${link}"><img src="${picture.replaceAll('&', '&amp;')}" alt="${alternative}" height="20"></a>`}
        />
      </details>
    </li>
  );
}

/** Returns the address of a badge. @param tried choices that are not stored */
function badgePath(domain: string, theme: Variant['theme'], size: Variant['size'], tried: TriedChoice | null): string {
  const query = new URLSearchParams({
    domain,
    ...(theme === 'dark' ? {} : { theme }),
    ...(size === 'normal' ? {} : { size }),
    ...(tried?.label == null ? {} : { label: tried.label }),
    ...(tried?.labelColor == null ? {} : { label_color: tried.labelColor.slice(1) }),
    ...(tried?.color == null ? {} : { color: tried.color.slice(1) }),
    ...(tried?.hidesStored === true ? { stored: 'no' } : {}),
  });
  return `/api/badge?${query}`;
}
