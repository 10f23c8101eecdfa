import { list, oneOf, optional } from '@slipway/api-schema/format';
import { type TaskResponse, taskResponse } from '@slipway/api-schema/plans';
import { getPlan, renderRelease } from '@slipway/application/plans';
import { message } from '@slipway/domain/messages';
import { isReached } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

/** Tasks and the tasks in their groups, groups first. */
const flattenTasks = (tasks: readonly TaskResponse[]): readonly TaskResponse[] =>
  tasks.flatMap((task) => [task, ...flattenTasks(task.tasks ?? [])]);

/** Get active tasks (rest-api.md; compatibility.md, Answers). */
export const activeTasks: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/{releaseId}/active-tasks',
    name: 'getActiveTasks',
    summary: 'The tasks that are in progress, groups included',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    query: z.object({
      include: optional(oneOf(['all'], message('expected.only', { value: 'all' }))).describe(
        'all: also those that wait or failed',
      ),
    }),
    reply: list(taskResponse),
    answer: async (deps, { caller, path, query: { include } }) => {
      const view = await getPlan(deps.database, caller, path.releaseId);
      const { answer } = await renderRelease(deps, view, caller);
      const reachedTasks = flattenTasks(answer.phases.flatMap(({ tasks }) => tasks)).filter(({ status }) =>
        isReached(status),
      );
      return include === 'all' ? reachedTasks : reachedTasks.filter(({ status }) => status === 'IN_PROGRESS');
    },
  }),
];
