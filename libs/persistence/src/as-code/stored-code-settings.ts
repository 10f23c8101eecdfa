import type { Json } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { convertMissingFolder, convertStorageErrors } from '../database/storage-errors.ts';

/** Settings of a folder in a YAML document that the product does not use. Exports return them unchanged. */
export interface CodeSettings {
  readonly folderId: string;
  readonly kind: string;
  readonly title: string;
  readonly body: Readonly<Record<string, Json>>;
}

const columns = 'folder_id as "folderId", kind, title, body';
const statements = {
  read: {
    name: 'kept-code',
    text: `select ${columns} from kept_code where folder_id = any ($1::text[]) order by kind, title`,
  },
  store: {
    name: 'store-kept-code',
    text: `insert into kept_code (folder_id, kind, title, body) values ($1, $2, $3, $4)
      on conflict (folder_id, kind, title) do update set body = excluded.body`,
  },
};

/** Reads the stored settings of these folders. */
export const readCodeSettings = (
  connection: Connection,
  folderIds: readonly string[],
): Promise<readonly CodeSettings[]> => connection.query<CodeSettings>(statements.read, [folderIds]);

/**
 * Stores a setting of a folder and replaces the one with the same kind and title. Throws NotFound if the folder was
 * deleted, Invalid.
 */
export async function storeCodeSettings(
  connection: Connection,
  { folderId, kind, title, body }: CodeSettings,
): Promise<void> {
  const write = () => connection.query(statements.store, [folderId, kind, title, JSON.stringify(body)]);
  await convertMissingFolder(() => convertStorageErrors(write));
}
