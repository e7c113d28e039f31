import type { Source } from '../../../audit/check.ts';

/** Shows sources as a list of links. */
export function SourceLinks({ sources, small = false }: { sources: readonly Source[]; small?: boolean }) {
  return (
    <ul class={small ? 'plain small' : 'plain'}>
      {sources.map(({ title, url }) => (
        <li key={url}>
          <a class="roomy-link" href={url} rel="noreferrer">
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
