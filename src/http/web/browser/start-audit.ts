import { readPastedAddress } from '../../../pasted-address.ts';
import { describeFailure } from './failure.ts';
import { fetchWithKey } from './key.ts';
import { WHOLE_SITE_FRAGMENT } from './whole-site.ts';

interface AuditStart {
  /** What is to be audited, as it was typed or pasted. */
  readonly address: () => string;
  /** Shows why it could not be started; null takes that away. */
  readonly complain: (sentence: string | null) => void;
}

/** Has a form start a live audit when it is sent, and leads to the audit's page; not by its button for the demonstration. */
export function startAuditOnSubmit(form: HTMLFormElement, { address, complain }: AuditStart): void {
  const button = form.querySelector<HTMLButtonElement>('button:not([data-demonstration])');
  const name = button?.textContent ?? '';
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('data-demonstration')) return;
    event.preventDefault();
    if (form.getAttribute('aria-busy') !== 'true') void start();
  });
  // Who comes back to the page finds the form as it was left.
  addEventListener('pageshow', () => setBusy(false));

  async function start(): Promise<void> {
    setBusy(true);
    complain(null);
    const isStarted = await queue();
    if (!isStarted) setBusy(false);
  }

  async function queue(): Promise<boolean> {
    const { site, isPage } = readPastedAddress(address());
    const response = await post(site).catch(() => 'no answer' as const);
    if (response === null) return false;
    if (response === 'no answer' || !response.ok) {
      complain(await describeFailure(response === 'no answer' ? null : response));
      return false;
    }
    const { id } = await response.json();
    location.assign(`/audits/${encodeURIComponent(id)}${isPage ? WHOLE_SITE_FRAGMENT : ''}`);
    return true;
  }

  function post(domain: string): Promise<Response | null> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain }),
    };
    if (form.dataset['liveAudits'] === 'public') return fetch('/api/audit', init);
    return fetchWithKey('/api/audit', init, {
      href: `/audits?domain=${encodeURIComponent(domain)}`,
      name: 'See the demonstration instead',
    });
  }

  function setBusy(isBusy: boolean): void {
    form.setAttribute('aria-busy', String(isBusy));
    if (button !== null) button.textContent = isBusy ? 'Asking…' : name;
  }
}
