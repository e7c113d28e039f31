import { crawlerAccess } from '../../../audit/checks/crawler-access/crawler-access.ts';
import { maxPointsOf } from '../../../audit/rubric.ts';

/** What a lost point looks like on a report. Made up, and says so. */
export function HomeSpecimen() {
  const all = maxPointsOf(crawlerAccess);
  const { ask, weight } = crawlerAccess.questions.oai_searchbot;
  return (
    <figure class="specimen">
      <figcaption>How a report shows lost points. An illustration.</figcaption>
      <div class="card">
        <p class="specimen-head">
          <strong>{crawlerAccess.label}</strong>
          <span class="number">
            {all - weight} of {all}
          </span>
        </p>
        <svg class="specimen-bar band-middling" width="100%" height="8" aria-hidden="true">
          <rect class="share-bars-track" width="100%" height="8" rx="3" />
          <rect class="specimen-fill" width={`${(100 * (all - weight)) / all}%`} height="8" rx="3" />
        </svg>
        <p class="specimen-ask">{ask}</p>
        <dl class="specimen-facts">
          <dt>Seen</dt>
          <dd>
            <code>https://example.com/robots.txt</code>, line 7<code class="specimen-line">Disallow: /</code>
          </dd>
          <dt>Fix</dt>
          <dd>Remove the line, or give OAI-SearchBot a group of its own that lets it in.</dd>
          <dt>Earns</dt>
          <dd>
            <span class="tag tag-pass">+{weight} points</span>
          </dd>
        </dl>
      </div>
    </figure>
  );
}
