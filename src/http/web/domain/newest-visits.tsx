import type { Visit } from '../../../store/visits/visits.ts';
import { quote } from '../../../untrusted-text.ts';
import { VISITORS } from '../crawlers/visitors.ts';
import { VERIFICATION_TAGS } from './verified-visits.tsx';

/** Of a user agent or a path, so much is shown. */
const SHOWN = 160;

/** The newest visits, one a row. What visitors say of themselves is shown as their words. */
export function NewestVisits({ visits }: { visits: readonly Visit[] }) {
  return (
    <div class="stack">
      <h3 id="newest">The newest visits</h3>
      {visits.length === 0 ? (
        <p class="chart-empty">There has been none yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section class="table-scroll newest-visits-scroll" aria-labelledby="newest" tabIndex={0}>
          <table class="newest-visits">
            <thead>
              <tr>
                <th scope="col">When, UTC</th>
                <th scope="col">Who</th>
                <th scope="col">User agent, as sent</th>
                <th scope="col">From</th>
              </tr>
            </thead>
            <tbody>
              {visits.map(({ time, class: kind, crawler, vendor, userAgent, referringHost, verification }, i) => (
                <tr key={i}>
                  <td class="newest-visits-time">
                    <time dateTime={time}>{time.slice(0, 19).replace('T', ' ')}</time>
                  </td>
                  <td>
                    <bdi>{crawler ?? VISITORS[kind]}</bdi>
                    {crawler !== null && <span class="muted"> {vendor ?? VISITORS[kind]}</span>}
                    {verification !== null && (
                      <>
                        {' '}
                        <span class={VERIFICATION_TAGS[verification]}>{verification}</span>
                      </>
                    )}
                  </td>
                  <td class="newest-visits-agent" dir="auto">
                    {userAgent === null ? <span class="muted">none</span> : quote(userAgent, SHOWN)}
                  </td>
                  <td>{referringHost === null ? '' : <bdi>{quote(referringHost, SHOWN)}</bdi>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
