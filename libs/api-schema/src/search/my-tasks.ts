import { type TaskWait, userActions, waitKinds } from '@slipway/domain/forecast';
import type { Message } from '@slipway/domain/messages';
import { type Permission, type Task, taskStatuses, titleOf } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { messageResponse, showMessage } from '../format/messages.ts';
import { joinIds } from '../format/render-context.ts';
import { list, responseDate } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

const namedObject = z.object({ id: z.string(), title: z.string() });

const waitingTask = z
  .object({
    id: z.string(),
    title: z.string(),
    type: z.string(),
    status: z.enum(taskStatuses),
    owner: z.string().optional(),
    team: z.string().optional(),
    scheduledStartDate: responseDate.optional(),
    startDate: responseDate.optional(),
    dueDate: responseDate.optional().describe('also where it follows from the planned duration'),
    overdue: z.boolean(),
    locked: z.boolean().describe('it, or a group around it'),
    asksForApprovals: z.boolean(),
    ...messageResponse,
    sentence: z.string().describe('why it waits; external targets are counted, and not named'),
    lacking: z
      .partialRecord(z.enum(userActions), z.string())
      .describe(
        'the missing permission for each action; assign: to another user; assignToMe: to the caller; team: to set its team',
      ),
    release: namedObject,
    phase: namedObject,
    folder: namedObject,
  })
  .meta({ id: 'WaitingTask' });

/** The tasks of the caller and their teams (an extension). */
export const myTasksResponse = z
  .object({
    count: z.int().describe('of all that match, on whichever page'),
    next: z.string().optional().describe('`after` of the next page; absent on the last one'),
    tasks: list(waitingTask),
  })
  .meta({ id: 'MyTasks' });

export type MyTasksResponse = z.output<typeof myTasksResponse>;
export type WaitingTaskResponse = MyTasksResponse['tasks'][number];

/** A task that waits for users. */
interface WaitingTaskView {
  readonly task: Task;
  /** in epoch milliseconds */
  readonly due: number | null;
  readonly isOverdue: boolean;
  readonly isLocked: boolean;
  /** why the task waits */
  readonly reason: Message;
  readonly lacking: Readonly<Partial<Record<(typeof userActions)[number], Permission>>>;
  readonly phase: { readonly id: string; readonly title: string };
  readonly groupIds: readonly string[];
  readonly release: { readonly id: string; readonly title: string };
  readonly folder: { readonly path: readonly string[]; readonly title: string };
}

export function showWaitingTask(view: WaitingTaskView, prefix: string): WaitingTaskResponse {
  const { task, phase, groupIds, release, folder } = view;
  const { definition, run } = task;
  const folderId = folder.path.join('/');
  const releaseId = joinIds(folderId, release.id);
  const phaseId = joinIds(releaseId, phase.id);
  return {
    id: joinIds(phaseId, ...groupIds, task.id),
    title: titleOf(task),
    type: showType(definition.type, prefix),
    status: run.status,
    owner: definition.owner ?? undefined,
    team: definition.team ?? undefined,
    scheduledStartDate: showDate(definition.scheduledStartDate),
    startDate: showDate(run.startDate),
    dueDate: showDate(view.due),
    overdue: view.isOverdue,
    locked: view.isLocked,
    asksForApprovals: definition.approvalRequirements.length > 0,
    ...showMessage(view.reason),
    lacking: view.lacking,
    release: { id: releaseId, title: release.title },
    phase: { id: phaseId, title: phase.title },
    folder: { id: folderId, title: folder.title },
  };
}

const awaitedActor = z.object({ kind: z.enum(['user', 'team', 'role']), name: z.string() });

const folderTask = waitingTask
  .extend({
    waitsFor: z.enum(waitKinds),
    waitsSince: responseDate,
    waitsUntil: responseDate.optional().describe('when the wait ends automatically, if known'),
    waitsFrom: list(awaitedActor).describe(
      'the users, teams and roles that have to act; empty if none is assigned, or the wait ends automatically',
    ),
    release: namedObject.extend({ owner: z.string().optional() }),
  })
  .meta({ id: 'FolderTask' });

/** The waiting tasks of the releases in a folder (an extension). */
export const folderTasksResponse = z
  .object({
    count: z.int().describe('of all that match, on whichever page'),
    next: z.string().optional().describe('`after` of the next page; absent on the last one'),
    tasks: list(folderTask),
  })
  .meta({ id: 'FolderTasks' });

export type FolderTasksResponse = z.output<typeof folderTasksResponse>;
export type FolderTaskResponse = FolderTasksResponse['tasks'][number];

interface FolderTaskView extends Omit<WaitingTaskView, 'reason' | 'release'> {
  readonly wait: TaskWait;
  /** in epoch milliseconds */
  readonly since: number;
  readonly release: WaitingTaskView['release'] & { readonly owner: string | null };
}

export function showFolderTask({ wait, since, ...view }: FolderTaskView, prefix: string): FolderTaskResponse {
  const shown = showWaitingTask({ ...view, reason: wait.message }, prefix);
  return {
    ...shown,
    waitsFor: wait.kind,
    waitsSince: showDate(since),
    waitsUntil: showDate(wait.until),
    waitsFrom: [...wait.actors],
    release: { ...shown.release, owner: view.release.owner ?? undefined },
  };
}
