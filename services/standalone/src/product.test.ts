import { openDatabase } from '@slipway/persistence/database';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/harness/database.ts';
import { startInProcess } from '../../../test/harness/product/in-process.ts';

const env = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', LOG_LEVEL: 'info' };

test('scripts, polls and schedules start after the first user and the samples exist, and pools are counted correctly', async () => {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.url, connections: 1 });
  const content = {
    text: 'select (select count(*)::int from users) users, (select count(*)::int from releases) plans',
  };
  const missing: string[] = [];
  const parts: string[] = [];
  const beforePart = async (name: string) => {
    parts.push(name);
    if (!['plugins', 'scheduling', 'api'].includes(name)) return;
    const [counts] = await database.query<{ users: number; plans: number }>(content);
    if (counts!.users === 0 || counts!.plans === 0) missing.push(name);
  };
  try {
    const product = await startInProcess({ ...env, DATABASE_URL: fresh.url }, beforePart);
    try {
      expect(missing).toEqual([]);
      expect(parts).toEqual(expect.arrayContaining(['plugins', 'scheduling', 'api']));
      const figures = await (await fetch(`${product.url}/metrics`)).text();
      const sizeOf = (pool: string) => Number(new RegExp(`^slipway_${pool}_pool_size (\\d+)$`, 'm').exec(figures)?.[1]);
      const [, expected] = /"required":(\d+)/.exec(product.output()) ?? [];
      expect(Number(expected)).toBe(sizeOf('database') + sizeOf('queue'));
    } finally {
      await product.stop();
    }
  } finally {
    await database.stop();
    await fresh.drop();
  }
});
