import { type DomainName, parseDomainName } from '../../src/values/domain-name.ts';

/** Parses a name that is known to be a domain. */
export function toDomain(text: string): DomainName {
  const parsed = parseDomainName(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.domain;
}
