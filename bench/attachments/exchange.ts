import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { residentMemory } from '../report/memory.ts';

/** megabytes of 10⁶ bytes */
export const megabytes = 100;
const chunkBytes = randomBytes(1_000_000);
const formHead = '--between\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n';

interface TransferResult {
  readonly seconds: number;
  /** the body of the response */
  readonly text: string;
}

/**
 * Returns the credentials of the user of the requests, by default the administrator. A bare handler does not check
 * them.
 */
const authorizationOf = (username: string) => `Basic ${Buffer.from(`${username}:admin`).toString('base64')}`;

/** Sends one request with `megabytes` in its body or in its response. */
export async function transfer(url: string, method: 'GET' | 'POST', username = 'admin'): Promise<TransferResult> {
  const startedAt = performance.now();
  const form = method === 'POST' ? { 'content-type': 'multipart/form-data; boundary=between' } : {};
  const outgoing = request(url, { method, headers: { authorization: authorizationOf(username), ...form } });
  const responseBody = new Promise<{ readonly size: number; readonly text: string }>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let size = 0;
      let text = '';
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (method === 'POST' || response.statusCode !== 200) text += chunk.toString();
      });
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve({ size, text }) : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
  });
  if (method === 'POST') {
    outgoing.write(formHead);
    for (let chunkIndex = 0; chunkIndex < megabytes; chunkIndex += 1) {
      if (!outgoing.write(chunkBytes)) await new Promise((drained) => outgoing.once('drain', drained));
    }
    outgoing.write('\r\n--between--\r\n');
  }
  outgoing.end();
  const { size, text } = await responseBody;
  if (method === 'GET' && size < megabytes * chunkBytes.length) throw new Error(`only ${size} bytes came`);
  return { seconds: (performance.now() - startedAt) / 1000, text };
}

/** Runs the work. Also returns the increase of the memory of the process during the work, in megabytes. */
export async function withMemoryPeak<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly extraMb: number }> {
  const idle = residentMemory(pid);
  let peak = idle;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMemory(pid));
  }, 20);
  try {
    return { result: await work(), extraMb: peak - idle };
  } finally {
    clearInterval(sampling);
  }
}
