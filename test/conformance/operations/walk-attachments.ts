import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import { type Attachment, filesForm } from '../../harness/rest/attachments.ts';
import type { Release } from '../../harness/rest/response-types.ts';

/** Calls every endpoint of attachments. */
export function walkAttachments(call: Call, create: (title: string) => Promise<Release>): void {
  test('attachments', async () => {
    const { id, phases } = await create('with files');
    const path = { taskId: phases[0]!.tasks[0]!.id };
    const body = filesForm({ 'one.txt': 'one', 'two.txt': 'two' });
    const [first, second] = await call<readonly Attachment[]>('addAttachments', { path, body });
    expect(await call<Release>('getTask', { path })).toMatchObject({ attachments: [first, second] });
    await call('downloadAttachment', { path: { attachmentId: second!.id } });
    await call('deleteAttachment', { path: { ...path, attachmentId: first!.id } });
    const [releaseAttachment] = await call<readonly Attachment[]>('addReleaseAttachments', {
      path: { releaseId: id },
      body,
    });
    await call('getRelease', { path: { releaseId: id } });
    await call('deleteReleaseAttachment', { path: { releaseId: id, attachmentId: releaseAttachment!.id } });
  });
}
