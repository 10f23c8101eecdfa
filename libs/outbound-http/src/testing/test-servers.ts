import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, createServer as createPlain, type Server, type Socket } from 'node:net';
import type { HttpRequest } from '@slipway/script-protocol';
import { onTestFinished } from 'vitest';
import { createEgress, type EgressPolicy, type HttpReply } from '../index.ts';
import type { Resolve } from '../policy/policy.ts';
import type { TestCertificate } from './certificate.ts';
import { policy } from './requests.ts';

export const onlyPublic = { of: { kind: 'public' }, port: null } as const;
async function listen(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => void open.add(socket.on('close', () => open.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a server of the test. Returns its URL. */
export const startTestServer = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}`;

/** Starts a server with TLS. With `client`, it accepts only clients with this certificate. */
export const startTlsServer = async (
  { key, cert }: TestCertificate,
  listener: RequestListener,
  client?: TestCertificate,
): Promise<string> => {
  const clients = client === undefined ? {} : { requestCert: true, ca: [client.cert] };
  return `https://127.0.0.1:${await listen(createSecure({ key, cert, ...clients }, listener))}`;
};

/** Starts a server that sends the bytes of the test. */
export const startRawServer = async (handler: (socket: Socket) => void): Promise<string> => {
  const server = createPlain((socket) => {
    socket.on('error', () => undefined);
    handler(socket);
  });
  return `http://127.0.0.1:${await listen(server)}`;
};

export const noOptions = { secrets: [], connection: null };

/** Sends one request with a new egress. */
export const send = (
  request: HttpRequest,
  { sending = {}, allowed = {}, resolve }: Settings = {},
): Promise<HttpReply> =>
  createEgress({ ...policy, ...allowed }, { resolve }).send(request, { ...noOptions, ...sending });

interface Settings {
  readonly sending?: Partial<Parameters<ReturnType<typeof createEgress>['send']>[1]>;
  readonly allowed?: Partial<EgressPolicy>;
  readonly resolve?: Resolve;
}

export const refusal = (type: string, message: string) => ({ refused: { type, message } });

/** The message for every blocked host. */
export const targetRefusal = (host: string) =>
  refusal(
    'HttpRefused',
    `${host} cannot be reached: its name is unknown, or the operator does not allow it (SCRIPT_HTTP_ALLOW)`,
  );

/** Returns the body of a response. Throws an error for a refusal. */
export function textOf(reply: HttpReply): string {
  if ('refused' in reply) throw new Error(reply.refused.message);
  return 'text' in reply.value.body ? reply.value.body.text : reply.value.body.base64;
}
