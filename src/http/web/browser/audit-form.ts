import { readPastedAddress } from '../../../pasted-address.ts';
import { describeFailure } from './failure.ts';
import { fetchWithKey } from './key.ts';
import { WHOLE_SITE_FRAGMENT } from './whole-site.ts';

const HINT = 'The address of any of its pages will do.';

/** Starts a live audit from the form, and says beside its field why one could not be started. */
function enhance(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  const problem = form.querySelector<HTMLElement>('#domain-problem');
  const hint = form.querySelector<HTMLElement>('#domain-hint');
  if (field === null || problem === null || hint === null) return;

  field.addEventListener('input', () => {
    complain(null);
    const { site, isPage } = readPastedAddress(field.value);
    hint.textContent = isPage && site !== '' ? `Only whole sites are audited: this will be ${site}.` : HINT;
  });
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
    const { site, isPage } = readPastedAddress(field?.value ?? '');
    const response = await post(site).catch(() => 'no answer' as const);
    if (response === null) return false;
    if (response === 'no answer' || !response.ok) {
      complain(await describeFailure(response === 'no answer' ? null : response));
      field?.focus();
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

  function complain(sentence: string | null): void {
    if (problem === null) return;
    problem.textContent = sentence;
    problem.hidden = sentence === null;
    field?.toggleAttribute('aria-invalid', false);
    if (sentence !== null) field?.setAttribute('aria-invalid', 'true');
  }

  function setBusy(isBusy: boolean): void {
    form.setAttribute('aria-busy', String(isBusy));
    const button = form.querySelector<HTMLButtonElement>('button:not([data-demonstration])');
    if (button !== null) button.textContent = isBusy ? 'Asking…' : 'Audit this site';
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.audit-form')) enhance(form);
