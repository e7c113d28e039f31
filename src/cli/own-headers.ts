import { UsageError } from './exit.ts';

/** Fields that every request has already, or that are about the connection. */
const RESERVED =
  /^(?:accept|accept-encoding|connection|content-length|expect|host|if-none-match|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

/**
 * Parses `--header` and `--basic-auth`, or `CITABLE_HEADERS` (one a line) and `CITABLE_BASIC_AUTH` of the environment. No message
 * contains a value: it may be a secret.
 *
 * @throws UsageError
 */
export function ownHeaders({
  header = (process.env['CITABLE_HEADERS'] ?? '').split(/\r?\n/).filter((line) => line.trim() !== ''),
  basicAuth = process.env['CITABLE_BASIC_AUTH'] ?? '',
}: {
  readonly header?: readonly string[];
  readonly basicAuth?: string;
}): readonly (readonly [name: string, value: string])[] {
  const fields = header.map((text) => {
    // RFC 9110 §5.1 and §5.5.
    const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\x20-\x7e\t]+)$/.exec(text) ?? [];
    if (name === '')
      throw new UsageError("--header must be given as 'Name: value', and CITABLE_HEADERS as one a line.");
    if (RESERVED.test(name)) throw new UsageError(`--header may not set ${name}.`);
    return [name, value.trim()] as const;
  });
  if (basicAuth === '') return fields;
  if (!basicAuth.includes(':')) throw new UsageError('--basic-auth must be given as user:password.');
  return [...fields, ['Authorization', `Basic ${Buffer.from(basicAuth).toString('base64')}`]];
}
