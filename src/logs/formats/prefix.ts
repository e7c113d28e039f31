/** A date and time in ISO 8601 with its zone. */
const ISO_TIME = String.raw`\d{4}-\d\d-\d\dT[\d:.,]+(?:Z|[+-]\d\d:?\d\d)`;

/** What programs that collect logs write before each line, in the order in which they are tried. */
const PREFIXES = [
  // Docker Compose
  /^[\w.-]{1,100} +\| /,
  // kubectl logs --prefix
  /^\[pod\/[\w./-]{1,600}\] /,
  // Kubernetes nodes (CRI); lines in several parts, marked P, stay cut.
  new RegExp(`^${ISO_TIME} std(?:out|err) F `),
  // Fly.io
  new RegExp(String.raw`^${ISO_TIME} \w+\[\w+\] [a-z]{3} \[[a-z]+\] ?`),
  // journalctl --output=export
  /^MESSAGE=/,
  // syslog (RFC 5424); Heroku leaves out the structured data.
  /^(?:<\d{1,3}>)?1 \S+ \S+ \S+ \S+ \S+ (?:(?:-|\[[^\]]*\]) )?(?:\u00ef\u00bb\u00bf)?/,
  // syslog (RFC 3164), rsyslog and journalctl: a time, the machine unless it is left out, and the program, unless the line is an object
  new RegExp(
    String.raw`^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|${ISO_TIME}) (?:\S+ )?(?:[\w./-]{1,100}(?:\[[\w.-]+\])?: | *(?=\{))`,
  ),
  // The same without the time, which a collector has in a field of its own (Upsun)
  /^(?:[\w.-]{1,100} )?[\w./-]{1,100}(?:\[\d+\])?: /,
  // docker logs --timestamps, kubectl logs --timestamps
  new RegExp(`^${ISO_TIME} `),
];
/** Maximum number of prefixes of one line: kubectl and Docker Compose write two. */
const MAX_PREFIXES = 2;

/** Removes what programs that collect logs wrote before a line. */
export function withoutPrefix(line: string): string {
  let rest = line;
  for (let count = 0; count < MAX_PREFIXES; count++) {
    const length = PREFIXES.map((prefix) => prefix.exec(rest)?.[0].length ?? 0).find((found) => found > 0);
    if (length === undefined) break;
    rest = rest.slice(length);
  }
  return rest;
}
