import { expects, list, optional } from '@slipway/api-schema/format';
import { type LiveEvent, liveEvent, watchedLists } from '@slipway/api-schema/live';
import { idCandidates } from '@slipway/domain/ids';
import { type Message, message, plainText } from '@slipway/domain/messages';
import { neededToRead } from '@slipway/domain/people';
import type { Database } from '@slipway/persistence/database';
import { readChanges } from '@slipway/persistence/live';
import { z } from 'zod';
import type { StreamRequest, WatchedObject, WatchTargets } from '../dependencies/live-streams.ts';
import { type Route, route } from '../http/route.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';
import { indexChanges, notifyLists, notifyObjects } from './notifications.ts';
import { readEventId } from './stream.ts';
import { createWatchers, subjectsOf, type Watcher } from './watchers.ts';

/** The maximum number of releases and tasks together. */
const maxObjects = 200;

const id = z
  .string()
  .min(1, expects(message('expected.id')))
  .max(1_024, expects(message('expected.id')));
/** A parameter that can be repeated. `expected` names its values. */
const repeatable = <T extends z.ZodType>(item: T, limit: number, expected: Message) =>
  z
    .union([item, z.array(item).max(limit, expects(message('expected.max', { max: limit })))], expects(expected))
    .transform((value) => [value].flat());

/** The objects that a stream watches. */
export const watchQuery = z
  .object({
    release: optional(repeatable(id, maxObjects, message('expected.id'))).describe(
      'the id of a release or template; may be given more than once',
    ),
    task: optional(repeatable(id, maxObjects, message('expected.id'))).describe(
      'the id of a task; may be given more than once',
    ),
    list: optional(
      repeatable(z.enum(watchedLists), maxObjects, message('expected.names', { names: watchedLists.map(plainText) })),
    ).describe(`${watchedLists.join(', ')}; may be given more than once`),
    inbox: optional(repeatable(z.enum(['true', 'false']), maxObjects, message('expected.boolean'))).describe(
      'true: the tasks of the caller, their teams and roles; may be repeated',
    ),
    after: optional(z.string()).describe(
      'the `id` of the last event of another stream: only later changes are sent; for streams like Last-Event-ID, which has priority',
    ),
  })
  .refine(({ release = [], task = [] }) => release.length + task.length <= maxObjects, {
    path: ['release'],
    ...expects(message('expected.maxObjects', { max: maxObjects })),
  })
  .refine(({ release, task, list, inbox = [] }) => Boolean(release || task || list || inbox.includes('true')), {
    path: ['release'],
    ...expects(message('expected.watched')),
  });

const toWatchedObject = (kind: WatchedObject['kind'], rawId: string): WatchedObject => {
  const candidates = idCandidates(kind === 'task' ? 'Task' : 'Release', rawId);
  return { kind, rawId, candidates, releaseId: null, lastSent: undefined };
};

/** Throws NotFound for a text that cannot be an id. */
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

/** Proxies must forward each event at once, and not cache it. */
const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  Connection: 'close',
};

/** Changes of watched objects (event-streams.md). */
export const live: readonly Route[] = [
  route({
    method: 'GET',
    path: '/live',
    name: 'watch',
    summary:
      'The versions of the watched releases, tasks and lists: a stream of events for clients that accept one, or a list',
    needs: { lists: neededToRead.release },
    query: watchQuery,
    events: liveEvent,
    reply: list(liveEvent),
    answer: async ({ live: streams, database }, { caller, login, query, headers: requestHeaders }) => {
      const streamRequest = { person: caller, login, watched: parseWatchQuery(query) };
      if (!requestHeaders.accept?.includes('text/event-stream'))
        return await readCurrentVersions(database, streamRequest);
      const { bytes, leave } = streams.open({
        ...streamRequest,
        after: readEventId(requestHeaders['last-event-id'] ?? query.after),
      });
      return new StreamedAnswer({ status: 200, headers, bytes, end: leave, isLongLived: true });
    },
  }),
];

/** The first notification of a stream, as a response: one statement. */
async function readCurrentVersions(
  database: Database,
  streamRequest: Omit<StreamRequest, 'after'>,
): Promise<LiveEvent[]> {
  const events: LiveEvent[] = [];
  const stream: Watcher['stream'] = {
    enqueue: (_, event) => void events.push(event),
    setPosition: () => {},
    end: () => {},
    bytes: async function* () {},
  };
  const username = streamRequest.person.username.toLowerCase();
  const watcherState = { isInitialized: true, grants: null, credentialVersion: undefined, after: null };
  const watcher: Watcher = { ...streamRequest, ...watcherState, stream, username };
  const indexed = indexChanges(await readChanges(database, { since: null, tasks: [], ...subjectsOf([watcher]) }));
  const { ids } = watcher.watched;
  await notifyObjects(indexed, watcher, ids, { watchers: createWatchers(), isSilent: () => false });
  await notifyLists(indexed, watcher, null);
  return events;
}
