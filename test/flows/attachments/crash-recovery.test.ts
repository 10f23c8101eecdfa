import { createHash, randomBytes } from 'node:crypto';
import { deleteExpiredContents } from '@slipway/persistence/attachments';
import { expect, test } from 'vitest';
import { serveInOwnProcess } from '../../harness/product/serve.ts';
import { type Attachment, attach, downloadAttachment } from '../../harness/rest/attachments.ts';
import { startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { pickLength } from '../../harness/test-length.ts';

const product = serveInOwnProcess();

const uploads = pickLength({ short: 60, long: 200 });
const concurrency = 10;
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test(`after a crash during ${uploads} uploads, each file is stored completely or not at all`, async () => {
  const { rest } = product;
  const titles = Array.from({ length: 20 }, (_, index) => `task ${index}`);
  const release = await startRelease(rest, { Build: titles });
  const tasks = tasksOf(release);
  const acknowledgedIds: string[] = [];
  const sent = new Set<string>();
  let startedCount = 0;
  const turn = async (): Promise<void> => {
    while (startedCount < uploads) {
      const task = tasks[startedCount % tasks.length]!;
      startedCount += 1;
      const bytes = randomBytes(startedCount % 4 === 0 ? 1_500_000 : 20_000);
      sent.add(sha(bytes));
      const [added] = await attach(rest, `/tasks/${task.id}`, { upload: bytes });
      acknowledgedIds.push(added!.id);
      if (acknowledgedIds.length === uploads / 2) process.kill(product.pid(), 'SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: concurrency }, turn));
  expect(acknowledgedIds.length).toBeGreaterThanOrEqual(uploads / 2);
  await product.restart();

  const after = tasksOf(await rest.get<Release>(`/releases/${release.id}`)) as readonly (Task & {
    readonly attachments: readonly Attachment[];
  })[];
  const storedAttachments = after.flatMap(({ attachments }) => attachments);
  expect(acknowledgedIds.filter((id) => !storedAttachments.some((attachment) => attachment.id === id))).toEqual([]);
  for (const attachment of storedAttachments) {
    expect(sha(await downloadAttachment(product.url(), attachment))).toBe(attachment.checksum);
    expect(sent.has(attachment.checksum)).toBe(true);
  }
  for (const _ of ['first look', 'second look']) {
    await product
      .database()
      .query({ text: `update attachment_contents set touched_at = touched_at - interval '1 hour'` });
    await deleteExpiredContents(product.database(), 600_000, 1_000);
  }
  const left = await product.database().query<object>({
    text: `select (select count(*)::int from attachment_contents) as contents, count(distinct content_id)::int as chunked
      from attachment_chunks`,
  });
  expect(left).toEqual([{ contents: storedAttachments.length, chunked: storedAttachments.length }]);
});
