import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { failed, type ProtocolRequest } from '@slipway/outbound-http';
import { LRUCache } from 'lru-cache';
import ssh2, { type AnyAuthMethod, type Client, type ParsedKey } from 'ssh2';
import type { Login } from './order.ts';

/** The reason why an operation has no result, which another attempt does not change. */
export class SshFault extends Error {
  override readonly name = 'SshFault';
}

/** A connection to a host that has accepted the login. */
export interface SshConnection {
  readonly client: Client;
  /** the fingerprint of the key of the host */
  readonly hostKey: string;
}

/** The time limits of a connection and of a login, in milliseconds. */
const connectTimeoutMs = 10_000;
const loginTimeoutMs = 20_000;

/** Returns the first line of a text of a host, without control characters. */
export const oneLineOf = (text: string): string =>
  text
    .trim()
    .replace(/\s*\n[\s\S]*$/, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 300);

/** Returns the fingerprint of a public key in the form of OpenSSH. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Returns the fingerprints in a property: each line has one, or a public key as in `known_hosts` or a `.pub` file. */
function knownFingerprints(hostKey: string): readonly string[] {
  return hostKey.split('\n').flatMap((line) => {
    const [, fingerprint] = /(SHA256:[\w+/]{43})/.exec(line) ?? [];
    if (fingerprint !== undefined) return [fingerprint];
    const [, key] = /(?:^|\s)(AAAA[\w+/]+={0,2})/.exec(line) ?? [];
    return key === undefined ? [] : [fingerprintOf(Buffer.from(key, 'base64'))];
  });
}

/** Returns the reason to refuse the key of a host, or null. */
function keyFault(host: string, key: Buffer, { hostKey, trustsFirst }: Login): string | null {
  const known = knownFingerprints(hostKey);
  const found = fingerprintOf(key);
  if (known.includes(found)) return null;
  if (known.length > 0) return `the key of ${host} has changed: it is ${found}, and hostKey is ${known.join(' or ')}`;
  if (hostKey.trim() !== '') return 'hostKey: expected fingerprints (SHA256:…) or public keys, one in each line';
  if (trustsFirst) return null;
  return `the key of ${host} is unknown: compare ${found} with the key of the host, and enter it as hostKey`;
}

/** Connects to one of the checked addresses. Throws the error of the last one. */
async function openSocket({ addresses, port, signal }: ProtocolRequest): Promise<Socket> {
  for (const [index, host] of addresses.entries()) {
    const timeout = AbortSignal.timeout(connectTimeoutMs);
    const socket = connectSocket({ host, port, keepAlive: true });
    try {
      await once(socket, 'connect', { signal: AbortSignal.any([signal, timeout]) });
      return socket;
    } catch (error) {
      socket.destroy();
      signal.throwIfAborted();
      if (index === addresses.length - 1)
        throw timeout.aborted ? failed('the host did not accept the connection in time') : error;
    }
  }
  throw failed('the host has no address');
}

/** The decryption of a key by its passphrase takes a quarter of a second, in which the process does nothing else. */
const decryptedKeys = new LRUCache<string, ParsedKey>({ max: 100, ttl: 3_600_000 });

/** Returns the private key of a login; undefined without one. Throws a fault that contains no part of the key. */
function privateKeyOf({ privateKey, passphrase }: Login): ParsedKey | undefined {
  if (privateKey === null) return undefined;
  const digest = createHash('sha256')
    .update(JSON.stringify([privateKey, passphrase]))
    .digest('hex');
  const [key] = [decryptedKeys.get(digest) ?? ssh2.utils.parseKey(privateKey, passphrase ?? undefined)].flat();
  if (!(key instanceof Error) && key !== undefined) {
    decryptedKeys.set(digest, key);
    return key;
  }
  const reason = key?.message ?? '';
  if (/passphrase given/.test(reason))
    throw new SshFault('privateKey: the key has a passphrase, and passphrase is empty');
  if (/bad passphrase|decrypt|integrity/i.test(reason))
    throw new SshFault('passphrase: it does not match the private key');
  throw new SshFault('privateKey: expected a private key in the format of OpenSSH or PEM');
}

/** Returns the error for a script. Messages of the library contain no secrets. */
function connectError(error: Error, { host }: ProtocolRequest, { username }: Login): Error {
  const level = 'level' in error ? error.level : '';
  if (level === 'client-authentication')
    return new SshFault(`${host} does not accept the credentials of the user '${username}'`);
  if (level === 'client-timeout') return failed(`${host} did not complete the login in time`);
  if ('code' in error && typeof error.code === 'string') return error;
  return failed(`${host}: ${oneLineOf(error.message)}`);
}

/** Returns the ways to log in, in the order of their use. */
function authMethods({ username, password }: Login, key: ParsedKey | undefined): AnyAuthMethod[] {
  const methods: AnyAuthMethod[] = key === undefined ? [] : [{ type: 'publickey', username, key }];
  if (password === null) return methods;
  return [
    ...methods,
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, prompts, finish) => finish(prompts.map(() => password)),
    },
  ];
}

/** Connects, verifies the key of the host, and logs in. Throws a fault, a `Refusal`, or the reason of the signal. */
export async function connect(request: ProtocolRequest, login: Login): Promise<SshConnection> {
  const { host, signal } = request;
  const privateKey = privateKeyOf(login);
  const client = new ssh2.Client();
  let fault: string | null = null;
  let hostKey = '';
  const sock = await openSocket(request);
  const ready = Promise.withResolvers<void>();
  client.on('ready', () => ready.resolve());
  client.on('error', (error) => ready.reject(error));
  client.on('close', () => ready.reject(failed(`${host} has closed the connection`)));
  signal.addEventListener('abort', () => client.destroy(), { once: true });
  client.connect({
    sock,
    username: login.username,
    authHandler: authMethods(login, privateKey),
    readyTimeout: loginTimeoutMs,
    hostVerifier: (key: Buffer) => {
      hostKey = fingerprintOf(key);
      fault = keyFault(host, key, login);
      return fault === null;
    },
  });
  try {
    await ready.promise;
    return { client, hostKey };
  } catch (error) {
    client.destroy();
    signal.throwIfAborted();
    if (fault !== null) throw new SshFault(fault);
    throw error instanceof Error ? connectError(error, request, login) : error;
  }
}
