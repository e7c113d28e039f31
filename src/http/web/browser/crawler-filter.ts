/** Shows of the registry what fits a name and what vendors say of robots.txt. Without it, everything is there. */
const form = document.querySelector<HTMLFormElement>('#crawler-filter');
const name = document.querySelector<HTMLInputElement>('#crawler-name');
const robots = document.querySelector<HTMLSelectElement>('#crawler-robots');
const count = document.querySelector<HTMLOutputElement>('#crawler-count');

if (form !== null && name !== null && robots !== null && count !== null) {
  const show = () => {
    const shown = showFitting(name.value.trim().toLowerCase(), robots.value);
    count.textContent = shown === 1 ? '1 crawler' : `${shown} crawlers`;
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  show();
}

/** Hides every row that does not fit, and groups of none; opens what hides one that fits. Returns how many fit. */
function showFitting(text: string, robotsBehaviour: string): number {
  const isAsked = text !== '' || robotsBehaviour !== '';
  const rows = [...document.querySelectorAll<HTMLElement>('[data-crawlers] [data-name]')];
  for (const row of rows) {
    const { name: names = '', robots: behaviour = '' } = row.dataset;
    row.hidden = !(names.includes(text) && (robotsBehaviour === '' || behaviour === robotsBehaviour));
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-crawlers]')) {
    group.hidden = group.querySelector('[data-name]:not([hidden])') === null;
    if (group instanceof HTMLDetailsElement) group.open = isAsked;
  }
  return rows.filter((row) => !row.hidden).length;
}

export {};
