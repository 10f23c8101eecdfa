import { NotFound, rootFolderId } from '@slipway/domain';
import { type Connection, findFolder } from '@slipway/persistence';

/** Throws NotFound where there is no such folder. */
export async function requireFolder(connection: Connection, folderId: string): Promise<void> {
  if (folderId === rootFolderId) return;
  if ((await findFolder(connection, folderId)) === null) throw new NotFound(`there is no folder '${folderId}'`);
}
