/** Alternative to giving a key: a link in the dialog. */
export interface Alternative {
  readonly href: string;
  readonly name: string;
}

/** Asks for the API key. @param problem why it is asked again; null the first time. @returns null when the user cancels */
export async function askForKey(problem: string | null, alternative: Alternative | null): Promise<string | null> {
  const { dialog, form, input, complaint, cancel } = keyDialog(alternative);
  complain(problem);
  let key: string | null = null;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    // Other characters cannot be sent in a header field.
    if (!/^[\x21-\x7e]+$/.test(typed)) {
      complain('A key is one word of letters and digits that begins with ctb_.');
      input.focus();
      return;
    }
    key = typed;
    dialog.close();
  });
  cancel.addEventListener('click', () => dialog.close());
  await show(dialog);
  return key;

  function complain(sentence: string | null): void {
    complaint.textContent = sentence;
    complaint.hidden = sentence === null;
    input.setAttribute('aria-invalid', String(sentence !== null));
  }
}

function keyDialog(alternative: Alternative | null) {
  const input = element('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    required: '',
    'aria-describedby': 'key-problem key-use',
  });
  const complaint = element('p', { id: 'key-problem', class: 'problem', role: 'alert' });
  const cancel = element('button', { type: 'button', class: 'button button-quiet' }, 'Cancel');
  const form = element(
    'form',
    { class: 'stack' },
    element('h2', { id: 'key-title' }, 'This needs a key'),
    element('label', { for: 'key' }, 'API key'),
    input,
    complaint,
    element(
      'p',
      { id: 'key-use', class: 'small muted' },
      'Who runs this server makes keys, with the command ',
      element('code', {}, 'citable keys create NAME'),
      '. Yours stays in this tab, and is sent to this server alone.',
    ),
    element(
      'div',
      { class: 'row key-actions' },
      element('button', { type: 'submit', class: 'button' }, 'Use this key'),
      cancel,
    ),
  );
  if (alternative !== null)
    form.append(element('a', { href: alternative.href, class: 'key-instead' }, alternative.name));
  return { dialog: element('dialog', { 'aria-labelledby': 'key-title' }, form), form, input, complaint, cancel };
}

/** Asks whether to withdraw a domain. The focus is on the button that does nothing. */
export async function confirmWithdrawal(domain: string): Promise<boolean> {
  const cancel = element('button', { type: 'button', class: 'button button-quiet' }, 'Keep it');
  const confirm = element('button', { type: 'button', class: 'button' }, 'Withdraw it');
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'withdraw-title' },
    element(
      'div',
      { class: 'stack' },
      element('h2', { id: 'withdraw-title' }, `Withdraw ${domain}?`),
      element('p', {}, 'Its llms.txt is no longer hosted, and its visits are deleted. This cannot be undone.'),
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
