import { optional } from '@slipway/api-schema/format';
import { watchedLists } from '@slipway/api-schema/live';
import { idCandidates } from '@slipway/domain/ids';
import { z } from 'zod';
import type { WatchedObject, WatchTargets } from '../dependencies/live-streams.ts';

/** Of releases and tasks together. */
const maxObjects = 200;

const id = z.string().min(1, { error: 'expected an id' }).max(1_024, { error: 'expected an id' });
/** A parameter that may be given more than once; `expected` names what it takes. */
const repeatable = <T extends z.ZodType>(item: T, limit: number, expected: string) =>
  z
    .union([item, z.array(item).max(limit, { error: `expected at most ${limit}` })], { error: `expected ${expected}` })
    .transform((value) => [value].flat());

/** The objects that a stream watches. */
export const watchQuery = z
  .object({
    release: optional(repeatable(id, maxObjects, 'an id')).describe(
      'the id of a release or template; may be given more than once',
    ),
    task: optional(repeatable(id, maxObjects, 'an id')).describe('the id of a task; may be given more than once'),
    list: optional(repeatable(z.enum(watchedLists), maxObjects, watchedLists.join(', '))).describe(
      `${watchedLists.join(', ')}; may be given more than once`,
    ),
    inbox: optional(repeatable(z.enum(['true', 'false']), maxObjects, 'true or false')).describe(
      'true: the tasks of the caller, their teams and roles; may be repeated',
    ),
    after: optional(z.string()).describe(
      'the `id` of the last event of another stream: only later changes are sent; for streams like Last-Event-ID, which has priority',
    ),
  })
  .refine(({ release = [], task = [] }) => release.length + task.length <= maxObjects, {
    path: ['release'],
    error: `expected at most ${maxObjects} releases and tasks together`,
  })
  .refine(({ release, task, list, inbox = [] }) => Boolean(release || task || list || inbox.includes('true')), {
    path: ['release'],
    error: 'expected something to watch: release, task, list or inbox',
  });

const toWatchedObject = (kind: WatchedObject['kind'], rawId: string): WatchedObject => {
  const candidates = idCandidates(kind === 'task' ? 'Task' : 'Release', rawId);
  return { kind, rawId, candidates, releaseId: null, lastSent: undefined };
};

/** Throws NotFound for what no id can look like. */
export const parseWatchQuery = ({
  release = [],
  task = [],
  list = [],
  inbox = [],
}: z.output<typeof watchQuery>): WatchTargets => ({
  ids: [
    ...[...new Set(release)].map((rawId) => toWatchedObject('release', rawId)),
    ...[...new Set(task)].map((rawId) => toWatchedObject('task', rawId)),
  ],
  lists: new Set(list),
  inbox: inbox.includes('true'),
});
