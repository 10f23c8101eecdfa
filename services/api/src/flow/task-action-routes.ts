import { taskResponse } from '@slipway/api-schema/plans';
import {
  dispatchToPart,
  prepareTaskCommand,
  reloadTask,
  type TaskRequest,
  taskRequests,
  verdictRequests,
} from '@slipway/application/plans';
import type { Command } from '@slipway/domain/commands';
import type { Person } from '@slipway/engine';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';
import { taggedTask } from '../plans/tagged-answers.ts';

interface TaskCommand {
  readonly caller: Person;
  readonly rawId: string;
  readonly command: (taskId: string) => Command;
  /** the network address of the client, for the audit log */
  readonly address?: string | null;
}

/** Executes a command on a task and returns the changed task. Most saves return it, so no further read is needed. */
export async function actOnTask(deps: Deps, command: TaskCommand) {
  const { id, done } = await dispatchToPart(deps, { ...command, kind: 'Task', shows: true });
  return taggedTask(deps, done.taskView ?? (await reloadTask(deps.database, id)), command.caller);
}

const requestRoute = ({ type, path, summary, body }: TaskRequest): Route =>
  route({
    method: 'POST',
    path: `/tasks/{taskId}/${path}`,
    name: type,
    summary,
    needs: { command: type, on: 'taskId' },
    etag: currentTask,
    body: jsonBody(body),
    reply: taskResponse,
    answer: async (deps, { caller, path: { taskId: rawId }, body: command }) => {
      await prepareTaskCommand(deps, caller, type, rawId);
      return await actOnTask(deps, { caller, rawId, command });
    },
  });

export const taskActions: readonly Route[] = taskRequests.map(requestRoute);
export const approvals: readonly Route[] = verdictRequests.map(requestRoute);
