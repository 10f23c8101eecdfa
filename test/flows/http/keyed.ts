import type { Reply, Rest } from '../../harness/rest/rest.ts';

type Headers = Readonly<Record<string, string>>;

/** Sends a POST with an idempotency key. */
export const postBy =
  (first: Rest) =>
  (path: string, body: unknown, key: string, by: Rest = first, headers: Headers = {}): Promise<Reply> =>
    by.send('POST', path, body, { 'idempotency-key': key, ...headers });

/** What has to be the same when a request is answered again. */
export const answerOf = ({ status, text, headers }: Reply) => ({ status, text, tag: headers.get('etag') });
