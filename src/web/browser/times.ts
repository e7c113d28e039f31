/** Shows times in the reader's time zone, and names it. The time in UTC is the title of each. */
const local = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
  const shown = local.format(new Date(time.dateTime)).replace(' at ', ', ');
  if (shown === time.textContent) continue;
  time.title = time.textContent;
  time.textContent = shown;
}
