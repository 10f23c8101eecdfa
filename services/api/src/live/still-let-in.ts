import type { Engine, Person } from '@slipway/engine';
import type { Seen } from '@slipway/persistence';
import type { Watcher } from './watchers.ts';

/**
 * Whether the login of a stream is valid, according to a poll. The first poll of a stream stores the version of its
 * password.
 */
function holds(watcher: Watcher, { ended, users }: Seen): boolean {
  const { login, username } = watcher;
  if (login.id !== null && ended.includes(login.id)) return false;
  const user = users.find((each) => each.username === username);
  if (!user?.loginAllowed) return false;
  if (login.by !== 'password') return true;
  watcher.credentialVersion ??= user.credentialVersion;
  return watcher.credentialVersion === user.credentialVersion;
}

/**
 * Validates the login of a stream, and updates its permissions: a statement only if the cache lacks them, and for a
 * token.
 */
export async function isStillLetIn(access: Engine['access'], watcher: Watcher, seen: Seen): Promise<boolean> {
  if (!holds(watcher, seen)) return false;
  if (watcher.grants === seen.grants) return true;
  const person = await personNow(access, watcher, seen.grants);
  if (person === null) return false;
  watcher.person = person;
  watcher.grants = seen.grants;
  return true;
}

async function personNow(access: Engine['access'], { login, username }: Watcher, accessVersion: number) {
  if (login.by !== 'token' || login.id === null) return await access.person({ username, accessVersion, only: null });
  const person: Person | string = await access.byToken(login.id);
  return typeof person === 'string' ? null : person;
}
