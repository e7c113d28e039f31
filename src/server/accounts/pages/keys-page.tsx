import { formatCount } from '../../../values/format-count.ts';
import { CodeBlock, Options, Section, Table } from '../../../web/layout/components.tsx';
import { formatShortDate } from '../../../web/layout/format.ts';
import type { Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import { MAX_AUDITS_PER_DAY, type ManagedKey } from '../key-administration.ts';

export interface KeysPageProps {
  readonly keys: readonly ManagedKey[];
  /** A new key; it is shown this once. */
  readonly created: { readonly name: string; readonly key: string } | null;
  readonly notice: string | null;
  /** Why the last request was refused, and the name that was typed. */
  readonly problem: { readonly text: string; readonly name: string } | null;
}

/** Renders `/keys`: the keys of the service, for those who may manage them. */
export function keysPage(instance: Instance, { keys, created, notice, problem }: KeysPageProps): string {
  const inUse = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  return renderPage(
    instance,
    {
      title: 'Keys',
      description: 'The API keys of this server: create, limit and revoke them.',
      path: '/keys',
      isNoindex: true,
      modules: ['copy'],
    },
    <div class="stack-large">
      <header class="stack">
        <h1>Keys</h1>
        {notice !== null && (
          <p class="callout" role="status">
            {notice}
          </p>
        )}
        {problem !== null && (
          <p class="callout callout-poor" role="alert">
            {problem.text}
          </p>
        )}
        {created !== null && (
          <div class="callout stack" role="status">
            <p>
              This is the key <bdi>{created.name}</bdi>. Copy it now: it is shown only once.
            </p>
            <CodeBlock label="key" text={created.key} />
          </div>
        )}
      </header>
      <Section id="create" title="Create a key" class="stack">
        <form class="keys-form" method="post" action="/keys">
          <KeyFields name={problem?.name ?? ''} limit={null} />
          <label class="choice">
            <input type="checkbox" name="admin" value="yes" /> May manage keys
          </label>
          <p>
            <button class="button" type="submit">
              Create key
            </button>
          </p>
        </form>
      </Section>
      <Section id="in-use" title="Active keys" class="stack">
        <ul class="keys-list">
          {inUse.map((key) => (
            <KeyItem key={key.id} of={key} others={inUse.filter(({ id }) => id !== key.id)} />
          ))}
        </ul>
      </Section>
      {revoked.length > 0 && <RevokedKeys keys={revoked} />}
    </div>,
  );
}

interface KeyFieldsProps {
  /** End of the ids of the fields, for a page with several. */
  readonly suffix?: string;
  readonly name: string;
  /** Null for no limit. */
  readonly limit: number | null;
}

/** Shows the fields for the name and the limit of a key. */
function KeyFields({ suffix = '', name, limit }: KeyFieldsProps) {
  return (
    <>
      <p>
        <label for={`name${suffix}`}>Name</label>
        <input id={`name${suffix}`} name="name" type="text" maxLength={64} required value={name} />
      </p>
      <p>
        <label for={`limit${suffix}`}>Audits per UTC day</label>
        <input
          id={`limit${suffix}`}
          name="limit"
          type="text"
          inputMode="numeric"
          pattern="[0-9]{0,7}"
          title={`A whole number up to ${formatCount(MAX_AUDITS_PER_DAY)}, or nothing for no limit`}
          placeholder="no limit"
          value={limit === null ? '' : String(limit)}
        />
      </p>
    </>
  );
}

function KeyItem({ of: key, others }: { of: ManagedKey; others: readonly ManagedKey[] }) {
  const { id, name, isAdmin, auditsPerDay, domains, createdAt, lastUsedAt } = key;
  return (
    <li class="card stack">
      <div class="row">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        {isAdmin && <span class="tag">may manage keys</span>}
      </div>
      <p class="small muted">
        Created <time dateTime={createdAt}>{formatShortDate(createdAt)}</time> ·{' '}
        {lastUsedAt === null ? (
          'never used'
        ) : (
          <>
            last used <time dateTime={lastUsedAt}>{formatShortDate(lastUsedAt)}</time>
          </>
        )}{' '}
        · {auditsPerDay === null ? 'no limit' : `${formatCount(auditsPerDay)} audits per UTC day`} ·{' '}
        {domains === 1 ? '1 published domain' : `${formatCount(domains)} published domains`} · <code>{id}</code>
      </p>
      <details>
        <summary>Change or revoke</summary>
        <div class="stack keys-changes">
          <form class="keys-form" method="post" action={`/keys/${id}`}>
            <KeyFields suffix={`-${id}`} name={name} limit={auditsPerDay} />
            <p>
              <button class="button button-quiet" type="submit" name="action" value="change">
                Save
              </button>
            </p>
          </form>
          <RevokeForm of={key} others={others} />
        </div>
      </details>
    </li>
  );
}

function RevokeForm({ of: { id, name, domains }, others }: { of: ManagedKey; others: readonly ManagedKey[] }) {
  return (
    <form class="keys-form" method="post" action={`/keys/${id}`}>
      {domains > 0 && (
        <p>
          <label for={`domains-${id}`}>Its published domains and sites</label>
          <select id={`domains-${id}`} name="domains">
            <Options of={others.map((other) => [other.id, `Move to ${other.name}`])} />
            <option value="withdraw">Withdraw, and delete their visits</option>
          </select>
        </p>
      )}
      <p>
        <button class="button button-quiet" type="submit" name="action" value="revoke">
          Revoke<span class="visually-hidden"> {name}</span>
        </button>
      </p>
      <p class="small muted keys-note">The key stops working at once. This cannot be undone.</p>
    </form>
  );
}

function RevokedKeys({ keys }: { keys: readonly ManagedKey[] }) {
  return (
    <Section id="revoked" title="Revoked" class="stack">
      <Table
        aria-labelledby="revoked"
        head={['Name', 'Created', 'Revoked']}
        rows={keys.map(({ id, name, createdAt, revokedAt }) => ({
          key: id,
          cells: [<bdi>{name}</bdi>, formatShortDate(createdAt), revokedAt === null ? '' : formatShortDate(revokedAt)],
        }))}
      />
    </Section>
  );
}
