import type { RestClient, RestResponse } from '../../harness/rest/rest-client.ts';

type Headers = Readonly<Record<string, string>>;

/** Sends a POST with an idempotency key. */
export const createKeyedPost =
  (defaultClient: RestClient) =>
  (
    path: string,
    body: unknown,
    key: string,
    client: RestClient = defaultClient,
    headers: Headers = {},
  ): Promise<RestResponse> =>
    client.send('POST', path, body, { 'idempotency-key': key, ...headers });

/** Returns the parts of a response that must be equal when the request is repeated. */
export const comparableResponse = ({ status, text, headers }: RestResponse) => ({
  status,
  text,
  tag: headers.get('etag'),
});
