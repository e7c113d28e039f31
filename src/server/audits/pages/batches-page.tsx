import { formatCount } from '../../../values/format-count.ts';
import { Table, Time } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import type { Batch } from '../batches.ts';

/** Renders `/batches`: the batches of audits of the key that has signed in. @param notice what the last form did */
export function batchesPage(instance: Instance, batches: readonly Batch[], notice: string | null): string {
  return renderPage(
    instance,
    { title: 'Batches', description: 'The batches of audits of your key.', path: '/batches', isNoindex: true },
    <div class="stack-large">
      <header class="stack">
        <h1>Batches</h1>
        {notice !== null && (
          <p class="callout" role="status">
            {notice}
          </p>
        )}
        <p>Several sites that are audited together are a batch. Cancel one that you no longer need.</p>
      </header>
      {batches.length === 0 ? (
        <p>
          You have no batches. <a href="/sites">Audit several sites</a>
        </p>
      ) : (
        <BatchTable batches={batches} />
      )}
    </div>,
  );
}

const STATES = { queued: 'Waiting', running: 'Running', done: 'Done', cancelled: 'Cancelled' } as const;
const NUMBERS = ['Sites', 'Waiting', 'Done', 'Failed', 'Refused', 'Cancelled'];

function BatchTable({ batches }: { batches: readonly Batch[] }) {
  return (
    <Table
      aria-label="Batches"
      head={['Requested', 'State', 'Action', ...NUMBERS]}
      numbers={NUMBERS.map((_, column) => column + 3)}
      rows={batches.map((batch) => ({ key: batch.id, cells: toCells(batch) }))}
    />
  );
}

function toCells({ id, status, requestedAt, finishedAt, domains, counts }: Batch) {
  const { queued, running, done, failed, refused, cancelled } = counts;
  const cancel = (
    <form method="post" action={`/batches/${id}/cancel`}>
      <button class="button button-quiet button-small" type="submit">
        Cancel<span class="visually-hidden"> the batch of {requestedAt}</span>
      </button>
    </form>
  );
  return [
    <Time at={requestedAt} />,
    STATES[status],
    finishedAt === null && cancel,
    ...[domains, queued + running, done, failed, refused, cancelled].map(formatCount),
  ];
}
