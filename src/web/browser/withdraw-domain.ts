import { responseOrProblem } from './api-client.ts';

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

/** Asks whether to withdraw a domain. The focus is on the button that does nothing. */
async function confirmWithdrawal(domain: string): Promise<boolean> {
  const cancel = element('button', { type: 'button', class: 'button button-quiet' }, 'Cancel');
  const confirm = element('button', { type: 'button', class: 'button' }, 'Withdraw it');
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'withdraw-title' },
    element(
      'div',
      { class: 'stack' },
      element('h2', { id: 'withdraw-title' }, `Withdraw ${domain}?`),
      element('p', {}, 'This server stops hosting its llms.txt and deletes its visits. This cannot be undone.'),
      element('div', { class: 'row key-actions' }, cancel, confirm),
    ),
  );
  let isConfirmed = false;
  cancel.addEventListener('click', () => dialog.close());
  confirm.addEventListener('click', () => {
    isConfirmed = true;
    dialog.close();
  });
  await show(dialog);
  return isConfirmed;
}

/** Shows a dialog until it is closed. */
function show(dialog: HTMLDialogElement): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  dialog.addEventListener('close', () => {
    dialog.remove();
    resolve();
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  created.append(...children);
  return created;
}

for (const withdrawal of document.querySelectorAll<HTMLElement>('[data-withdraw]')) enhanceWithdrawal(withdrawal);
