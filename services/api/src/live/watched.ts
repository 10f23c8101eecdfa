import { idCandidates } from '@slipway/domain';
import { optional, watchedLists } from '@slipway/wire';
import { z } from 'zod';
import type { Watch, Watched } from '../context/watching.ts';

/** Of releases and tasks together. */
const most = 200;

const id = z.string().min(1, { error: 'expected an id' }).max(1_024, { error: 'expected an id' });
/** A parameter that may be given more than once; `expected` names what it takes. */
const several = <T extends z.ZodType>(item: T, limit: number, expected: string) =>
  z
    .union([item, z.array(item).max(limit, { error: `expected at most ${limit}` })], { error: `expected ${expected}` })
    .transform((given) => [given].flat());

/** The objects that a stream watches. */
export const watchQuery = z
  .object({
    release: optional(several(id, most, 'an id')).describe(
      'the id of a release or template; may be given more than once',
    ),
    task: optional(several(id, most, 'an id')).describe('the id of a task; may be given more than once'),
    list: optional(several(z.enum(watchedLists), most, watchedLists.join(', '))).describe(
      `${watchedLists.join(', ')}; may be given more than once`,
    ),
    inbox: optional(several(z.enum(['true', 'false']), most, 'true or false')).describe(
      'true: the tasks of the caller, their teams and roles; may be repeated',
    ),
    after: optional(z.string()).describe(
      'the `id` of the last event of another stream: only later changes are sent; for streams like Last-Event-ID, which has priority',
    ),
  })
  .refine(({ release = [], task = [] }) => release.length + task.length <= most, {
    path: ['release'],
    error: `expected at most ${most} releases and tasks together`,
  })
  .refine(({ release, task, list, inbox = [] }) => Boolean(release || task || list || inbox.includes('true')), {
    path: ['release'],
    error: 'expected something to watch: release, task, list or inbox',
  });

const watchOf = (kind: Watch['kind'], written: string): Watch => {
  const candidates = idCandidates(kind === 'task' ? 'Task' : 'Release', written);
  return { kind, written, candidates, releaseId: null, told: undefined };
};

/** Throws NotFound for what no id can look like. */
export const watchedIn = ({
  release = [],
  task = [],
  list = [],
  inbox = [],
}: z.output<typeof watchQuery>): Watched => ({
  ids: [
    ...[...new Set(release)].map((written) => watchOf('release', written)),
    ...[...new Set(task)].map((written) => watchOf('task', written)),
  ],
  lists: new Set(list),
  inbox: inbox.includes('true'),
});
