import type { FastifyRequest } from 'fastify';
import { type DomainName, parseDomainName } from '../domain-name.ts';
import { Refusal } from './errors.ts';

export interface DomainRules {
  readonly ALLOW_PRIVATE_TARGETS: boolean;
}

/** Reads the domain that a request is about, and notes it for the log. @throws Refusal 400 that says what is wrong */
export function parseDomain(request: FastifyRequest, text: string, { ALLOW_PRIVATE_TARGETS }: DomainRules): DomainName {
  const parsed = parseDomainName(text, { allowPrivate: ALLOW_PRIVATE_TARGETS });
  if (!parsed.ok) throw new Refusal(400, `The domain is refused: ${parsed.problem}`);
  request.subject.domain = parsed.domain;
  return parsed.domain;
}
