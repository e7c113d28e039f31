import { fetchWithKey, isSignedIn, responseOrProblem } from './api-client.ts';
import { confirmWithdrawal } from './dialogs.ts';

/** Loads the statistics of a domain into its page: at once for a signed-in user, else on a click. */
function enhance(place: HTMLElement, path: string): void {
  const button = place.querySelector<HTMLButtonElement>('button:not([data-copy])');
  const problem = place.querySelector('[role=alert]');
  if (button === null || button.parentElement === null || problem === null) return;
  button.parentElement.hidden = false;
  place.querySelector('details')?.removeAttribute('open');
  button.addEventListener('click', async () => {
    if (await load(button, problem)) place.querySelector('h2')?.focus();
  });
  if (isSignedIn()) void load(button, problem);

  async function load(button: HTMLButtonElement, problem: Element): Promise<boolean> {
    if (button.disabled) return false;
    button.disabled = true;
    problem.textContent = '';
    const response = await responseOrProblem(fetchWithKey(path));
    if (response instanceof Response) {
      // Rendered by our own server, which escapes text of others.
      place.innerHTML = await response.text();
      for (const withdrawal of place.querySelectorAll<HTMLElement>('[data-withdraw]')) enhanceWithdrawal(withdrawal);
      return true;
    }
    problem.textContent = response;
    button.disabled = false;
    return false;
  }
}

/** Shows the button that withdraws a domain. */
function enhanceWithdrawal(place: HTMLElement): void {
  const { withdraw: path = '', domain = '' } = place.dataset;
  const button = place.querySelector('button');
  const problem = place.querySelector('[role=alert]');
  if (button === null || problem === null) return;
  place.hidden = false;
  button.addEventListener('click', async () => {
    problem.textContent = '';
    if (!(await confirmWithdrawal(domain))) return;
    button.disabled = true;
    const response = await responseOrProblem(fetchWithKey(path, { method: 'DELETE' }));
    if (response instanceof Response) return location.reload();
    problem.textContent = response;
    button.disabled = false;
  });
}

for (const place of document.querySelectorAll<HTMLElement>('[data-figures]')) {
  enhance(place, place.dataset['figures'] ?? '');
}
for (const withdrawal of document.querySelectorAll<HTMLElement>('[data-withdraw]')) enhanceWithdrawal(withdrawal);
