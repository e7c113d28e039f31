import {
  type BareItem,
  type InnerList,
  type Item,
  parseDictionary,
  parseItem,
  serializeInnerList,
  serializeItem,
} from './structured-fields.ts';

/** A request as it came, as far as a signature may speak of it (RFC 9421 §2). */
export interface SignedRequest {
  readonly method: string;
  readonly scheme: string;
  /** The host, with its port where that is not the scheme's own; in lower case. */
  readonly authority: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** The values of a header field, each line by itself; none when it was not sent. @param name in lower case */
  readonly field: (name: string) => readonly string[];
}

/** A signature for automated traffic, and whose it says that it is. */
export interface BotSignature {
  /** The host at which the signer publishes its keys, in lower case, with a port if it has one. */
  readonly agent: string;
  readonly keyId: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly expires: number;
  readonly signature: Buffer;
  /** What was signed, in their order. */
  readonly components: InnerList;
}

const TAG = 'web-bot-auth';
const MAX_SIGNATURES = 4;
const MAX_COMPONENTS = 32;

/**
 * The signatures of a request that are for automated traffic (draft-ietf-webbotauth-httpsig-protocol): those whose tag says
 * so, which have a key, both times, and cover the authority and the name of their agent. Others prove nothing here, and are
 * left out, as is what cannot be read.
 */
export function botSignatures(request: SignedRequest): BotSignature[] {
  const inputs = parseDictionary(request.field('signature-input').join(', '));
  const signatures = parseDictionary(request.field('signature').join(', '));
  const found: BotSignature[] = [];
  for (const [label, components] of inputs ?? []) {
    if (found.length >= MAX_SIGNATURES) break;
    const signature = signatures?.get(label);
    if (!isInnerList(components) || signature === undefined || isInnerList(signature)) continue;
    const read = readSignature(request, components, signature.item);
    if (read !== null) found.push(read);
  }
  return found;
}

function readSignature(request: SignedRequest, components: InnerList, signature: BareItem): BotSignature | null {
  const { list, parameters } = components;
  const [tag, keyId, algorithm] = ['tag', 'keyid', 'alg'].map((name) => textOf(parameters.get(name)));
  const [created, expires] = ['created', 'expires'].map((name) => parameters.get(name));
  if (tag !== TAG || keyId === undefined || created?.kind !== 'integer' || expires?.kind !== 'integer') return null;
  if ((algorithm ?? 'ed25519') !== 'ed25519' || signature.kind !== 'bytes') return null;
  if (list.length > MAX_COMPONENTS || !list.some((component) => nameOf(component) === '@authority')) return null;
  const agent = agentOf(
    request,
    list.find((component) => nameOf(component) === 'signature-agent'),
  );
  if (agent === null) return null;
  return { agent, keyId, created: created.value, expires: expires.value, signature: signature.value, components };
}

/** The host that Signature-Agent names: a member of a dictionary, or, as it was written first, a string alone. */
function agentOf(request: SignedRequest, component: Item | undefined): string | null {
  if (component === undefined) return null;
  const text = request.field('signature-agent').join(', ');
  const key = textOf(component.parameters.get('key'));
  const member = key === undefined ? parseItem(text) : parseDictionary(text)?.get(key);
  if (member === undefined || member === null || isInnerList(member)) return null;
  const url = URL.parse(textOf(member.item) ?? '');
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.host : null;
}

/**
 * The text that a signature signs (RFC 9421 §2.5). Null when it speaks of something that the request does not have, or that
 * is not known here.
 */
export function signatureBase(request: SignedRequest, components: InnerList): string | null {
  const lines: string[] = [];
  const seen = new Set<string>();
  for (const component of components.list) {
    const identifier = serializeItem(component);
    const value = component.item.kind === 'string' ? componentValue(request, component) : null;
    if (value === null || seen.has(identifier)) return null;
    seen.add(identifier);
    lines.push(`${identifier}: ${value}`);
  }
  lines.push(`"@signature-params": ${serializeInnerList(components)}`);
  return lines.join('\n');
}

function componentValue(request: SignedRequest, component: Item): string | null {
  const name = nameOf(component);
  const { parameters } = component;
  if (name.startsWith('@')) return parameters.size === 0 ? derivedValue(request, name) : null;
  const values = request.field(name).map((value) => value.trim().replace(/[ \t]*\r?\n[ \t]+/g, ' '));
  if (values.length === 0) return null;
  if (parameters.size === 0) return values.join(', ');
  const key = textOf(parameters.get('key'));
  const member = parameters.size === 1 && key !== undefined ? parseDictionary(values.join(', '))?.get(key) : undefined;
  if (member === undefined) return null;
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member);
}

function derivedValue({ method, scheme, authority, target }: SignedRequest, name: string): string | null {
  const query = target.indexOf('?');
  switch (name) {
    case '@method':
      return method;
    case '@authority':
      return authority;
    case '@scheme':
      return scheme;
    case '@target-uri':
      return `${scheme}://${authority}${target}`;
    case '@request-target':
      return target;
    case '@path':
      return query < 0 ? target : target.slice(0, query);
    case '@query':
      return query < 0 ? '?' : target.slice(query);
    default:
      return null;
  }
}

function nameOf({ item }: Item): string {
  return item.kind === 'string' ? item.value : '';
}

function textOf(item: BareItem | undefined): string | undefined {
  return item?.kind === 'string' ? item.value : undefined;
}

function isInnerList(member: Item | InnerList): member is InnerList {
  return 'list' in member;
}
