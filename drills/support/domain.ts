import { type DomainName, parseDomainName } from '../../src/domain-name.ts';

/** A name that a drill knows to be one. */
export function domainOf(text: string): DomainName {
  const parsed = parseDomainName(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.domain;
}
