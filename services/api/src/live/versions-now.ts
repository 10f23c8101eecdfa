import { type Database, lookAtChanges } from '@slipway/persistence';
import type { LiveEvent } from '@slipway/wire';
import type { Opening } from '../context/watching.ts';
import { foundIn, tellLists, tellThings } from './telling.ts';
import { createWatchers, subjectsOf, type Watcher } from './watchers.ts';

/** The first notification of a stream, as a response: one statement. */
export async function versionsNow(database: Database, opening: Omit<Opening, 'after'>): Promise<LiveEvent[]> {
  const told: LiveEvent[] = [];
  const stream: Watcher['stream'] = {
    tell: (_, event) => void told.push(event),
    seen: () => {},
    end: () => {},
    bytes: async function* () {},
  };
  const username = opening.person.username.toLowerCase();
  const begun = { hasBegun: true, grants: null, credentialVersion: undefined, after: null };
  const watcher: Watcher = { ...opening, ...begun, stream, username };
  const found = foundIn(await lookAtChanges(database, { since: null, tasks: [], ...subjectsOf([watcher]) }));
  const { ids } = watcher.watched;
  await tellThings(found, watcher, ids, { watchers: createWatchers(), quietly: () => false });
  await tellLists(found, watcher, null);
  return told;
}
