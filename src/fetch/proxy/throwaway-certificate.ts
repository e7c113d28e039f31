import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and a certificate for one browser, which trusts this key alone and for every host. */
export interface ThrowawayCertificate {
  /** PEM. */
  readonly key: string;
  /** PEM. */
  readonly cert: string;
  /** SHA-256 of the public key (SubjectPublicKeyInfo), base64: how Chromium is told to trust it. */
  readonly keyHash: string;
}

const ONE_DAY = 86_400_000;
/** ecdsa-with-SHA256 (RFC 5758 §3.2). */
const ECDSA_SHA256 = '06082a8648ce3d040302';
/** commonName (RFC 5280 §A.1). */
const COMMON_NAME = '0603550403';
const [INTEGER, BIT_STRING, UTF8_STRING, UTC_TIME, SEQUENCE, SET, VERSION] = [2, 3, 12, 23, 48, 49, 0xa0];

/** Makes a self-signed certificate (RFC 5280 §4.1) with a new key, valid for two days around now. */
export function throwawayCertificate(): ThrowawayCertificate {
  const now = Date.now();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicDer = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = der(SEQUENCE, Buffer.from(ECDSA_SHA256, 'hex'));
  const commonName = der(SEQUENCE, Buffer.from(COMMON_NAME, 'hex'), der(UTF8_STRING, Buffer.from('Citable')));
  const name = der(SEQUENCE, der(SET, commonName));
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.of(2))),
    // A serial number is positive, so its first bit is 0.
    der(INTEGER, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    name,
    der(SEQUENCE, utcTime(now - ONE_DAY), utcTime(now + ONE_DAY)),
    name,
    publicDer,
  );
  const signature = der(BIT_STRING, Buffer.of(0), sign('sha256', body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: toPem(der(SEQUENCE, body, algorithm, signature)),
    keyHash: createHash('sha256').update(publicDer).digest('base64'),
  };
}

/** Returns a certificate as PEM (RFC 7468 §5.1): OpenSSL refuses a blank line at its end. */
export function toPem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** Encodes a value with its tag and length (X.690 §8.1). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function utcTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
}
