import type { Json } from '@slipway/domain/model';
import type { Connection } from './database.ts';
import { convertStorageErrors } from './storage-errors.ts';

const statements = {
  read: { name: 'read-setting', text: 'select value from settings where name = $1' },
  write: {
    name: 'write-setting',
    text: 'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
  },
};

/** Returns the setting of the installation with this name, or null. */
export async function readSetting(connection: Connection, name: string): Promise<Json> {
  const [row] = await connection.query<{ readonly value: Json }>(statements.read, [name]);
  return row?.value ?? null;
}

/** Stores a setting. Throws Invalid. */
export async function writeSetting(connection: Connection, name: string, value: Json): Promise<void> {
  await convertStorageErrors(() => connection.query(statements.write, [name, JSON.stringify(value)]));
}
