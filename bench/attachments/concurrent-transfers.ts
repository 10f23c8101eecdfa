import { formatTable } from '../../test/harness/markdown-table.ts';
import type { Product } from '../measure/product.ts';
import { numbers } from '../measure/workload.ts';
import { residentMemory } from '../report/memory.ts';
import { megabytes, transfer, withMemoryPeak } from './exchange.ts';

/**
 * The maximum numbers of concurrent transfers of a process. One user may have half of them
 * (docs/how-to/attach-files.md).
 */
const [uploads, downloads] = [8, 16];
const rounds = 2;
const users = ['admin', 'other'];

const userAt = (at: number): string => users[at % users.length] ?? 'admin';

async function send(api: string, path: string, method: string, body?: object): Promise<void> {
  const headers = { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/json' };
  const answer = await fetch(`${api}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
}

/** Logs in all users, so that their passwords are cached: each verification of a password takes 19 MB. */
async function logInAll(api: string): Promise<void> {
  for (const user of users) {
    const answer = await fetch(`${api}/templates?resultsPerPage=1`, {
      headers: { authorization: `Basic ${btoa(`${user}:admin`)}` },
    });
    if (!answer.ok) throw new Error(`'${user}' was answered ${answer.status}`);
    await answer.arrayBuffer();
  }
}

/**
 * Measures uploads, then downloads, of `megabytes` each, with the maximum number at once. Returns a paragraph with a
 * table.
 */
export async function concurrentTransfers(product: Product, task: string): Promise<string> {
  const api = `${product.origin}/api/v1`;
  await send(api, '/users/other', 'POST', { username: 'other', password: 'admin' });
  await send(api, '/roles/others', 'POST', {
    name: 'others',
    permissions: ['admin'],
    principals: [{ username: 'other' }],
  });
  const initialMb = residentMemory(product.pid);
  const rows: string[][] = [];
  const row = async (count: number, direction: string, transferOne: (at: number) => ReturnType<typeof transfer>) => {
    await logInAll(api);
    const startedAt = performance.now();
    const idle = residentMemory(product.pid);
    const { result, extraMb } = await withMemoryPeak(product.pid, () => Promise.all(numbers(count).map(transferOne)));
    const rate = (count * megabytes) / ((performance.now() - startedAt) / 1000);
    const figures = [rate, extraMb, idle + extraMb - initialMb].map((figure) => figure.toFixed(0));
    rows.push([`${count} ${direction}`, ...figures, '40']);
    return result;
  };
  for (const _ of numbers(rounds)) {
    const responses = await row(uploads, 'uploads', (at) =>
      transfer(`${api}/tasks/${task}/attachments`, 'POST', userAt(at)),
    );
    const [{ id }]: readonly [{ readonly id: string }] = JSON.parse(responses[0]?.text ?? '');
    await row(downloads, 'downloads', (at) => transfer(`${api}/releases/attachments/${id}`, 'GET', userAt(at)));
  }
  return `The maximum number of concurrent transfers of a process, one row after the other. "MB above idle" is the memory above idle before the row. "MB above initial" is the memory above idle before all rows. At that time, the process had served some hundred other requests.

${formatTable(['', 'total MB/s', 'MB above idle', 'MB above initial', 'limit'], rows)}`;
}
