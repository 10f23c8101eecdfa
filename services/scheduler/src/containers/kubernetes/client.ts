import type { Egress, Secret } from '@slipway/outbound-http';
import { PlaceRefused, PlaceUnavailable } from '../place.ts';

/** A namespace of a cluster, and the credentials for it. */
export interface Cluster {
  /** the address of the API server, without a path */
  readonly url: string;
  readonly namespace: string;
  /** empty: a client certificate is used */
  readonly token: string;
  /** in PEM; null: the public authorities */
  readonly caCertificate: string | null;
  /** in PEM; null: none */
  readonly clientCertificate: string | null;
  readonly clientKey: string | null;
  /** whether the certificate of the API server is verified */
  readonly verify: boolean;
}

/** A request to the API server. */
interface ClusterRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** below the address of the server, with the query */
  readonly path: string;
  readonly body?: unknown;
  /** the statuses that are an answer, and not an error */
  readonly expects?: readonly number[];
}

interface ClusterResponse {
  readonly status: number;
  readonly text: string;
}

/** The API of a cluster. Its requests throw PlaceUnavailable and PlaceRefused. */
export interface ClusterClient {
  readonly namespace: string;
  send(request: ClusterRequest): Promise<ClusterResponse>;
}

/** The maximum time of a request. A log that is not complete by then is read again. */
const timeoutMs = 20_000;

/**
 * Creates a client that sends the requests of a release to a cluster, by the rules for outgoing requests. It uses no
 * watch, so that no connection is open while a job runs, and reads only single objects and the pods of one job. Therefore
 * it needs neither resource versions nor pages.
 */
export function createClusterClient(egress: Pick<Egress, 'send'>, cluster: Cluster, requester: string): ClusterClient {
  const { namespace, token, verify, caCertificate, clientCertificate, clientKey } = cluster;
  const url = cluster.url.replace(/\/+$/, '');
  const host = URL.canParse(url) ? new URL(url).host : '';
  const secrets: readonly Secret[] = [token, clientKey ?? '']
    .filter((value) => value !== '')
    .map((value) => ({ value, hosts: [host] }));
  const connection = { id: `cluster ${url}`, properties: { url, caCertificate, clientCertificate, clientKey } };
  return {
    namespace,
    send: async ({ method, path, body, expects = [] }) => {
      const request = {
        ...({ does: 'http', place: 0, method, url: `${url}${path}`, timeoutMs, verify } as const),
        headers: headersFor(method, token),
        body: body === undefined ? null : { text: JSON.stringify(body) },
        ...{ followRedirects: false, connection: null, credentials: null },
      };
      const reply = await egress.send(request, { secrets, connection, requester });
      if ('refused' in reply) {
        const { type, message } = reply.refused;
        if (type === 'HttpRefused') throw new PlaceRefused(message);
        throw new PlaceUnavailable(message);
      }
      const { status, headers, body: answer } = reply.value;
      const text = 'text' in answer ? answer.text : Buffer.from(answer.base64, 'base64').toString();
      if ((status >= 200 && status < 300) || expects.includes(status)) return { status, text };
      throw errorFor(status, text, headers);
    },
  };
}

const headersFor = (method: ClusterRequest['method'], token: string): [string, string][] => [
  ['Accept', 'application/json, */*'],
  ...(token === '' ? [] : [['Authorization', `Bearer ${token}`] satisfies [string, string]]),
  ...(method === 'GET' || method === 'DELETE'
    ? []
    : [
        ['Content-Type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'] satisfies [
          string,
          string,
        ],
      ]),
];

/** The statuses of a server that can answer a repetition: overloaded, failing, or with an outdated cache. */
const isTemporary = (status: number): boolean => status === 408 || status === 410 || status === 429 || status >= 500;

const maxRetrySeconds = 60;

function errorFor(status: number, text: string, headers: readonly (readonly [string, string])[]): Error {
  const reason = `the cluster answered ${status}: ${messageIn(text)}`;
  if (!isTemporary(status)) return new PlaceRefused(reason);
  const retryAfter = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? '';
  const seconds = /^\d{1,6}$/.test(retryAfter) ? Math.min(maxRetrySeconds, Number(retryAfter)) : null;
  return new PlaceUnavailable(reason, seconds === null ? null : seconds * 1_000);
}

/** Returns the message of a Status object, or the beginning of another text. */
function messageIn(text: string): string {
  try {
    const status: unknown = JSON.parse(text);
    if (typeof status === 'object' && status !== null && 'message' in status)
      return String(status.message).slice(0, 500);
  } catch {
    // The answer of a proxy is not JSON.
  }
  return text.slice(0, 200);
}
