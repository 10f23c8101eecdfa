import type { Engine, Person } from '@slipway/engine';
import type { ChangeSet } from '@slipway/persistence/live';
import type { Watcher } from './watchers.ts';

/**
 * Whether the login of a stream is valid, according to a poll. The first poll of a stream stores the version of its
 * password.
 */
function hasValidLogin(watcher: Watcher, { ended, users }: ChangeSet): boolean {
  const { login, username } = watcher;
  if (login.id !== null && ended.includes(login.id)) return false;
  const user = users.find((candidate) => candidate.username === username);
  if (!user?.loginAllowed) return false;
  if (login.by !== 'password') return true;
  watcher.credentialVersion ??= user.credentialVersion;
  return watcher.credentialVersion === user.credentialVersion;
}

/**
 * Validates the login of a stream, and updates its permissions: a statement only if the cache lacks them, and for a
 * token.
 */
export async function isLoginValid(access: Engine['access'], watcher: Watcher, changeSet: ChangeSet): Promise<boolean> {
  if (!hasValidLogin(watcher, changeSet)) return false;
  if (watcher.grants === changeSet.grants) return true;
  const person = await currentPerson(access, watcher, changeSet.grants);
  if (person === null) return false;
  watcher.person = person;
  watcher.grants = changeSet.grants;
  return true;
}

async function currentPerson(access: Engine['access'], { login, username }: Watcher, accessVersion: number) {
  if (login.by !== 'token' || login.id === null)
    return await access.person({ username, accessVersion, restrictedTo: null });
  const person: Person | string = await access.byToken(login.id);
  return typeof person === 'string' ? null : person;
}
