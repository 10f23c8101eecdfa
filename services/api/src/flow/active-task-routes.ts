import { isReached, neededToRead } from '@slipway/domain';
import { planNamed, renderRelease } from '@slipway/resources';
import { list, oneOf, optional, type TaskAnswer, taskAnswer } from '@slipway/wire';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

/** Tasks with those of their groups, groups first. */
const flattened = (tasks: readonly TaskAnswer[]): readonly TaskAnswer[] =>
  tasks.flatMap((task) => [task, ...flattened(task.tasks ?? [])]);

/** Get active tasks (rest-api.md; compatibility.md, Answers). */
export const activeTasks: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/{releaseId}/active-tasks',
    name: 'getActiveTasks',
    summary: 'The tasks that are in progress, groups included',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    query: z.object({
      include: optional(oneOf(['all'], 'expected all')).describe('all: also those that wait or failed'),
    }),
    reply: list(taskAnswer),
    answer: async (deps, { caller, path, query: { include } }) => {
      const view = await planNamed(deps.database, caller, path.releaseId);
      const { answer } = await renderRelease(deps, view, caller);
      const reached = flattened(answer.phases.flatMap(({ tasks }) => tasks)).filter(({ status }) => isReached(status));
      return include === 'all' ? reached : reached.filter(({ status }) => status === 'IN_PROGRESS');
    },
  }),
];
