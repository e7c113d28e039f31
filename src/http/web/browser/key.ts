const STORED_AS = 'citable-key';

/** Where the browser keeps nothing for us, the key lasts as long as the page. */
let keyOfThisPage: string | null = null;

interface KeyQuestion {
  /** Why it is asked again; null the first time. */
  readonly problem?: string | null;
  /** Where to go without a key, and what that is called. */
  readonly instead?: { readonly href: string; readonly name: string } | null;
}

/** The header that sends the key; null when none was given yet in this tab. */
export function authorization(): { readonly authorization: string } | null {
  const key = storedKey();
  return key === null ? null : { authorization: `Bearer ${key}` };
}

/**
 * Asks for the API key in a dialog, and keeps it for this tab. The key is never in a URL or a cookie.
 * @returns null when the person does not give one
 */
export function askForKey({ problem = null, instead = null }: KeyQuestion = {}): Promise<string | null> {
  const { dialog, form, input, complaint, cancel } = keyDialog(instead);
  complain(problem);
  document.body.append(dialog);
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let key: string | null = null;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const given = input.value.trim();
    // What else is in it could not be sent in a header.
    if (!/^[\x21-\x7e]+$/.test(given)) {
      complain('A key is one word of letters and digits that begins with ctb_.');
      input.focus();
      return;
    }
    key = given;
    keep(given);
    dialog.close();
  });
  cancel.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    resolve(key);
  });
  dialog.showModal();
  return promise;

  function complain(sentence: string | null): void {
    complaint.textContent = sentence;
    complaint.hidden = sentence === null;
    input.setAttribute('aria-invalid', String(sentence !== null));
  }
}

/**
 * Fetches with the key, which is asked for when there is none yet, and again when it is not accepted.
 * @returns the response, never a 401; null when the person does not give a key
 * @throws what `fetch` throws when there is no answer
 */
export async function fetchWithKey(
  path: string,
  init: RequestInit & { readonly headers?: Record<string, string> } = {},
  instead: KeyQuestion['instead'] = null,
): Promise<Response | null> {
  let problem: string | null = null;
  for (;;) {
    if (authorization() === null && (await askForKey({ problem, instead })) === null) return null;
    const response = await fetch(path, { ...init, headers: { ...init.headers, ...authorization() } });
    if (response.status !== 401) return response;
    keep(null);
    problem = 'The key was not accepted: it is mistyped, unknown or revoked.';
  }
}

function storedKey(): string | null {
  try {
    return sessionStorage.getItem(STORED_AS) ?? keyOfThisPage;
  } catch {
    return keyOfThisPage;
  }
}

function keep(key: string | null): void {
  keyOfThisPage = key;
  try {
    if (key === null) sessionStorage.removeItem(STORED_AS);
    else sessionStorage.setItem(STORED_AS, key);
  } catch {
    // The browser refuses to store: `keyOfThisPage` has it.
  }
}

function keyDialog(instead: KeyQuestion['instead']) {
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
  const actions = element('div', { class: 'row key-actions' });
  actions.append(element('button', { type: 'submit', class: 'button' }, 'Use this key'), cancel);
  const use = element('p', { id: 'key-use', class: 'small muted' });
  use.append(
    'Who runs this server makes keys, with the command ',
    element('code', {}, 'citable keys create NAME'),
    '. Yours stays in this tab, and is sent to this server alone.',
  );
  const form = element('form', { class: 'stack' });
  form.append(
    element('h2', { id: 'key-title' }, 'This needs a key'),
    element('label', { for: 'key' }, 'API key'),
    input,
    complaint,
    use,
    actions,
  );
  if (instead) form.append(element('a', { href: instead.href, class: 'key-instead' }, instead.name));
  const dialog = element('dialog', { 'aria-labelledby': 'key-title' });
  dialog.append(form);
  return { dialog, form, input, complaint, cancel };
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.textContent = text;
  return made;
}
