import { readFile } from 'node:fs/promises';
import type { Product } from '../measure/product.ts';
import { exported } from './requests.ts';

/** Returns the resident memory of a process in megabytes. */
async function residentMb(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Downloads the releases of a year as CSV. Returns a sentence with the rate and the growth of the memory. */
export async function measureExport({ origin, pid }: Pick<Product, 'origin' | 'pid'>): Promise<string> {
  const before = await residentMb(pid);
  const startedAt = performance.now();
  const response = await fetch(`${origin}/api/v1/insights/releases`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`,
      'content-type': 'application/json',
      accept: 'text/csv',
    },
    body: JSON.stringify(exported),
  });
  if (!response.ok || response.body === null) throw new Error(`the export was answered ${response.status}`);
  let rows = 0;
  let peak = before;
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    for (const byte of chunk) if (byte === 10) rows += 1;
    if (bytes > 1_000_000) {
      bytes = 0;
      peak = Math.max(peak, await residentMb(pid));
    }
  }
  const perSecond = rows / ((performance.now() - startedAt) / 1000);
  return `The CSV export of a year has ${rows.toLocaleString('en')} rows, and ${Math.round(perSecond).toLocaleString('en')} rows per second. The target is 20,000. The server process grew by ${Math.round(peak - before)} MB during the export.`;
}
