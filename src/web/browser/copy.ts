/** Duration of a button's message, in milliseconds. */
const MESSAGE_MS = 2_000;

const status = document.createElement('p');
status.className = 'visually-hidden';
status.setAttribute('role', 'status');
document.body.append(status);

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const code = button.closest('.code')?.querySelector('code');
  const word = button.firstChild;
  if (code === null || code === undefined || word === null) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const isCopied = await copy(code);
    const message = isCopied ? 'Copied' : 'Selected: press Ctrl+C';
    word.textContent = message;
    status.textContent = message;
    setTimeout(() => {
      word.textContent = 'Copy';
      status.textContent = '';
    }, MESSAGE_MS);
  });
}

/** Copies the text, or selects it where the browser refuses: it allows the clipboard only over https and on localhost. */
async function copy(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}
