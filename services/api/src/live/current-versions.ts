import type { LiveEvent } from '@slipway/api-schema/live';
import type { Database } from '@slipway/persistence/database';
import { readChanges } from '@slipway/persistence/live';
import type { StreamRequest } from '../dependencies/live-streams.ts';
import { indexChanges, notifyLists, notifyObjects } from './notifications.ts';
import { createWatchers, subjectsOf, type Watcher } from './watchers.ts';

/** The first notification of a stream, as a response: one statement. */
export async function readCurrentVersions(
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
