import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** A response, with decompressed text. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

interface RawRequest {
  readonly method?: string;
  /** sent unchanged, even if it is not a valid path */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** `name:password`, or null for none */
  readonly login?: string | null;
}

/** Sends requests that HTTP clients prevent: paths with `..`, invalid headers, incomplete bodies. */
export function sendRaw(
  url: string,
  { method = 'GET', path, headers = {}, body, login = 'admin:admin' }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const authorization = login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { hostname, port, method, path, headers: { ...authorization, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
          resolve({ status: response.statusCode!, headers: response.headers, text });
        });
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}
