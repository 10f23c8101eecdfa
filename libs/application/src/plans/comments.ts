import { joinIds } from '@slipway/api-schema/format';
import type { ChangeableCommentResponse } from '@slipway/api-schema/plans';
import { mayDeleteComment, mayEditComment } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { readChangeableComments } from '@slipway/persistence/plans';
import type { ReadContext } from '../model/context.ts';
import { renderContextFor } from '../model/render-context.ts';
import { getPartLocation } from './find.ts';

/** Returns the comments of a task that can change, and what the caller may do with them. Throws NotFound, Forbidden. */
export async function changeableComments(
  context: ReadContext,
  caller: Person,
  rawId: string,
): Promise<ChangeableCommentResponse[]> {
  const { id: taskId } = await getPartLocation(context.database, caller, 'Task', rawId);
  const comments = await readChangeableComments(context.database, taskId);
  if (comments.length === 0) return [];
  const { elsewhere } = await renderContextFor(context, [taskId], caller);
  const parent = elsewhere.get(taskId) ?? taskId;
  const editor = { username: caller.username, isAdmin: caller.hasPermission('admin') };
  return comments.map(({ id, author, version }) => ({
    ...{ id: joinIds(parent, id), version },
    ...{ mayEdit: mayEditComment(editor, author), mayDelete: mayDeleteComment(editor, author) },
  }));
}
