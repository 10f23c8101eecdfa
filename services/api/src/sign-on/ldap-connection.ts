import { connect, isIP, type Socket } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import type { LdapSettings } from '@slipway/process';
import { Client } from 'ldapts';

export interface LdapServer extends Pick<LdapSettings, 'url' | 'startTls' | 'timeoutMs'> {
  /** the certificates of the authorities to trust, in PEM; undefined: those that the process trusts anyway */
  readonly ca: string | undefined;
}

function tlsOptions({ url, ca }: LdapServer): ConnectionOptions {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  return {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  };
}

/** Lets a function that opens sockets do so once, and keeps what it has opened. */
const openOnce = <T extends (...args: never) => Socket>(open: T, opened: Socket[]): T =>
  new Proxy(open, {
    apply: (target, thisArg, args) => {
      if (opened.length > 0) throw new Error('the connection was lost');
      const socket: Socket = Reflect.apply(target, thisArg, args);
      opened.push(socket);
      return socket;
    },
  });

/**
 * Runs work on one connection to a directory, encrypted first unless disabled, and closes it. The client would reopen
 * a lost connection without StartTLS, and send the next password in clear text: here it cannot. Throws the errors of
 * the work, and after `timeoutMs` in total that there was no response in time.
 */
export async function withConnection<T>(server: LdapServer, work: (client: Client) => Promise<T>): Promise<T> {
  const opened: Socket[] = [];
  const secured: Socket[] = [];
  const isSecure = server.url.startsWith('ldaps:');
  const client = new Client({
    url: server.url,
    ...(isSecure && { tlsOptions: tlsOptions(server) }),
    createConnection: openOnce(connect, opened),
    createSecureConnection: openOnce(connectSecurely, secured),
  });
  const run = async (): Promise<T> => {
    if (!isSecure && server.startTls) await client.startTLS(tlsOptions(server));
    return await work(client);
  };
  const finished = new AbortController();
  const timeout = later(server.timeoutMs, undefined, { signal: finished.signal }).then(() => {
    throw new Error(`there was no answer within ${server.timeoutMs} ms`);
  });
  try {
    return await Promise.race([run(), timeout]);
  } finally {
    finished.abort();
    timeout.catch(() => {});
    for (const socket of [...secured, ...opened]) socket.on('error', () => {}).destroy();
  }
}
