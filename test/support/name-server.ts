import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export const RCODE = { noError: 0, serverFailure: 2, noSuchName: 3 } as const;
const [A, PTR, TXT, AAAA] = [1, 12, 16, 28];

export interface DnsRecords {
  /** Response code of an error, for both address families or for each. */
  readonly code?: number | { readonly v4: number; readonly v6: number };
  readonly v4?: readonly (readonly number[])[];
  readonly v6?: readonly (readonly number[])[];
  /** PTR records of a name under in-addr.arpa or ip6.arpa. */
  readonly names?: readonly string[];
  /** TXT records, each of one or several strings. */
  readonly texts?: readonly (readonly string[])[];
}

export interface NameServer {
  /** `address:port` */
  readonly address: string;
  /** The requested names. */
  readonly requests: readonly string[];
  close(): void;
}

/** Starts a name server on loopback (RFC 1035 §4.1). It does not respond for names outside `zone`. */
export async function startNameServer(zone: Readonly<Record<string, DnsRecords>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  const requests: string[] = [];
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const name = labels.join('.').toLowerCase();
    requests.push(name);
    const records = zone[name];
    if (records === undefined) return;
    const type = query.readUInt16BE(at + 1);
    const family = type === AAAA ? 'v6' : 'v4';
    const { code = RCODE.noError, names = [], texts = [] } = records;
    const found =
      type === PTR
        ? names.map(encodeName)
        : type === TXT
          ? texts.map(encodeTexts)
          : type === A || type === AAAA
            ? (records[family] ?? [])
            : [];
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (typeof code === 'number' ? code : code[family]), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found.length, 6);
    const responses = found.map((bytes) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...responses]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, requests, close: () => void socket.close() };
}

function encodeName(name: string): number[] {
  return [...name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]), 0];
}

/** Encodes strings with their lengths (RFC 1035 §3.3.14). */
function encodeTexts(parts: readonly string[]): number[] {
  return parts.flatMap((part) => [part.length, ...Buffer.from(part)]);
}
