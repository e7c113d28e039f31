import { readPastedAddress } from '../../values/pasted-address.ts';
import { describeFailure, isSignedIn } from './api-client.ts';
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

/** Starts a live audit when the form is submitted, and opens the audit's page. The page to sign in on starts it for others. */
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
    const response = await request(site).catch(() => undefined);
    if (response === null || response?.status === 401) return form.submit();
    if (response?.ok === true) {
      const { id } = await response.json();
      // Where reports are private, the address of one has a token for whoever started its audit.
      const { search } = new URL(response.headers.get('location') ?? '/', location.href);
      location.assign(`/audits/${encodeURIComponent(id)}${search}${isPage ? WHOLE_SITE_FRAGMENT : ''}`);
      return;
    }
    complain(await describeFailure(response));
    setBusy(false);
  }

  /** Requests a live audit. @returns null when the domain is fine, and the user has to sign in */
  async function request(domain: string): Promise<Response | null> {
    if (form.dataset['liveAudits'] === 'public' || isSignedIn()) {
      const headers = { 'content-type': 'application/json' };
      return fetch('/api/audit', { method: 'POST', headers, body: JSON.stringify({ domain, ...chosen() }) });
    }
    const check = await fetch(`/api/audit?domain=${encodeURIComponent(domain)}`);
    return check.ok ? null : check;
  }

  /** Returns what is chosen in the form, as far as there is a choice: the number of pages, and whether a browser loads them. */
  function chosen(): { readonly pages?: number | 'all'; readonly render?: boolean } {
    const pages = form.querySelector('select')?.value;
    const render = form.querySelector<HTMLInputElement>('[name=render]')?.checked;
    return {
      ...(pages !== undefined && { pages: pages === 'all' ? pages : Number(pages) }),
      ...(render === true && { render }),
    };
  }

  function setBusy(isBusy: boolean): void {
    form.setAttribute('aria-busy', String(isBusy));
    if (button !== null) button.textContent = isBusy ? 'Starting…' : name;
  }
}

function show(problem: HTMLElement, sentence: string | null): void {
  problem.textContent = sentence;
  problem.hidden = sentence === null;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.audit-form')) enhanceForm(form);
for (const form of document.querySelectorAll<HTMLFormElement>('form.audit-again')) enhanceButton(form);
