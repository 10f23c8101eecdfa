import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from '../../../libs/outbound-http/src/testing/certificate.ts';

/** A message that the server accepted or refused after it had received all of it. */
export interface ReceivedMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  /** whether the connection used TLS */
  readonly secure: boolean;
  /** the user of the login; null without one */
  readonly user: string | null;
  readonly raw: string;
  /** whether the server accepted the message */
  readonly accepted: boolean;
}

/** An answer instead of acceptance: a status code with a text, or no answer at all. */
export type MailAnswer = { readonly code: number; readonly text: string } | 'hang' | 'disconnect';

/** Decides about a sender, recipient or message; null accepts it. */
export interface MailRules {
  readonly recipient?: (address: string) => MailAnswer | null;
  readonly message?: (raw: string) => MailAnswer | null;
}

export interface MailServerOptions {
  /** `implicit`: TLS from the start; `starttls`: offered; `none`: the default */
  readonly tls?: 'implicit' | 'starttls' | 'none';
  /** the required login */
  readonly login?: { readonly user: string; readonly password: string };
  readonly port?: number;
  /** the maximum size of a message in bytes, which the server announces */
  readonly size?: number;
}

export interface MailServer {
  readonly port: number;
  /** the certificate, in PEM format */
  readonly certificate: string;
  /** all messages in the order of their arrival */
  readonly received: readonly ReceivedMail[];
  /** Sets the rules for the next messages. */
  readonly setRules: (rules: MailRules) => void;
  /** the number of connections since the start */
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
}

const tooLarge: MailAnswer = { code: 552, text: '5.3.4 message too large' };

/** All servers have the same certificate, which a test can trust. */
const certificate = selfSigned();

type Callback = (error?: Error | null, message?: string) => void;

const failure = ({ code, text }: { readonly code: number; readonly text: string }) =>
  Object.assign(new Error(text), { responseCode: code });

/** A real SMTP server on a loopback port. It keeps each message. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { tls = 'none', login, port = 0, size } = options;
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let rules: MailRules = {};
  let connections = 0;
  const reply = (answer: MailAnswer | null, accept: () => void, callback: Callback): void => {
    if (answer === null) accept();
    else if (answer === 'disconnect') for (const socket of sockets) socket.destroy();
    else if (answer !== 'hang') callback(failure(answer));
  };
  const disabledCommands = [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(login === undefined ? ['AUTH'] : [])];
  const handlers: SMTPServerOptions = {
    onConnect: (_session, callback) => {
      connections += 1;
      callback();
    },
    onAuth: ({ username, password }, _session, callback) =>
      username === login?.user && password === login?.password
        ? callback(null, { user: username })
        : callback(failure({ code: 535, text: '5.7.8 Error: authentication failed' })),
    onRcptTo: ({ address }, _session, callback) =>
      reply(rules.recipient?.(address) ?? null, () => callback(), callback),
    onData: (stream, { envelope, secure, user = null }, callback) => {
      void buffer(stream).then((bytes) => {
        const raw = bytes.toString('utf8');
        const answer = stream.sizeExceeded ? tooLarge : (rules.message?.(raw) ?? null);
        const { mailFrom, rcptTo } = envelope;
        received.push({
          sender: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          secure,
          user: user === null ? null : String(user),
          raw,
          accepted: answer === null,
        });
        reply(answer, () => callback(null, `queued as ${received.length}`), callback);
      });
    },
  };
  const server = new SMTPServer({
    secure: tls === 'implicit',
    key: certificate.key,
    cert: certificate.cert,
    disabledCommands,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    ...(size !== undefined && { size }),
    ...handlers,
  });
  // a client that gives up is no fault of the server
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  listening.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(listening, 'listening');
  const address: AddressInfo | string | null = listening.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    certificate: certificate.cert,
    received,
    setRules: (next) => {
      rules = next;
    },
    connections: () => connections,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const decodeWord = (_: string, encoding: string, text: string): string =>
  encoding.toUpperCase() === 'B'
    ? Buffer.from(text, 'base64').toString('utf8')
    : Buffer.from(
        text.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/gi, (_match, hex) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString('utf8');

/** Returns the values of a header, unfolded and decoded. */
export function headersIn({ raw }: Pick<ReceivedMail, 'raw'>, name: string): readonly string[] {
  const [head = ''] = raw.split('\r\n\r\n');
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) =>
      line
        .slice(name.length + 1)
        .trim()
        .replace(/\?=\s+=\?/g, '?==?')
        .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, decodeWord),
    );
}

/** Returns the text of the parts with this content type, decoded. */
export function partsIn({ raw }: Pick<ReceivedMail, 'raw'>, type: string): readonly string[] {
  return raw
    .split(/\r\n--[^\r\n]+\r\n|^(?=Content-Type)/m)
    .filter((part) => new RegExp(`^content-type: ${type}`, 'im').test(part.split('\r\n\r\n')[0] ?? ''))
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const text = body.join('\r\n\r\n');
      if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString('utf8');
      if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return text;
      const bytes = text
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString('utf8');
    });
}
