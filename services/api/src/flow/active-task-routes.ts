import { isAhead, isDefunct, toRead } from '@slipway/domain';
import { list, oneOf, optional, type TaskAnswer, taskAnswer } from '@slipway/wire';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { releaseOrTemplate } from '../plans/reads.ts';
import { shownRelease } from '../plans/shown.ts';

/** Tasks with those of their groups, groups first. */
const flat = (tasks: readonly TaskAnswer[]): readonly TaskAnswer[] =>
  tasks.flatMap((task) => [task, ...flat(task.tasks ?? [])]);

/** Get active tasks (rest-api.md; decisions.md, Answers). */
export const activeTasks: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/{releaseId}/active-tasks',
    name: 'getActiveTasks',
    summary: 'The tasks that are in progress, groups included',
    permission: 'release#view',
    query: z.object({
      include: optional(oneOf(['all'], 'expected all')).describe('all: also those that wait or failed'),
    }),
    reply: list(taskAnswer),
    answer: async (deps, { caller, path, query: { include } }) => {
      const view = await releaseOrTemplate(deps, caller, path.releaseId, { permission: toRead.template });
      const { answer } = await shownRelease(deps, view, caller);
      const reached = flat(answer.phases.flatMap(({ tasks }) => tasks)).filter(
        ({ status }) => !isAhead(status) && !isDefunct(status),
      );
      return include === 'all' ? reached : reached.filter(({ status }) => status === 'IN_PROGRESS');
    },
  }),
];
