import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { residentMemory } from '../report/memory.ts';

/** Of 10⁶ bytes. */
export const megabytes = 100;
const piece = randomBytes(1_000_000);
const head = '--between\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n';

interface Exchange {
  readonly seconds: number;
  /** of what was answered */
  readonly text: string;
}

/** The user of the requests. Without a name it is the administrator, whom a bare handler does not check. */
const as = (username: string) => `Basic ${Buffer.from(`${username}:admin`).toString('base64')}`;

/** One request, with `megabytes` in its body or in its answer. */
export async function exchange(url: string, method: 'GET' | 'POST', username = 'admin'): Promise<Exchange> {
  const began = performance.now();
  const form = method === 'POST' ? { 'content-type': 'multipart/form-data; boundary=between' } : {};
  const asking = request(url, { method, headers: { authorization: as(username), ...form } });
  const answered = new Promise<{ readonly size: number; readonly text: string }>((resolve, reject) => {
    asking.on('error', reject);
    asking.on('response', (response) => {
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
    asking.write(head);
    for (let sent = 0; sent < megabytes; sent += 1) {
      if (!asking.write(piece)) await new Promise((drained) => asking.once('drain', drained));
    }
    asking.write('\r\n--between--\r\n');
  }
  asking.end();
  const { size, text } = await answered;
  if (method === 'GET' && size < megabytes * piece.length) throw new Error(`only ${size} bytes came`);
  return { seconds: (performance.now() - began) / 1000, text };
}

/** Runs the work, and returns the increase of the process's memory during it, in megabytes. */
export async function watching<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly more: number }> {
  const idle = residentMemory(pid);
  let most = idle;
  const looking = setInterval(() => {
    most = Math.max(most, residentMemory(pid));
  }, 20);
  try {
    return { result: await work(), more: most - idle };
  } finally {
    clearInterval(looking);
  }
}
