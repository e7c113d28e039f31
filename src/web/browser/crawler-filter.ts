/** Filters the registry by name and by robots.txt behaviour. */
const form = document.querySelector<HTMLFormElement>('#crawler-filter');
const name = document.querySelector<HTMLInputElement>('#crawler-name');
const robots = document.querySelector<HTMLSelectElement>('#crawler-robots');
const count = document.querySelector<HTMLOutputElement>('#crawler-count');

if (form !== null && name !== null && robots !== null && count !== null) {
  const show = () => {
    const shown = showMatching(name.value.trim().toLowerCase(), robots.value);
    count.textContent = shown === 1 ? '1 crawler' : `${shown} crawlers`;
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  show();
}

/** Hides rows that do not match, and groups without a match; opens those with one. Returns the number of matches. */
function showMatching(text: string, robotsBehaviour: string): number {
  const isFiltered = text !== '' || robotsBehaviour !== '';
  const rows = [...document.querySelectorAll<HTMLElement>('[data-crawlers] [data-name]')];
  for (const row of rows) {
    const { name: names = '', robots: behaviour = '' } = row.dataset;
    row.hidden = !(names.includes(text) && (robotsBehaviour === '' || behaviour === robotsBehaviour));
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-crawlers]')) {
    group.hidden = group.querySelector('[data-name]:not([hidden])') === null;
    if (group instanceof HTMLDetailsElement) group.open = isFiltered;
  }
  return rows.filter((row) => !row.hidden).length;
}

export {};
