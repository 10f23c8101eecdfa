import {
  type FollowedBody,
  type FollowedResponse,
  type FollowedState,
  showFollowed,
} from '@slipway/api-schema/notifications';
import { message } from '@slipway/domain/messages';
import { Conflict } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import {
  countFollowed,
  listFollowed,
  maxFollowed,
  readFollowed,
  saveFollowed,
} from '@slipway/persistence/notifications';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { idKindOf } from '../model/find.ts';
import { getPartLocation, getReleaseLocation } from '../plans/find.ts';

/** An object that a user can follow, with the ids around it, the nearest first. */
interface Followable {
  readonly id: string;
  readonly around: readonly string[];
}

/** Returns a release, a task or a folder that the caller can view. Throws NotFound. */
async function getFollowable(database: Database, caller: Person, rawId: string): Promise<Followable> {
  const inFolder = async (id: string): Promise<readonly string[]> => (await getFolder(database, id)).path.toReversed();
  switch (idKindOf(['Release', 'Task', 'Folder'], rawId)) {
    case 'Release': {
      const { id, access } = await getReleaseLocation(database, caller, rawId);
      return { id, around: await inFolder(access.folderId) };
    }
    case 'Task': {
      const { id, releaseId, access } = await getPartLocation(database, caller, 'Task', rawId);
      return { id, around: [releaseId, ...(await inFolder(access.folderId))] };
    }
    case 'Folder': {
      const { id } = await getFolder(database, rawId, { caller, anyOf: [neededToRead.folder] });
      return { id, around: (await inFolder(id)).slice(1) };
    }
  }
}

/** Returns the objects that the caller follows or has muted. */
export const renderFollowed = async (
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
): Promise<FollowedResponse> => showFollowed(await listFollowed(database, caller.username));

/** Returns whether the caller follows an object or has muted it, and the object that decides. Throws NotFound. */
export async function renderFollowedState(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  rawId: string,
): Promise<FollowedState> {
  const { id, around } = await getFollowable(database, caller, rawId);
  const modes = await readFollowed(database, caller.username, [id, ...around]);
  const modeOf = (candidate: string) => modes.find(({ objectId }) => objectId === candidate)?.mode;
  const decidedBy = [id, ...around].find((candidate) => modeOf(candidate) !== undefined);
  return { id, mode: modeOf(id), decidedBy, effective: decidedBy === undefined ? undefined : modeOf(decidedBy) };
}

/** Follows or mutes an object. Throws NotFound, and Conflict for too many objects. */
export async function changeFollowed(
  { engine, database }: Pick<ResourceContext, 'engine' | 'database'>,
  caller: Person,
  rawId: string,
  { mode }: FollowedBody,
): Promise<void> {
  const { id } = await getFollowable(database, caller, rawId);
  await engine.change((changes) =>
    changes.transaction(async (connection) => {
      if ((await countFollowed(connection, caller.username)) >= maxFollowed)
        throw new Conflict(message('limit.followed', { max: maxFollowed }));
      await saveFollowed(connection, caller.username, id, mode);
    }),
  );
}

/** Removes the mode of the caller for an object, which may no longer exist or be visible. */
export async function removeFollowed(
  { engine }: Pick<ResourceContext, 'engine'>,
  caller: Person,
  rawId: string,
): Promise<void> {
  const id = rawId.slice(rawId.lastIndexOf('/') + 1);
  await engine.change((database) => saveFollowed(database, caller.username, id, null));
}
