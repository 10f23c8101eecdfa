import { Invalid } from '@slipway/domain';
import { newId, teamsOfNewFolder } from '@slipway/engine';
import {
  type Actor,
  createFolder as create,
  moveFolder as move,
  deleteFolder as remove,
  renameFolder as rename,
} from '@slipway/persistence';
import { chosenId, type FolderAnswer, type FolderBody } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { folderNamed } from './find.ts';
import { renderFolder } from './render.ts';

type Changes = Pick<ResourceContext, 'engine' | 'database'>;

/** Makes a folder in a folder; an id that the client chose is kept when it is free. Throws Invalid, NotFound, Conflict. */
export async function createFolder(
  context: ResourceContext,
  actor: Actor,
  parent: string,
  { id, title }: FolderBody,
): Promise<FolderAnswer> {
  if (title.trim() === '') throw new Invalid('title: expected a text');
  const { id: parentId } = await folderNamed(context.database, parent);
  const own = { teams: teamsOfNewFolder(actor), actor };
  const order = { id: chosenId('Folder', id), parentId, title, freshId: newId('Folder'), own };
  return await renderFolder(context, await context.engine.change((database) => create(database, order)), 0);
}

/** Gives a folder another title. Throws Invalid, NotFound, Conflict. */
export async function renameFolder({ engine, database }: Changes, written: string, title: string): Promise<void> {
  if (title.trim() === '') throw new Invalid('newName: expected a text');
  const folder = await folderNamed(database, written);
  await engine.change((within) => rename(within, folder.id, title));
}

/** Moves a folder with all that is in it into another one. Throws NotFound, Conflict. */
export async function moveFolder(
  { engine, database }: Changes,
  actor: Actor,
  written: string,
  parent: string,
): Promise<void> {
  const folder = await folderNamed(database, written);
  const target = await folderNamed(database, parent);
  await engine.change((within) => move(within, folder.id, target.id, actor));
}

/** Deletes a folder with what is in it. Throws NotFound, Conflict while a release in it is not finished. */
export async function deleteFolder({ database }: Pick<Changes, 'database'>, written: string): Promise<void> {
  await remove(database, (await folderNamed(database, written)).id);
}
