/** How long a button says that it has copied, in milliseconds. */
const SAID_FOR = 2_000;

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
    const said = isCopied ? 'Copied' : 'Selected: press Ctrl+C';
    word.textContent = said;
    status.textContent = said;
    setTimeout(() => {
      word.textContent = 'Copy';
      status.textContent = '';
    }, SAID_FOR);
  });
}

/** Browsers lend the clipboard to pages of https and of one's own machine alone: elsewhere the text is selected. */
async function copy(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}
