/**
 * Sorts each rotated set, oldest first: by number (`access.log.2.gz`, `access.log.1`, `access.log`) or by date
 * (`access.log-20261001.gz`, `access.log`). Sets and other files stay in the order given.
 */
export function inOrder(files: readonly string[]): string[] {
  const parsed = files.map((path) => {
    const [, base = path, number, date] = ROTATED.exec(path) ?? [];
    return { path, base, number: Number(number ?? 0), date: date ?? '~' };
  });
  return [...Map.groupBy(parsed, ({ base }) => base).values()].flatMap((set) =>
    set
      .toSorted((a, b) => b.number - a.number || (a.date < b.date ? -1 : Number(a.date > b.date)))
      .map(({ path }) => path),
  );
}

/** The current file's name, and the number or the date that logrotate adds (`dateext`), with its hour or second if any. */
const ROTATED = /^(.*?)(?:\.(\d{1,6})|-(\d{4}-?\d\d-?\d\d(?:-\d{1,10})?))(?:\.(?:gz|zst))?$/;
