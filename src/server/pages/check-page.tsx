import type { Check } from '../../audit/check.ts';
import { GATE_HOLDS_WHILE, GATES } from '../../audit/gates.ts';
import { CHECKS, evidenceFor, maxPointsFor, RUBRIC_DATE, RUBRIC_VERSION } from '../../audit/rubric.ts';
import { CHECK_PARTS } from '../../documents/check-markdown.ts';
import { formatDate } from '../../web/layout/format.ts';
import type { Instance } from '../../web/layout/instance.ts';
import { CHECKS_NAME, renderPage } from '../../web/layout/layout.tsx';
import { breadcrumbList } from '../../web/layout/page-json-ld.ts';
import { EvidenceGrade } from '../audits/pages/evidence-grades.tsx';

/** Renders `/checks/{key}`: one check, from its own definition. */
export function checkPage(instance: Instance, check: Check): string {
  const { key, label, asks, why, questions, failsWhen, neverScored, sources } = check;
  const maxPoints = maxPointsFor(check);
  const path = `/checks/${key}`;
  const description = `${asks} Up to ${maxPoints} of 100 points: the questions, what must be true, when the check fails, and why.`;
  const trail = [
    { path: '/checks', name: CHECKS_NAME },
    { path, name: label },
  ];
  const gates = GATES.filter((one) => one.key === key);
  return renderPage(
    instance,
    {
      title: label,
      description,
      path,
      jsonLd: [breadcrumbList(instance, trail), articleNode(instance, check, description)],
    },
    <article class="check-page">
      <nav aria-label="Breadcrumb" class="small">
        <a href="/checks">{CHECKS_NAME}</a>
      </nav>
      <h1>{label}</h1>
      <p class="lead page-lead">
        <span>{asks}</span> This check gives up to {maxPoints} of the 100 points.
      </p>
      <p class="small muted page-lead">
        Key: <code>{key}</code>. Rubric version {RUBRIC_VERSION}, published{' '}
        <time dateTime={RUBRIC_DATE}>{formatDate(RUBRIC_DATE)}</time>.
      </p>
      <div class="prose page-part">
        <h2>{CHECK_PARTS.why}</h2>
        <p>{why}</p>
      </div>
      <h2 class="page-part">{CHECK_PARTS.questions}</h2>
      <ol class="check-list check-questions">
        {Object.entries(questions).map(([id, { ask, inShort, must, weight }]) => {
          const evidence = evidenceFor(key, id);
          return (
            <li key={id} id={id}>
              <p class="check-points number">{weight}</p>
              <div>
                <h3>{ask}</h3>
                <p>{inShort}</p>
                <details>
                  <summary class="small">The exact rule</summary>
                  <ul class="check-must">
                    {must.map((statement) => (
                      <li key={statement}>{statement}</li>
                    ))}
                  </ul>
                </details>
                {evidence !== null && (
                  <details class="more-evidence">
                    <summary class="small">Evidence</summary>
                    <EvidenceGrade evidence={evidence} />
                  </details>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      <div class="prose page-part">
        <p class="small">
          None of the evidence shows a cause. <a href="/checks#evidence">What the grades mean</a>
        </p>
        <h2>{CHECK_PARTS.failsWhen}</h2>
        <Items items={failsWhen} />
        {gates.map(({ id, cap }) => (
          <p key={id} class="callout">
            <b>Gate {id}:</b> while {GATE_HOLDS_WHILE[id]}, the maximum of the whole score is {cap}.
          </p>
        ))}
        <h2>{CHECK_PARTS.neverScored}</h2>
        <Items items={neverScored} />
        <h2>{CHECK_PARTS.sources}</h2>
        <ul>
          {sources.map(({ title, url }) => (
            <li key={url}>
              <a href={url}>{title}</a>
            </li>
          ))}
        </ul>
      </div>
      <Neighbours of={check} />
    </article>,
  );
}

function Items({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** Links to the checks before and after it in the rubric. */
function Neighbours({ of }: { of: Check }) {
  const at = CHECKS.indexOf(of);
  const previous = CHECKS[at - 1];
  const next = CHECKS[at + 1];
  return (
    <nav class="neighbours page-part" aria-label="Other checks">
      {previous !== undefined && (
        <a href={`/checks/${previous.key}`} rel="prev">
          <span class="small muted">Before</span> {previous.label}
        </a>
      )}
      {next !== undefined && (
        <a href={`/checks/${next.key}`} rel="next" class="neighbour-next">
          <span class="small muted">Next</span> {next.label}
        </a>
      )}
    </nav>
  );
}

/** https://schema.org/TechArticle */
function articleNode(instance: Instance, { key, label, sources }: Check, description: string): object {
  const base = instance.baseUrl();
  const organization = { '@type': 'Organization', '@id': `${base}/#organization`, name: 'Citable', url: `${base}/` };
  return {
    '@type': 'TechArticle',
    headline: label,
    description,
    url: `${base}/checks/${key}`,
    inLanguage: 'en',
    datePublished: RUBRIC_DATE,
    version: String(RUBRIC_VERSION),
    author: organization,
    publisher: organization,
    citation: sources.map(({ title, url }) => ({ '@type': 'CreativeWork', name: title, url })),
  };
}
