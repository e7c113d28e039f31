/** Shows the badges with the label and colours of the form while they are chosen. */
function enhance(form: HTMLFormElement): void {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('img[data-badge]')];
  form.addEventListener('input', (event) => {
    const { target } = event;
    // Who picks a colour wants it.
    if (target instanceof HTMLInputElement && target.type === 'color') check(`own_${target.name}`);
    show();
  });
  // The browser fills in what was typed before, when the user comes back.
  addEventListener('pageshow', () => {
    const fields = [...form.querySelectorAll('input')];
    if (fields.some((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked)) show();
  });

  function check(name: string): void {
    const box = form.elements.namedItem(name);
    if (box instanceof HTMLInputElement) box.checked = true;
  }

  function show(): void {
    const data = new FormData(form);
    const label = String(data.get('label') ?? '').trim();
    for (const picture of pictures) {
      const url = new URL(picture.src);
      // Else what is left empty would be shown as it is stored.
      set(url, 'stored', 'no');
      set(url, 'label', label);
      for (const name of ['label_color', 'color']) {
        set(url, name, data.has(`own_${name}`) ? String(data.get(name)).slice(1) : '');
      }
      picture.src = url.href;
    }
  }
}

function set({ searchParams }: URL, name: string, value: string): void {
  if (value === '') searchParams.delete(name);
  else searchParams.set(name, value);
}

const form = document.querySelector<HTMLFormElement>('form[data-badge-form]');
if (form !== null) enhance(form);
