import { readPastedAddress } from '../../values/pasted-address.ts';
import { fetchWithKey, isSignedIn, responseOrProblem } from './api-client.ts';
import { WHOLE_SITE_FRAGMENT } from './audit-page.ts';

const HINT = 'The address of any of its pages will do.';

/** Shows why an audit could not be started, or nothing. */
type Complain = (problem: string | null) => void;

/** Starts a live audit from the form of the home page. */
function enhanceForm(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  const problem = form.querySelector<HTMLElement>('#domain-problem');
  const hint = form.querySelector<HTMLElement>('#domain-hint');
  if (field === null || problem === null || hint === null) return;
  const complain: Complain = (sentence) => {
    show(problem, sentence);
    if (sentence === null) field.removeAttribute('aria-invalid');
    else field.setAttribute('aria-invalid', 'true');
  };
  field.addEventListener('input', () => {
    complain(null);
    const { site, isPage } = readPastedAddress(field.value);
    hint.textContent = isPage && site !== '' ? `Only whole sites are audited: this will be ${site}.` : HINT;
  });
  startOnSubmit(form, field, (sentence) => {
    complain(sentence);
    if (sentence !== null) field.focus();
  });
}

/** Starts a live audit of the domain that the page is about. */
function enhanceButton(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  const problem = form.querySelector<HTMLElement>('.problem');
  if (field === null || problem === null) return;
  startOnSubmit(form, field, (sentence) => show(problem, sentence));
}

/** Starts a live audit when the form is submitted, and opens the audit's page. */
function startOnSubmit(form: HTMLFormElement, field: HTMLInputElement, complain: Complain): void {
  const button = form.querySelector('button');
  const name = button?.textContent ?? '';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.getAttribute('aria-busy') !== 'true') void start();
  });
  // The browser restores the page as it was left when the user comes back.
  addEventListener('pageshow', () => setBusy(false));

  async function start(): Promise<void> {
    setBusy(true);
    complain(null);
    const { site, isPage } = readPastedAddress(field.value);
    const response = await responseOrProblem(post(site, form.dataset['liveAudits'] === 'public'));
    if (response instanceof Response) {
      const { id } = await response.json();
      // Where reports are private, the address of one has a token for whoever started its audit.
      const { search } = new URL(response.headers.get('location') ?? '/', location.href);
      location.assign(`/audits/${encodeURIComponent(id)}${search}${isPage ? WHOLE_SITE_FRAGMENT : ''}`);
      return;
    }
    if (response !== null) complain(response);
    setBusy(false);
  }

  function setBusy(isBusy: boolean): void {
    form.setAttribute('aria-busy', String(isBusy));
    if (button !== null) button.textContent = isBusy ? 'Starting…' : name;
  }
}

/** Requests a live audit. Checks the domain before it asks for a key. */
async function post(domain: string, isPublic: boolean): Promise<Response | null> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ domain }) };
  if (isPublic) return fetch('/api/audit', init);
  if (!isSignedIn()) {
    const check = await fetch(`/api/audit?domain=${encodeURIComponent(domain)}`);
    if (!check.ok) return check;
  }
  return fetchWithKey('/api/audit', init, {
    href: '/audits?example',
    name: 'See an example report',
  });
}

function show(problem: HTMLElement, sentence: string | null): void {
  problem.textContent = sentence;
  problem.hidden = sentence === null;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.audit-form')) enhanceForm(form);
for (const form of document.querySelectorAll<HTMLFormElement>('form.audit-again')) enhanceButton(form);
