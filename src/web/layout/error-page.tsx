import { STATUS_CODES } from 'node:http';
import { KeySource } from './components.tsx';
import { type Instance, signInPath } from './instance.ts';
import { CHECKS_NAME, renderPage } from './layout.tsx';

export interface ErrorPageProps {
  readonly status: number;
  /** Sentence that the API sends as `error`. */
  readonly message: string;
  /** Path of the request, without its query. */
  readonly path: string;
}

/** Titles, and advice that is true whatever the reason: the reason itself is the message. */
const WORDS: Readonly<Record<number, { readonly title: string; readonly advice?: string }>> = {
  400: { title: 'This request is not valid' },
  401: { title: 'Please sign in', advice: 'You need an API key.' },
  403: { title: 'Your key is not allowed to do this', advice: 'Sign out, then sign in with a key that is.' },
  404: { title: 'Page not found', advice: 'Check the address. An audit is deleted some time after it ends.' },
  405: { title: 'This address does not support that', advice: 'Open it from a link or a form of this site.' },
  429: { title: 'Too many requests' },
  500: { title: 'Something went wrong here', advice: 'This is our fault, not yours.' },
  507: { title: 'The storage is full' },
  503: { title: 'This is not possible right now' },
};

/** Renders the page that browsers get in place of `{"error": "…"}`. */
export function errorPage(instance: Instance, { status, message, path }: ErrorPageProps): string {
  const { title, advice } = WORDS[status] ?? { title: STATUS_CODES[status] ?? 'Error' };
  return renderPage(
    instance,
    { title, description: `${title}. ${message}`, path, isNoindex: true },
    <section class="error-page">
      <p class="eyebrow number">{status}</p>
      <h1>{title}</h1>
      <p class="lead page-lead">
        <bdi>{message}</bdi>
      </p>
      {advice !== undefined && (
        <p class="page-lead prose muted">
          {advice} {status === 401 && <KeySource operator={instance.operator} />}
        </p>
      )}
      <p class="row page-part">
        {status === 401 ? (
          <a class="button" href={signInPath(path)} rel="nofollow">
            Sign in
          </a>
        ) : (
          <a class="button" href="/">
            Audit a site
          </a>
        )}
        <a class="button button-quiet" href="/checks">
          {CHECKS_NAME}
        </a>
      </p>
    </section>,
  );
}
