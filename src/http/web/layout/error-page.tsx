import { STATUS_CODES } from 'node:http';
import type { Instance } from './instance.ts';
import { CHECKS_NAME, renderPage, signInPath } from './layout.tsx';

export interface ErrorPageProps {
  readonly status: number;
  /** Sentence that the API sends as `error`. */
  readonly message: string;
  /** Path of the request, without its query. */
  readonly path: string;
}

const WORDS: Readonly<Record<number, { readonly title: string; readonly advice: string }>> = {
  400: {
    title: 'That request was not understood',
    advice: 'Something in the address, or in what was sent, is wrong.',
  },
  401: {
    title: 'Please sign in',
    advice: 'This is for people with an API key of this service. Ask whoever runs it for one.',
  },
  404: {
    title: 'There is nothing here',
    advice: 'The address may be mistyped, or the audit is no longer stored.',
  },
  405: {
    title: 'That cannot be done here',
    advice: 'This address does not support that.',
  },
  429: {
    title: 'Too many requests',
    advice: 'There is a limit per minute, so that the service stays fast for everyone.',
  },
  500: {
    title: 'Something went wrong here',
    advice: 'The fault is ours, and the log of the service has the details.',
  },
  503: { title: 'The service is busy', advice: 'Too much is running at once. Try again in a moment.' },
};

/** Renders the page that browsers get in place of `{"error": "…"}`. */
export function errorPage(instance: Instance, { status, message, path }: ErrorPageProps): string {
  const words = WORDS[status] ?? {
    title: STATUS_CODES[status] ?? 'Error',
    advice: 'The request failed.',
  };
  return renderPage(
    instance,
    { title: words.title, description: words.advice, path, isNoindex: true },
    <section class="error-page">
      <p class="eyebrow number">{status}</p>
      <h1>{words.title}</h1>
      <p class="lead page-lead">{words.advice}</p>
      <p class="page-lead prose muted">
        <bdi>{message}</bdi>
      </p>
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
