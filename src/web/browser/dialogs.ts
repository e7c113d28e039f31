/** Alternative to giving a key: a link in the dialog. */
export interface Alternative {
  readonly href: string;
  readonly name: string;
}

/**
 * Asks for an API key until one is accepted. A refused key stays in the field, readable.
 * @param accept returns why a key is refused, in one sentence; null when it is accepted
 * @returns false when the user cancels
 */
export async function askForKey(
  alternative: Alternative | null,
  accept: (key: string) => Promise<string | null>,
): Promise<boolean> {
  const { dialog, form, input, complaint, cancel } = keyDialog(alternative);
  let isAccepted = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const problem = await accept(input.value.trim());
    isAccepted = problem === null;
    if (problem === null) return dialog.close();
    complaint.textContent = problem;
    complaint.hidden = false;
    input.setAttribute('aria-invalid', 'true');
    input.type = 'text';
    input.focus();
  });
  cancel.addEventListener('click', () => dialog.close());
  await show(dialog);
  return isAccepted;
}

function keyDialog(alternative: Alternative | null) {
  const input = element('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'current-password',
    autocapitalize: 'none',
    spellcheck: 'false',
    required: '',
    'aria-describedby': 'key-problem key-use',
  });
  const complaint = element('p', { id: 'key-problem', class: 'problem', role: 'alert', hidden: '' });
  const cancel = element('button', { type: 'button', class: 'button button-quiet' }, 'Cancel');
  const form = element(
    'form',
    { class: 'stack' },
    element('h2', { id: 'key-title' }, 'Sign in to continue'),
    element('label', { for: 'key' }, 'API key'),
    input,
    complaint,
    element(
      'p',
      { id: 'key-use', class: 'small muted' },
      'You need an access key, which begins with ctb_. ',
      ...keySource(),
      ' You stay signed in until you sign out.',
    ),
    element(
      'div',
      { class: 'row key-actions' },
      element('button', { type: 'submit', class: 'button' }, 'Sign in'),
      cancel,
    ),
  );
  if (alternative !== null)
    form.append(element('a', { href: alternative.href, class: 'key-instead' }, alternative.name));
  return { dialog: element('dialog', { 'aria-labelledby': 'key-title' }, form), form, input, complaint, cancel };
}

/** Says where to get a key, as the footer of the page does. */
function keySource(): readonly (Node | string)[] {
  const place = document.querySelector<HTMLElement>('[data-contact]');
  const href = place?.querySelector('a')?.href;
  if (place === null || href === undefined) return ['Ask whoever runs this server for one.'];
  return ['Get one from ', element('a', { href }, place.dataset['contact'] ?? ''), '.'];
}

/** Asks whether to withdraw a domain. The focus is on the button that does nothing. */
export async function confirmWithdrawal(domain: string): Promise<boolean> {
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
