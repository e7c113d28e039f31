/** Applies the filter of a report as soon as it is changed, without loading the page again. */
function enhance(form: HTMLFormElement): void {
  const button = form.querySelector('button');
  if (button !== null) button.hidden = true;
  let newest = 0;
  form.addEventListener('change', () => void apply());

  async function apply(): Promise<void> {
    newest += 1;
    const number = newest;
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== '') query.append(name, String(value));
    const url = new URL(form.action);
    url.search = query.toString();
    const response = await fetch(url).catch(() => null);
    const html = response?.ok === true ? await response.text() : null;
    if (number !== newest) return;
    const part = html === null ? null : new DOMParser().parseFromString(html, 'text/html').getElementById('filtered');
    // Without a response, loading the page shows what is wrong.
    if (part === null) return form.submit();
    document.getElementById('filtered')?.replaceWith(document.adoptNode(part));
    history.replaceState(null, '', url);
  }
}

const form = document.querySelector<HTMLFormElement>('form[data-report-filter]');
if (form !== null) enhance(form);

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
