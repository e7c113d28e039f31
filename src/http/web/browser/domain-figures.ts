import { describeFailure } from './failure.ts';
import { authorization, fetchWithKey } from './key.ts';
import { enhanceWithdrawals } from './withdraw.ts';

/** Puts the figures of a domain into its page: at once where the key is known in this tab, else when they are asked for. */
function enhance(place: HTMLElement, path: string): void {
  const button = place.querySelector('button:not([data-copy])');
  const problem = place.querySelector('[role=alert]');
  if (!(button instanceof HTMLButtonElement) || button.parentElement === null || problem === null) return;
  button.parentElement.hidden = false;
  place.querySelector('details')?.removeAttribute('open');
  button.addEventListener('click', () => void show(true));
  if (authorization() !== null) void show(false);

  async function show(isAsked: boolean): Promise<void> {
    if (!(button instanceof HTMLButtonElement) || problem === null || button.disabled) return;
    button.disabled = true;
    problem.textContent = '';
    const response = await fetchWithKey(path).catch(() => 'no answer' as const);
    if (response !== null && response !== 'no answer' && response.ok) {
      // Written by our own server, which escapes what is not its own.
      place.innerHTML = await response.text();
      enhanceWithdrawals(place);
      if (isAsked) place.querySelector<HTMLElement>('h2')?.focus();
      return;
    }
    if (response !== null) problem.textContent = await describeFailure(response === 'no answer' ? null : response);
    button.disabled = false;
  }
}

for (const place of document.querySelectorAll<HTMLElement>('[data-figures]')) {
  enhance(place, place.dataset['figures'] ?? '');
}
