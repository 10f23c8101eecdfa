import type { Json } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { convertMissingFolder, convertStorageErrors } from '../database/storage-errors.ts';

/** Settings of a folder in a document that the product does not use. They are exported unchanged. */
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

/** The stored settings of these folders. */
export const readCodeSettings = (
  connection: Connection,
  folderIds: readonly string[],
): Promise<readonly CodeSettings[]> => connection.query<CodeSettings>(statements.read, [folderIds]);

/** Keeps something for a folder, in the place of what is called so. Throws NotFound where the folder is gone, Invalid. */
export async function storeCodeSettings(
  connection: Connection,
  { folderId, kind, title, body }: CodeSettings,
): Promise<void> {
  const write = () => connection.query(statements.store, [folderId, kind, title, JSON.stringify(body)]);
  await convertMissingFolder(() => convertStorageErrors(write));
}
