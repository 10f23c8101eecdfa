import type { PhaseResponse, ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { mutate, read } from '../../../api/rest.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { findTaskPosition } from './task-position.ts';
import type { Reversible } from './use-editing.ts';

type Plan = Pick<ReleaseResponse, 'id' | 'phases'>;
type Links = NonNullable<TaskResponse['links']>;

/** The text of a password in responses of REST. */
const passwordMask = '********';

const isMasked = (value: unknown): boolean =>
  value === passwordMask || (typeof value === 'object' && value !== null && Object.values(value).some(isMasked));

/**
 * Whether a deleted phase or task can be restored from its response. Passwords, the content of files and comments are not
 * in the response.
 */
export const isRestorable = ({ tasks = [], ...part }: PhaseResponse | TaskResponse): boolean =>
  !isMasked(part) &&
  !('attachments' in part && part.attachments.length > 0) &&
  !('comments' in part && part.comments.length > 0) &&
  tasks.every(isRestorable);

/** Returns the links between two tasks of the group that a task had. */
const linksOf = (links: Links, taskId: string): Links =>
  links.filter(({ source, target }) => source === taskId || target === taskId);

/** Restores a deleted task at its position, with its id and its links. Keeps all changes since the deletion. */
async function restoreTask(task: TaskResponse, { containerId, index, links }: DeletedPosition): Promise<void> {
  const container = lastSegment(containerId);
  await mutate('POST', `/tasks/${container}/tasks?position=${index}`, task);
  if (links.length === 0) return;
  const group = await read<TaskResponse>(`/tasks/${container}`);
  await mutate('PUT', `/tasks/${container}`, { links: [...(group.links ?? []), ...links] });
}

interface DeletedPosition {
  readonly containerId: string;
  readonly index: number;
  readonly links: Links;
}

/** Deletes a task of a plan. Throws ApiError, OfflineError. */
export async function deleteTask({ phases }: Plan, task: TaskResponse): Promise<Reversible> {
  const position = findTaskPosition(phases, task.id);
  await mutate('DELETE', `/tasks/${lastSegment(task.id)}`);
  const message = t`${task.title} deleted`;
  if (position === undefined || !isRestorable(task)) return { message, undo: null };
  const { container, index } = position;
  const links = linksOf(container.links ?? [], task.id);
  return { message, undo: () => restoreTask(task, { containerId: container.id, index, links }) };
}

/** Deletes a phase of a plan. Throws ApiError, OfflineError. */
export async function deletePhase({ id, phases }: Plan, phase: PhaseResponse): Promise<Reversible> {
  const index = phases.findIndex((item) => item.id === phase.id);
  await mutate('DELETE', `/phases/${lastSegment(phase.id)}`);
  const restore = () => mutate('POST', `/phases/${lastSegment(id)}/phase?position=${index}`, phase);
  return { message: t`${phase.title} deleted`, undo: index >= 0 && isRestorable(phase) ? restore : null };
}
