import { describeStanding, type Standing, stepOf } from './standing.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** Follows an audit by its events until it is finished, when the same address has its report. */
function follow(section: HTMLElement, id: string): void {
  const sentence = section.querySelector('[role=status]');
  const requests = section.querySelector('.progress-requests .big-number');
  let wait = FIRST_WAIT_MS;
  let hasEnded = false;
  listen();

  function listen(): void {
    const events = new EventSource(`/api/audits/${id}/events`);
    events.addEventListener('progress', ({ data }) => {
      wait = FIRST_WAIT_MS;
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
      // While it is not closed, the browser connects again by itself.
      if (events.readyState === EventSource.CLOSED) setTimeout(tryAgain, nextWait());
    });
  }

  /** The stream was refused: the audit may be finished, or gone. */
  async function tryAgain(): Promise<void> {
    const response = await fetch(`/api/audit/${id}`).catch(() => null);
    const audit = response?.ok ? await response.json().catch(() => null) : null;
    if (response?.status === 404 || audit?.finished_at) leave();
    else listen();
  }

  function nextWait(): number {
    const now = wait;
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    return now;
  }

  function leave(): void {
    hasEnded = true;
    say('It is finished: opening the report.');
    location.reload();
  }

  function show(standing: Standing): void {
    const step = stepOf(standing);
    for (const [n, item] of section.querySelectorAll('.progress-steps li').entries()) {
      item.setAttribute('data-state', n < step ? 'done' : n === step ? 'now' : 'next');
      if (n === step) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    }
    if (requests !== null) requests.textContent = String(standing.requests);
    say(describeStanding(standing));
  }

  /** Written only when it is another one, so that it is read out once. */
  function say(text: string): void {
    if (sentence !== null && sentence.textContent !== text) sentence.textContent = text;
  }
}

const section = document.querySelector<HTMLElement>('[data-audit]');
if (section?.dataset['audit']) follow(section, section.dataset['audit']);
