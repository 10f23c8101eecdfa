import { createHash, randomBytes } from 'node:crypto';
import { type Database, forgetContents, openDatabase } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type Server, startServer } from '../../harness/product/server.ts';
import { type Attachment, attach, contentOf } from '../../harness/rest/attachments.ts';
import { startedOf, tasksOf } from '../../harness/rest/plans.ts';
import { restAt } from '../../harness/rest/rest.ts';
import type { Release, Task } from '../../harness/rest/shapes.ts';

let fresh: FreshDatabase;
let database: Database;
let server: Server;
const start = () =>
  startServer({
    env: { DATABASE_URL: fresh.url, SAMPLES: 'false', SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' },
  });
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, connections: 1 });
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await database.stop();
  await fresh.drop();
});

const uploads = 200;
const atOnce = 10;
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('of two hundred uploads, in whose middle the process is killed, each is there as a whole or not at all', async () => {
  const rest = restAt(() => server.url);
  const titles = Array.from({ length: 20 }, (_, index) => `task ${index}`);
  const release = await startedOf(rest, { Build: titles });
  const tasks = tasksOf(release);
  const told: string[] = [];
  const sent = new Set<string>();
  let begun = 0;
  const turn = async (): Promise<void> => {
    while (begun < uploads) {
      const task = tasks[begun % tasks.length]!;
      begun += 1;
      const bytes = randomBytes(begun % 4 === 0 ? 1_500_000 : 20_000);
      sent.add(sha(bytes));
      const [given] = await attach(rest, `/tasks/${task.id}`, { upload: bytes });
      told.push(given!.id);
      if (told.length === uploads / 2) process.kill(server.pid, 'SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: atOnce }, turn));
  await server.stop().catch(() => {});
  expect(told.length).toBeGreaterThanOrEqual(uploads / 2);
  server = await start();

  const after = tasksOf(await rest.get<Release>(`/releases/${release.id}`)) as readonly (Task & {
    readonly attachments: readonly Attachment[];
  })[];
  const kept = after.flatMap(({ attachments }) => attachments);
  expect(told.filter((id) => !kept.some((each) => each.id === id))).toEqual([]);
  for (const each of kept) {
    expect(sha(await contentOf(server.url, each))).toBe(each.checksum);
    expect(sent.has(each.checksum)).toBe(true);
  }
  for (const _ of ['first look', 'second look']) {
    await database.query({ text: `update attachment_contents set touched_at = touched_at - interval '1 hour'` });
    await forgetContents(database, 600_000, 1_000);
  }
  const left = await database.query<object>({
    text: `select (select count(*)::int from attachment_contents) as contents, count(distinct content_id)::int as chunked
      from attachment_chunks`,
  });
  expect(left).toEqual([{ contents: kept.length, chunked: kept.length }]);
});
