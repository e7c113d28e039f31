import type { ComponentChildren } from 'preact';
import { count } from '../../../audit/formatting.ts';
import type { Difference, Reading, RenderedAudit, RenderedPage } from '../../../audit/rendered/rendered-site.ts';
import {
  DIFFERENCE_NAMES,
  disagreementText,
  foldedTexts,
  formsText,
  missingTexts,
  renderedSummary,
  shown,
  WORTH_TELLING,
} from '../../../documents/rendered-text.ts';
import { formatCount } from '../../../values/format-count.ts';
import { PICTURE_VERSIONS } from '../../../values/page-controls.ts';
import { Section, SiteLink, Table } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import type { FinishedAudit } from '../audit.ts';
import { createPictureLocator } from '../pictures.ts';
import { auditTabPage } from './audit-layout.tsx';

/** Renders `/audits/{id}/rendering`: the judged pages as sent against after their scripts. @param rendering null where none was stored */
export function renderingPage(instance: Instance, audit: FinishedAudit, rendering: RenderedAudit | null): string {
  const { domain } = audit;
  return auditTabPage(instance, {
    audit,
    tab: 'rendering',
    title: `${domain} in a browser`,
    description: `What scripts add to the pages of ${domain}, change and remove: the HTML as sent against what a browser shows.`,
    children: (
      <Section id="rendering" title="In a browser" class="stack">
        <p class="prose muted">
          The judged pages as sent, and after their scripts. Most AI crawlers run no scripts: they read the HTML as
          sent. This was observed in a browser, and changes no point of the score.
        </p>
        <Rendering audit={audit} rendering={rendering} />
      </Section>
    ),
  });
}

function Rendering({ audit, rendering }: { audit: FinishedAudit; rendering: RenderedAudit | null }) {
  if (rendering === null || rendering.failure !== null)
    return (
      <p class="callout callout-middling">{rendering?.failure ?? 'This audit did not load its pages in a browser.'}</p>
    );
  const { site, browser, isSandboxed, requests } = rendering;
  const disagreeing = site.pages.filter(({ disagreement }) => disagreement !== null).length;
  const firstFilled = site.pages.find(({ fromScripts }) => fromScripts >= WORTH_TELLING);
  const refused = Object.values(requests.refused).reduce((sum, one) => sum + one, 0);
  return (
    <>
      <p class="lead">{renderedSummary(site, new URL(site.pages[0]?.url ?? `https://${audit.domain}/`).origin)}</p>
      {disagreeing > 0 && (
        <p>On {count(disagreeing, 'page')}, the browser and the rule differ. The score follows the rule.</p>
      )}
      {site.pages.map((page, place) => (
        <PageRendering key={page.url} page={page} isOpen={page === firstFilled}>
          {page.hasPictures && audit.hasSnapshot && <Pictures audit={audit} url={page.url} place={place} />}
        </PageRendering>
      ))}
      <p class="muted small">
        {browser}
        {!isSandboxed && ', without its sandbox'}. {count(requests.sent, 'request')} sent, {formatCount(refused)}{' '}
        refused. The browser gets no images, fonts or credentials.{' '}
        <a href={`/api/audit/${audit.id}/rendering`}>All as JSON</a>
      </p>
    </>
  );
}

function PageRendering(props: { page: RenderedPage; isOpen: boolean; children: ComponentChildren }) {
  const { page, isOpen, children } = props;
  const { url, after, failure, stoodAfter, fromScripts, removed, removedText, folded, forms } = page;
  const disagreement = disagreementText(page);
  if (after === null)
    return (
      <section class="rendered stack">
        <h3>
          <SiteLink url={url} />
        </h3>
        <p class="callout callout-middling">{failure}</p>
      </section>
    );
  return (
    <section class="rendered stack">
      <h3>
        <SiteLink url={url} />
      </h3>
      <p>
        {formatCount(fromScripts)} of {count(after.words, 'word')} come from scripts.
        {stoodAfter !== null && ` The text stood after ${(stoodAfter / 1000).toFixed(1)} seconds.`}
        {removed >= WORTH_TELLING && ` Scripts remove ${count(removed, 'word')} of the text as sent.`}
      </p>
      {disagreement !== null && <p class="callout callout-middling">{disagreement}</p>}
      {missingTexts(page).map((sentence) => (
        <p key={sentence} class="callout callout-middling">
          {sentence}
        </p>
      ))}
      <Readings sent={page.sent} after={after} />
      {children}
      <ReadText page={page} isOpen={isOpen} />
      {removedText.length > 0 && removed >= WORTH_TELLING && <Excerpt name="What scripts remove" texts={removedText} />}
      {folded !== null && foldedTexts(folded).map((sentence) => <p key={sentence}>{sentence}</p>)}
      {folded !== null && folded.excerpt.length > 0 && (
        <Excerpt name="What comes only after scrolling or a click" texts={folded.excerpt} />
      )}
      {folded !== null && folded.hoverExcerpt.length > 0 && (
        <Excerpt name="What is shown only on hover" texts={folded.hoverExcerpt} />
      )}
      {forms !== null && <p>{formsText(forms)}</p>}
      <Controls page={page} />
    </section>
  );
}

