import type { Verifications } from '../../../service/visits/domain-visits.ts';
import type { Verification } from '../../../store/database.ts';
import { formatCount } from '../charts/figures.ts';

/** What is known of an AI crawler's visit, by the classes of a tag: its word says the same. */
export const VERIFICATION_TAGS: Readonly<Record<Verification, string>> = {
  verified: 'tag tag-pass',
  unverified: 'tag',
  spoofed: 'tag tag-fail',
};

const KINDS = ['verified', 'unverified', 'spoofed'] as const satisfies readonly Verification[];

export interface VerifiedVisitsProps {
  readonly all: Verifications;
  readonly crawlers: readonly { readonly crawler: string; readonly verification: Verifications | null }[];
}

/** How many visits of AI crawlers were whose they said; nothing where there was none. */
export function VerifiedVisits({ all, crawlers }: VerifiedVisitsProps) {
  if (KINDS.every((kind) => all[kind] === 0)) return null;
  return (
    <div class="stack">
      <h3 id="verified">Were they who they said?</h3>
      <p class="prose muted">
        Any program can send the name of a crawler. A visit is verified when an address that the vendor publishes, a
        name in the DNS or a signature shows that it is the vendor’s; spoofed when one of these shows that it is not;
        and unverified when nothing shows either. Addresses are not kept.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="table-scroll" aria-labelledby="verified" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">AI crawler</th>
              {KINDS.map((kind) => (
                <th key={kind} scope="col" class="number">
                  <span class={VERIFICATION_TAGS[kind]}>{kind}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row name="All" counts={all} />
            {crawlers.map(
              ({ crawler, verification }) =>
                verification !== null && <Row key={crawler} name={crawler} counts={verification} />,
            )}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Row({ name, counts }: { name: string; counts: Verifications }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {KINDS.map((kind) => (
        <td key={kind} class="number">
          {formatCount(counts[kind])}
        </td>
      ))}
    </tr>
  );
}
