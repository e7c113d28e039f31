import { describeFailure } from './failure.ts';
import { fetchWithKey } from './key.ts';

/** Has a domain's llms.txt hosted, and shows the page anew, which then says where. */
function enhance(place: HTMLElement, path: string): void {
  const button = place.querySelector('button');
  const problem = place.querySelector('[role=alert]');
  if (button === null || problem === null) return;
  place.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    problem.textContent = '';
    const response = await fetchWithKey(path).catch(() => 'no answer' as const);
    if (response !== null && response !== 'no answer' && response.ok) return location.reload();
    if (response !== null) problem.textContent = await describeFailure(response === 'no answer' ? null : response);
    button.disabled = false;
  });
}

for (const place of document.querySelectorAll<HTMLElement>('[data-publish]'))
  enhance(place, place.dataset['publish'] ?? '');
