import { createHash, createPublicKey, type KeyObject, sign as signBytes } from 'node:crypto';
import { isInnerList, parseDictionary } from 'structured-headers';
import { type SignedRequest, signatureBase } from '../../src/crawlers/verification/signed-request.ts';

export interface Signing {
  /** The value of Signature-Agent. */
  readonly agent: string;
  /** Seconds since 1970. */
  readonly now: number;
  readonly request: SignedRequest;
  readonly label?: string;
  readonly covers?: readonly string[];
  readonly coversAgent?: boolean;
  /** True if the agent is a plain string, as in early drafts. */
  readonly isAgentString?: boolean;
  /** Parameters that replace the default ones; null omits one. */
  readonly parameters?: Readonly<Record<string, string | null>>;
  readonly corrupt?: boolean;
}

/** Signs a request as an agent does (draft-ietf-webbotauth-httpsig-protocol). @returns the fields to be sent with it */
export function sign(
  key: KeyObject,
  {
    agent,
    now,
    request,
    label = 'sig1',
    covers = ['@authority'],
    coversAgent = true,
    isAgentString = false,
    parameters = {},
    corrupt = false,
  }: Signing,
): Record<'signature-agent' | 'signature-input' | 'signature', string> {
  const { crv, kty, x } = createPublicKey(key).export({ format: 'jwk' });
  const keyid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  const given: Record<string, string | number | null> = {
    created: now,
    expires: now + 300,
    keyid,
    alg: 'ed25519',
    tag: 'web-bot-auth',
    ...parameters,
  };
  const components = covers.map((name) => `"${name}"`);
  if (coversAgent) components.push(isAgentString ? '"signature-agent"' : `"signature-agent";key="${label}"`);
  const signatureAgent = isAgentString ? `"${agent}"` : `${label}="${agent}"`;
  const values = Object.entries(given).flatMap(([name, value]) => {
    if (value === null) return [];
    return [`;${name}=${typeof value === 'number' ? value : `"${value}"`}`];
  });
  const input = `${label}=(${components.join(' ')})${values.join('')}`;
  const parsed = parseDictionary(input).get(label);
  if (parsed === undefined || !isInnerList(parsed)) throw new Error('The components are not an inner list.');
  const field = (name: string) => (name === 'signature-agent' ? [signatureAgent] : request.field(name));
  const base = signatureBase({ ...request, field }, parsed) ?? '';
  const signature = signBytes(null, Buffer.from(base), key);
  if (corrupt) signature[0] = (signature[0] ?? 0) ^ 1;
  return {
    'signature-agent': signatureAgent,
    'signature-input': input,
    signature: `${label}=:${signature.toString('base64')}:`,
  };
}
