import { createPrivateKey, X509Certificate } from 'node:crypto';
import { refused } from '../policy/refusal.ts';
import type { Secret } from './secrets.ts';

/** A configuration for requests, with its secrets in clear text. */
export interface Connection {
  /** identifies the cached token of the configuration */
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Returns a property as a text, also if it is a number; null if it is empty or has another type. */
export function textProperty({ properties }: Connection, name: string): string | null {
  const value = properties[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

const urlFrom = (value: unknown): URL | null => {
  if (typeof value !== 'string' || !/^\s*https?:\/\//i.test(value)) return null;
  return URL.canParse(value) ? new URL(value) : null;
};

/** Returns the address of the server of a configuration, or null. */
export const urlOf = ({ properties }: Connection): URL | null => urlFrom(properties.url);

/** Returns the secrets of a configuration, bound to the hosts and ports of the URLs in its properties. */
export function secretsOf(properties: Readonly<Record<string, unknown>>, values: readonly string[]): readonly Secret[] {
  const hosts = [...new Set(Object.values(properties).flatMap((value) => urlFrom(value)?.host ?? []))];
  return values.map((value) => ({ value, hosts: hosts.length === 0 ? null : hosts }));
}

/** The names in published plugins of the property that disables the verification of certificates. */
const verifyProperties = [
  'verifySSL',
  'verifySsl',
  'verify_ssl',
  'sslVerify',
  'enableSslVerification',
  'checkCertificate',
];

/** Whether certificates are verified, which is the default. */
export const verifiesCertificates = ({ properties }: Connection): boolean =>
  !verifyProperties.some((name) => properties[name] === false || properties[name] === 'false');

/**
 * Returns the certificates in PEM of the authorities that a configuration trusts instead of the public ones; null: none.
 * Throws a `Refusal` for a text without a certificate.
 */
export function authorityOf(connection: Connection): string | null {
  const text = textProperty(connection, 'caCertificate');
  if (text === null) return null;
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    throw refused('caCertificate is not a certificate in PEM');
  }
  if (blocks.length === 0) throw refused('caCertificate is not a certificate in PEM');
  return blocks.join('\n');
}

/** The certificate of a client with its key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
  /** the only origin that receives it */
  readonly origin: string;
}

/** Returns the client certificate of a configuration; null: none. Throws a `Refusal` unless both parts are valid. */
export function clientCertificateOf(connection: Connection): ClientCertificate | null {
  const cert = textProperty(connection, 'clientCertificate');
  const key = textProperty(connection, 'clientKey');
  if (cert === null && key === null) return null;
  if (cert === null || key === null) throw refused('clientCertificate and clientKey are needed together');
  const origin = urlOf(connection)?.origin;
  if (origin === undefined) throw refused('a client certificate needs the url of its server');
  const pair = readPair(cert, key);
  if (!pair.certificate.checkPrivateKey(pair.key)) throw refused('clientKey does not belong to clientCertificate');
  return { cert, key, origin };
}

function readPair(cert: string, key: string) {
  try {
    return { certificate: new X509Certificate(cert), key: createPrivateKey(key) };
  } catch {
    // The reason can contain a part of the key.
    throw refused('clientCertificate and clientKey are not a certificate and a key in PEM');
  }
}

/** The proxy of a configuration. */
export interface HttpProxy {
  /** `http://host:port` */
  readonly url: string;
  /** The credentials for the proxy; null without any. */
  readonly authorization: string | null;
}

export const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Returns the proxy of a configuration; null: none. Throws a `Refusal` for an unsupported proxy. */
export function proxyOf(connection: Connection): HttpProxy | null {
  const host = textProperty(connection, 'proxyHost');
  if (host === null) return null;
  if (textProperty(connection, 'proxyDomain') !== null)
    throw refused('proxies with NTLM (proxyDomain) are not supported');
  const url = `http://${host}:${textProperty(connection, 'proxyPort') ?? '80'}`;
  if (!URL.canParse(url) || new URL(url).pathname !== '/')
    throw refused('proxyHost and proxyPort name no host and port');
  const username = textProperty(connection, 'proxyUsername');
  const password = textProperty(connection, 'proxyPassword') ?? '';
  return { url: new URL(url).origin, authorization: username === null ? null : basicAuthorization(username, password) };
}
