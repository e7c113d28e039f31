import { describeFailure } from './api-client.ts';
import { describeCrawl, describeProgress, findStep, type Progress } from './audit-page.ts';

const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/** Follows an audit by its events until it is finished, then reloads the page, which shows the report. */
function follow(section: HTMLElement, id: string): void {
  const sentence = section.querySelector('[role=status]');
  const requests = section.querySelector('.progress-requests .big-number');
  const crawl = section.querySelector('.progress-crawl');
  let wait = MIN_RETRY_MS;
  let hasEnded = false;
  listen();

  function listen(): void {
    const events = new EventSource(`/api/audits/${id}/events`);
    events.addEventListener('progress', ({ data }) => {
      wait = MIN_RETRY_MS;
      show(JSON.parse(data));
    });
    for (const end of ['done', 'failed']) {
      events.addEventListener(end, () => {
        events.close();
        leave();
      });
    }
    events.addEventListener('error', () => {
      if (hasEnded) return;
      say('The connection was lost; trying again.');
      // Unless it is closed, the browser reconnects by itself.
      if (events.readyState === EventSource.CLOSED) setTimeout(tryAgain, nextWait());
    });
  }

  /** Reconnects after the stream was refused, unless the audit is finished or gone. */
  async function tryAgain(): Promise<void> {
    const response = await fetch(`/api/audit/${id}`).catch(() => null);
    const audit = response?.ok ? await response.json().catch(() => null) : null;
    if (response?.status === 404 || audit?.finished_at) return leave();
    if (response?.ok === false) say(await describeFailure(response));
    listen();
  }

  function nextWait(): number {
    const now = wait;
    wait = Math.min(wait * 2, MAX_RETRY_MS);
    return now;
  }

  function leave(): void {
    hasEnded = true;
    say('It is finished: opening the report.');
    location.reload();
  }

  function show(progress: Progress): void {
    const step = findStep(progress);
    for (const [n, item] of section.querySelectorAll('.progress-steps li').entries()) {
      item.setAttribute('data-state', n < step ? 'done' : n === step ? 'now' : 'next');
      if (n === step) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    }
    if (requests !== null) requests.textContent = String(progress.requests);
    if (crawl !== null) crawl.textContent = describeCrawl(progress);
    say(describeProgress(progress));
  }

  /** Shows a sentence. An unchanged one is not written again, so that screen readers read it out once. */
  function say(text: string): void {
    if (sentence !== null && sentence.textContent !== text) sentence.textContent = text;
  }
}

const section = document.querySelector<HTMLElement>('[data-audit]');
if (section?.dataset['audit']) follow(section, section.dataset['audit']);
