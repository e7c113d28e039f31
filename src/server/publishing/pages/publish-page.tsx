import type { OwnershipProof } from '../../../documents/llms-txt/llms-txt-document.ts';
import { CodeBlock, DomainHeading, Section } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';

export interface PublishPageProps {
  readonly domain: string;
  /** The llms.txt that would be hosted; null when there is none. */
  readonly text: string | null;
  /** Why it lists very few pages, in a sentence. */
  readonly warning: string | null;
  /** That the site has an llms.txt of its own, and how to keep it, in two sentences. */
  readonly ownFile: string | null;
  /** The proof of ownership that publishing requires, and whether it was looked for and not found; null when none is required. */
  readonly proof: (OwnershipProof & { readonly isRefused: boolean }) | null;
  /** Why it cannot be published, in a sentence or two. */
  readonly problem: string | null;
}

/** Renders what publishing a domain would host, before it is published, with any warning. */
export function publishPage(instance: Instance, props: PublishPageProps): string {
  const { domain, text, warning, ownFile, proof, problem } = props;
  const path = `/domains/${encodeURIComponent(domain)}`;
  return renderPage(
    instance,
    {
      title: `Publish the llms.txt of ${domain}`,
      description: `The llms.txt of ${domain} as it would be hosted here.`,
      path,
      isNoindex: true,
      modules: ['copy'],
    },
    <div class="stack-large">
      <header class="stack">
        <DomainHeading what="Not published yet" domain={domain} />
        {problem !== null && (
          <p class="callout callout-poor" role="alert">
            {problem}
          </p>
        )}
        {proof !== null && (
          <p class="callout callout-middling" role="alert">
            {proof.isRefused ? 'Not published yet: the proof was not found. ' : ''}
            To publish it, prove that you control <bdi>{domain}</bdi>: add a TXT record at <code>{proof.record}</code>{' '}
            with the text <code>{proof.token}</code>, or serve a file with only that text at <code>{proof.file}</code>.
          </p>
        )}
        {warning !== null && (
          <p class="callout callout-middling" role="alert">
            {warning} Fix that first, or publish it as it is.
          </p>
        )}
        {ownFile !== null && (
          <p class="callout callout-middling" role="alert">
            {ownFile}
          </p>
        )}
        {text !== null && (
          <p class="prose">
            This file would be hosted at <code>{`${instance.baseUrl()}/llms/${domain}.txt?tier=vip`}</code>, and renewed
            after each live audit. The site is then audited once a day. You can withdraw it at any time.
          </p>
        )}
        <form class="row" method="post" action={path}>
          <button class="button" type="submit" name="action" value={text === null ? 'preview' : 'publish'}>
            {text === null ? 'Try again' : 'Publish'}
          </button>
          <a class="button button-quiet" href={path}>
            Not now
          </a>
        </form>
      </header>
      {text !== null && (
        <Section id="preview" title="The file" class="stack">
          <CodeBlock label="llms.txt" text={text} />
        </Section>
      )}
    </div>,
  );
}
