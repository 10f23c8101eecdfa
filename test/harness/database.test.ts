import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

async function nameOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT current_database() AS name');
  await client.end();
  return rows[0].name;
}

test('every test file has its own database', async () => {
  const [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
  const names = await Promise.all([nameOf(first.url), nameOf(second.url)]);
  expect(new Set(names).size).toBe(2);
  await Promise.all([first.drop(), second.drop()]);
  await expect(nameOf(first.url)).rejects.toThrow('does not exist');
});
