import { CHECKS } from '../../../audit/rubric.ts';
import type { CrawlerIndex } from '../../../service/visits/crawler-index.ts';
import type { Instance } from '../layout/instance.ts';
import { siteNodes } from '../layout/json-ld.ts';
import { renderPage } from '../layout/layout.tsx';
import { AuditForm } from './audit-form.tsx';
import { HomeIndex } from './home-index.tsx';
import { HomeRubric } from './home-rubric.tsx';
import { HomeSpecimen } from './home-specimen.tsx';
import { HomeTiers } from './home-tiers.tsx';

const DESCRIPTION =
  'An audit of nine checks, 0 to 100 points, with evidence and a fix for every point that is lost: can AI answer engines reach, read and understand your site?';

/** So many of the checks, the weightiest first, say on the home page why they are asked. */
const EXPLAINED = 3;

/** `/`: what is measured and why, and the field for a site. */
export function homePage(instance: Instance, index: CrawlerIndex): string {
  return renderPage(
    instance,
    {
      title: 'Citable: how ready is your site for AI answer engines?',
      description: DESCRIPTION,
      path: '/',
      modules: ['audit-form', 'copy'],
      jsonLd: siteNodes(instance, DESCRIPTION),
    },
    <div class="stack-large">
      <section class="hero">
        <div>
          <h1>Can AI answer engines quote your site?</h1>
          <p class="lead">
            Citable is an audit of how ready your site is for AI answer engines: nine checks, 100 points. For every
            point that is lost it says what was seen, where, and the exact change that earns it back.
          </p>
          <AuditForm instance={instance} />
          <p class="hero-example">
            Nothing to audit yet? <a href="/audits?domain=example.com">See an example report</a>, made up for
            example.com.
          </p>
        </div>
        <HomeSpecimen />
      </section>
      <HomeRubric />
      <HomeReasons />
      <HomeIndex index={index} />
      <HomeTiers instance={instance} />
    </div>,
  );
}

function HomeReasons() {
  return (
    <section aria-labelledby="why">
      <h2 id="why" class="section-title">
        Why these
      </h2>
      <p class="lead home-lead">
        An engine can only quote what it can reach, read and tell apart. Each check rests on what the engines document
        or on what was measured, and names its sources. It promises no citations: relevance and reputation decide those,
        and they are not on the page.
      </p>
      <div class="grid home-reasons">
        {CHECKS.slice(0, EXPLAINED).map(({ key, label, why, sources }) => (
          <section key={key} class="stack">
            <h3>{label}</h3>
            <p>{why}</p>
            <ul class="home-sources">
              {sources.slice(0, 2).map(({ title, url }) => (
                <li key={url}>
                  <a href={url}>{title}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
