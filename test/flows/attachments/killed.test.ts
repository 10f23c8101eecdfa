import { createHash, randomBytes } from 'node:crypto';
import { forgetContents } from '@slipway/persistence';
import { expect, test } from 'vitest';
import { serveApart } from '../../harness/product/serve.ts';
import { type Attachment, attach, contentOf } from '../../harness/rest/attachments.ts';
import { startedOf, tasksOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/shapes.ts';

const served = serveApart();

const uploads = 200;
const atOnce = 10;
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('of two hundred uploads, in whose middle the process is killed, each is there as a whole or not at all', async () => {
  const { rest } = served;
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
      if (told.length === uploads / 2) process.kill(served.pid(), 'SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: atOnce }, turn));
  expect(told.length).toBeGreaterThanOrEqual(uploads / 2);
  await served.restart();

  const after = tasksOf(await rest.get<Release>(`/releases/${release.id}`)) as readonly (Task & {
    readonly attachments: readonly Attachment[];
  })[];
  const kept = after.flatMap(({ attachments }) => attachments);
  expect(told.filter((id) => !kept.some((each) => each.id === id))).toEqual([]);
  for (const each of kept) {
    expect(sha(await contentOf(served.url(), each))).toBe(each.checksum);
    expect(sent.has(each.checksum)).toBe(true);
  }
  for (const _ of ['first look', 'second look']) {
    await served
      .database()
      .query({ text: `update attachment_contents set touched_at = touched_at - interval '1 hour'` });
    await forgetContents(served.database(), 600_000, 1_000);
  }
  const left = await served.database().query<object>({
    text: `select (select count(*)::int from attachment_contents) as contents, count(distinct content_id)::int as chunked
      from attachment_chunks`,
  });
  expect(left).toEqual([{ contents: kept.length, chunked: kept.length }]);
});
