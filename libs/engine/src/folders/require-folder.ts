import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { NotFound } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import { findFolder } from '@slipway/persistence/folders';

/** Throws NotFound if the folder does not exist. */
export async function requireFolder(connection: Connection, folderId: string): Promise<void> {
  if (folderId === rootFolderId) return;
  if ((await findFolder(connection, folderId)) === null)
    throw new NotFound(message('notFound.folder', { id: folderId }));
}
