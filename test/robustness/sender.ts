import { Agent, request } from 'node:http';
import type { GeneratedRequest } from './requests.ts';

/** A response; the status is 0 if the request could not be sent. */
export interface SenderResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Sends over persistent connections, as admin unless the request sets a login. */
export function createSender(url: string, connections = 32) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
  const send = ({ method, path, headers, body }: GeneratedRequest): Promise<SenderResponse> =>
    new Promise((resolve) => {
      const resolveError = (error: Error) => resolve({ status: 0, type: '', text: error.message });
      try {
        const clientRequest = request(
          {
            hostname,
            port,
            method,
            agent,
            path: `/api/v1${path}`,
            headers: { authorization, ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (part: string) => {
              text += part;
            });
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }),
            );
            response.on('error', resolveError);
          },
        );
        clientRequest.on('error', resolveError);
        clientRequest.end(body ?? undefined);
      } catch (error) {
        if (error instanceof Error) resolveError(error);
      }
    });
  return { send, close: () => agent.destroy() };
}

/** Runs the work for all items, with a limit of concurrency. */
export async function runConcurrently<T, R>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly (readonly [T, R])[]> {
  const done: (readonly [T, R])[] = [];
  const left = items.values();
  const worker = async () => {
    for (const item of left) done.push([item, await work(item)]);
  };
  await Promise.all(Array.from({ length: count }, worker));
  return done;
}
