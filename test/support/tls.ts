import { generate } from 'selfsigned';

/** A key and a certificate, both PEM, as `node:https` takes them. */
export interface Credentials {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority made for one test file. */
export interface Authority {
  /** The authority's certificate, which clients must trust. */
  readonly caPem: string;
  /**
   * A server certificate for host names and IPv4 addresses.
   *
   * @param expired ended yesterday
   */
  issue(hosts: readonly string[], options?: { readonly expired?: boolean }): Promise<Credentials>;
}

const DAY = 86_400_000;

/** Makes a certificate authority with new keys. Takes some milliseconds (elliptic curves, not RSA). */
export async function createAuthority(): Promise<Authority> {
  const ca = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    caPem: ca.cert,
    async issue(hosts, { expired = false } = {}) {
      const leaf = await generate([{ name: 'commonName', value: 'Test server' }], {
        keyType: 'ec',
        algorithm: 'sha256',
        notBeforeDate: new Date(Date.now() - 3 * DAY),
        notAfterDate: new Date(Date.now() + (expired ? -DAY : DAY)),
        ca: { key: ca.private, cert: ca.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true },
          { name: 'extKeyUsage', serverAuth: true },
          {
            name: 'subjectAltName',
            altNames: hosts.map((host) => (/^[\d.]+$/.test(host) ? { type: 7, ip: host } : { type: 2, value: host })),
          },
        ],
      });
      return { key: leaf.private, cert: leaf.cert };
    },
  };
}
