import type { Connection, Secret } from '@slipway/outbound-http';
import { type HttpRequest, maskedHost } from '@slipway/script-protocol';
import type { ResourceContext } from '../model/context.ts';

/** The address and method that check a connection (script-api.md, Plugin packaging). */
interface HttpCheck {
  readonly connection: Connection;
  readonly secrets: readonly Secret[];
  readonly signal: AbortSignal;
}

/** These reject the method only, which does not show whether the connection works (RFC 9110, 15.5.6, 15.6.2). */
const otherMethod: ReadonlySet<number> = new Set([405, 501]);

const textOf = ({ properties }: Connection, name: string): string => {
  const value = properties[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The url with the check path of the type. */
function addressOf(connection: Connection): string {
  const [url, path] = [textOf(connection, 'url'), textOf(connection, 'checkConfigurationPath')];
  return path === '' ? url : `${url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}

function requestTo(connection: Connection, method: string): HttpRequest {
  const type = textOf(connection, 'checkConfigurationContentType');
  return {
    does: 'http',
    place: 0,
    method,
    url: addressOf(connection),
    headers: type === '' ? [] : [['Accept', type]],
    body: null,
    timeoutMs: null,
    followRedirects: true,
    verify: true,
    connection: connection.id,
    credentials: null,
  };
}

/**
 * Checks the server of an HTTP connection with its credentials. Returns null for a status below 400, else the reason
 * as a message.
 */
export async function httpFault(
  egress: NonNullable<ResourceContext['egress']>,
  { connection, secrets, signal }: HttpCheck,
): Promise<string | null> {
  if (textOf(connection, 'url') === '') return 'the connection has no url';
  const send = (method: string) => egress.send(requestTo(connection, method), { secrets, connection, signal });
  const first = await send('HEAD');
  const reply = 'value' in first && otherMethod.has(first.value.status) ? await send('GET') : first;
  if ('refused' in reply) return reply.refused.message;
  const { status, reason } = reply.value;
  if (status < 400) return null;
  const hint = status === 401 || status === 403 ? ': it does not accept the credentials of the connection' : '';
  // the url of an answer has masks in it, which may leave none that can be read
  const host = maskedHost(
    new URL(addressOf(connection)).host,
    secrets.map(({ value }) => value),
  );
  return `${host} answers ${status} ${reason}`.trimEnd() + hint;
}