/** Shows a page as sent beside the page after its scripts. */
function Pictures({ audit: { id }, url, place }: { audit: FinishedAudit; url: string; place: number }) {
  const captions = { 'as-sent': 'As sent, without scripts', 'after-scripts': 'After scripts' } as const;
  return (
    <div class="rendered-pictures">
      {PICTURE_VERSIONS.map((version) => (
        <figure key={version}>
          <figcaption class="muted small">{captions[version]}</figcaption>
          <img
            src={createPictureLocator(id)(place, version)}
            alt={`${captions[version]}: the upper part of ${url}`}
            width={640}
            height={800}
            loading="lazy"
          />
        </figure>
      ))}
    </div>
  );
}

const DIFFERENCES = ['title', 'canonical', 'robots', 'jsonLd'] as const satisfies readonly Difference[];
const COUNTS = [
  ['words', 'Words'],
  ['headings', 'Headings'],
  ['links', 'Links'],
] as const;

function Readings({ sent, after }: { sent: Reading; after: Reading }) {
  const rows = [
    ...COUNTS.map(([name, title]) => [title, formatCount(sent[name]), formatCount(after[name])] as const),
    ...DIFFERENCES.map((name) => [DIFFERENCE_NAMES[name], shown(sent, name), shown(after, name)] as const),
  ];
  return (
    <Table
      class="rendered-readings"
      head={['', 'As sent', 'After scripts']}
      rows={rows.map(([title, before, now]) => ({
        key: title,
        cells: [title, <bdi>{before}</bdi>, before === now ? <bdi>{now}</bdi> : <mark>{now}</mark>],
      }))}
    />
  );
}

/** Shows the text after scripts in reading order, with what only scripts write marked. */
function ReadText({ page: { text, isCut, fromScripts }, isOpen }: { page: RenderedPage; isOpen: boolean }) {
  if (text.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        The text in reading order{' '}
        {fromScripts > 0 && <span class="muted small">marked: what a crawler without scripts does not see</span>}
      </summary>
      <div class="rendered-text">
        {text.map((block, n) => (
          <p key={n}>{block.isFromScripts ? <mark>{block.text}</mark> : block.text}</p>
        ))}
        {isCut && <p class="muted">The text goes on.</p>}
      </div>
    </details>
  );
}

function Excerpt({ name, texts }: { name: string; texts: readonly string[] }) {
  return (
    <details>
      <summary>{name}</summary>
      <div class="rendered-text">
        {texts.map((text, n) => (
          <p key={n}>{text}</p>
        ))}
      </div>
    </details>
  );
}

function Controls({ page: { controls, controlCount } }: { page: RenderedPage }) {
  if (controls.length === 0) return null;
  const unnamed = controls.filter(({ name }) => name === '').length;
  const of = controls.length < controlCount ? `, the first ${controls.length} of ${formatCount(controlCount)}` : '';
  return (
    <details>
      <summary>
        What can be pressed or filled in{' '}
        <span class="muted small">
          {count(controlCount, 'control')}
          {unnamed > 0 && `, ${formatCount(unnamed)} without a name`}
          {of}
        </span>
      </summary>
      <ul class="rendered-text">
        {controls.map(({ role, name, autocomplete }, n) => (
          <li key={n}>
            <span class="muted">{role}</span> {name === '' ? <em>without a name</em> : <bdi>{name}</bdi>}
            {autocomplete !== null && <span class="muted"> (autocomplete {autocomplete})</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
