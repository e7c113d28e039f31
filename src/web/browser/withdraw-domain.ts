import { responseOrProblem } from './api-client.ts';
import { confirmWithdrawal } from './dialogs.ts';

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
    const response = await responseOrProblem(fetch(path, { method: 'DELETE' }));
    if (response instanceof Response) return location.reload();
    problem.textContent = response;
    button.disabled = false;
  });
}

for (const withdrawal of document.querySelectorAll<HTMLElement>('[data-withdraw]')) enhanceWithdrawal(withdrawal);
