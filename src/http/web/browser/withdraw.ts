import { describeFailure } from './failure.ts';
import { fetchWithKey } from './key.ts';

/** Shows the buttons that withdraw a domain, in a part of the page that a script has put in. */
export function enhanceWithdrawals(part: ParentNode): void {
  for (const place of part.querySelectorAll<HTMLElement>('[data-withdraw]')) {
    enhance(place, place.dataset['withdraw'] ?? '', place.dataset['domain'] ?? '');
  }
}

function enhance(place: HTMLElement, path: string, domain: string): void {
  const button = place.querySelector('button');
  const problem = place.querySelector('[role=alert]');
  if (button === null || problem === null) return;
  place.hidden = false;
  button.addEventListener('click', async () => {
    problem.textContent = '';
    if (!(await confirmWithdrawal(domain))) return;
    button.disabled = true;
    const response = await fetchWithKey(path, { method: 'DELETE' }).catch(() => 'no answer' as const);
    if (response !== null && response !== 'no answer' && response.ok) return location.reload();
    if (response !== null) problem.textContent = await describeFailure(response === 'no answer' ? null : response);
    button.disabled = false;
  });
}

/** Asks in a dialog, in which nothing is the choice that the keyboard is on first. */
function confirmWithdrawal(domain: string): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'withdraw-title');
  const title = document.createElement('h2');
  title.id = 'withdraw-title';
  title.textContent = `Withdraw ${domain}?`;
  const text = document.createElement('p');
  text.textContent = 'Its llms.txt is no longer hosted, and its visits are deleted. This cannot be undone.';
  const actions = document.createElement('div');
  actions.className = 'row key-actions';
  const [keep, withdraw] = [buttonOf('Keep it', 'button button-quiet'), buttonOf('Withdraw it', 'button')];
  actions.append(keep, withdraw);
  const form = document.createElement('div');
  form.className = 'stack';
  form.append(title, text, actions);
  dialog.append(form);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let isConfirmed = false;
  keep.addEventListener('click', () => dialog.close());
  withdraw.addEventListener('click', () => {
    isConfirmed = true;
    dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    resolve(isConfirmed);
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}

function buttonOf(name: string, style: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = style;
  button.textContent = name;
  return button;
}
