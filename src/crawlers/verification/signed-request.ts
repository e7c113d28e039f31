import {
  type BareItem,
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  parseItem,
  serializeInnerList,
  serializeItem,
} from 'structured-headers';

/** The parts of a request that a signature may cover (RFC 9421 §2). */
export interface SignedRequest {
  readonly method: string;
  readonly scheme: string;
  /** Host in lower case, with its port unless that is the scheme's default. */
  readonly authority: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Returns the values of a header field, one for each line. @param name in lower case */
  readonly field: (name: string) => readonly string[];
}

/** A signature for automated traffic, and the agent that it claims. */
export interface BotSignature {
  /** Host at which the signer publishes its keys, in lower case, with its port if any. */
  readonly agent: string;
  readonly keyId: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly expires: number;
  readonly signature: Uint8Array;
  /** Covered components in order, with the parameters of the signature. */
  readonly components: InnerList;
}

const TAG = 'web-bot-auth';
const MAX_SIGNATURES = 4;
const MAX_COMPONENTS = 32;

/**
 * Lists the signatures of a request that are for automated traffic (draft-ietf-webbotauth-httpsig-protocol): those with its tag,
 * a key id and both times that cover the authority and the name of their agent. Ignores other and malformed signatures.
 */
export function botSignatures(request: SignedRequest): BotSignature[] {
  const inputs = readDictionary(request.field('signature-input'));
  const signatures = readDictionary(request.field('signature'));
  const found: BotSignature[] = [];
  for (const [label, components] of inputs ?? []) {
    if (found.length >= MAX_SIGNATURES) break;
    const signature = signatures?.get(label);
    if (!isInnerList(components) || signature === undefined || isInnerList(signature)) continue;
    const read = readSignature(request, components, signature[0]);
    if (read !== null) found.push(read);
  }
  return found;
}

function readSignature(request: SignedRequest, components: InnerList, signature: BareItem): BotSignature | null {
  const [list, parameters] = components;
  const [tag, keyId, algorithm = 'ed25519'] = ['tag', 'keyid', 'alg'].map((name) => readText(parameters.get(name)));
  const [created, expires] = ['created', 'expires'].map((name) => parameters.get(name));
  if (tag !== TAG || keyId === undefined || !isInteger(created) || !isInteger(expires)) return null;
  if (algorithm !== 'ed25519' || !(signature instanceof ArrayBuffer)) return null;
  if (list.length > MAX_COMPONENTS || !list.some((component) => readName(component) === '@authority')) return null;
  const agent = readAgent(
    request,
    list.find((component) => readName(component) === 'signature-agent'),
  );
  if (agent === null) return null;
  return { agent, keyId, created, expires, signature: new Uint8Array(signature), components };
}

/** Returns the host that Signature-Agent names: in a member of a dictionary, or, in earlier drafts, in a string alone. */
function readAgent(request: SignedRequest, component: Item | undefined): string | null {
  if (component === undefined) return null;
  const lines = request.field('signature-agent');
  const key = readText(component[1].get('key'));
  const member = key === undefined ? orNull(() => parseItem(lines.join(', '))) : readDictionary(lines)?.get(key);
  if (member === undefined || member === null || isInnerList(member)) return null;
  const url = URL.parse(readText(member[0]) ?? '');
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.host : null;
}

/**
 * Returns the text that a signature signs (RFC 9421 §2.5); null when it covers a component that the request does not have, or
 * that is not supported.
 */
export function signatureBase(request: SignedRequest, components: InnerList): string | null {
  const lines: string[] = [];
  const seen = new Set<string>();
  for (const component of components[0]) {
    const identifier = serializeItem(component);
    const value = typeof component[0] === 'string' ? componentValue(request, component) : null;
    if (value === null || seen.has(identifier)) return null;
    seen.add(identifier);
    lines.push(`${identifier}: ${value}`);
  }
  lines.push(`"@signature-params": ${serializeInnerList(components)}`);
  return lines.join('\n');
}

function componentValue(request: SignedRequest, component: Item): string | null {
  const name = readName(component);
  const parameters = component[1];
  if (name.startsWith('@')) return parameters.size === 0 ? derivedValue(request, name) : null;
  const values = request.field(name).map((value) => value.trim().replace(/[ \t]*\r?\n[ \t]+/g, ' '));
  if (values.length === 0) return null;
  if (parameters.size === 0) return values.join(', ');
  const key = readText(parameters.get('key'));
  const member = parameters.size === 1 && key !== undefined ? readDictionary(values)?.get(key) : undefined;
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

function readName([item]: Item): string {
  return readText(item) ?? '';
}

function readText(item: BareItem | undefined): string | undefined {
  return typeof item === 'string' ? item : undefined;
}

function isInteger(item: BareItem | undefined): item is number {
  return Number.isInteger(item);
}

/** Parses the lines of a header field as a dictionary (RFC 9651 §3.2); null for anything else. */
function readDictionary(lines: readonly string[]): ReadonlyMap<string, Item | InnerList> | null {
  return orNull(() => parseDictionary(lines.join(', ')));
}

function orNull<Value>(parse: () => Value): Value | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
