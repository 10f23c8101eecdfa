import { defaultInsightSettings, type InsightSettings, type ReleaseIsDeployment } from '@slipway/domain/insights';
import type { Connection } from '../../database/database.ts';

/** The setting that applies to a folder. */
export interface AppliedSettings extends InsightSettings {
  /** the folder that has the setting; null: the default applies */
  readonly scopeId: string | null;
}

interface SettingsRow {
  readonly id: string;
  readonly scopeId: string;
  readonly deployment: ReleaseIsDeployment | null;
  readonly productionStages: readonly string[];
}

const readStatement = {
  name: 'read-insight-settings',
  text: `select f.id, s.folder_id as "scopeId", s.deployment, s.production_stages as "productionStages"
    from folders f, lateral (select s.* from insight_settings s where s.folder_id = any (f.path)
      order by array_position(f.path, s.folder_id) desc limit 1) s
    where f.id = any ($1::text[])`,
};

/** Reads the settings that apply to folders: those of the nearest folder upwards that has one. */
export async function readInsightSettings(
  connection: Connection,
  folderIds: readonly string[],
): Promise<(folderId: string) => AppliedSettings> {
  const rows = await connection.query<SettingsRow>(readStatement, [folderIds]);
  const byFolder = new Map(rows.map(({ id, ...settings }) => [id, settings]));
  return (folderId) => byFolder.get(folderId) ?? { scopeId: null, ...defaultInsightSettings };
}

const lockStatement = {
  name: 'lock-insight-settings',
  text: 'select from folders where id = $1 for no key update',
};

/** Locks the setting of a folder until the transaction ends. */
export async function lockInsightSettings(connection: Connection, folderId: string): Promise<void> {
  await connection.query(lockStatement, [folderId]);
}

const saveStatement = {
  name: 'save-insight-settings',
  text: `insert into insight_settings (folder_id, deployment, production_stages) values ($1, $2, $3)
    on conflict (folder_id) do update
      set deployment = excluded.deployment, production_stages = excluded.production_stages`,
};
const deleteStatement = {
  name: 'delete-insight-settings',
  text: 'delete from insight_settings where folder_id = $1',
};

/** Replaces the setting of a folder. Null removes it, so that the one of the next folder upwards applies. */
export async function saveInsightSettings(
  connection: Connection,
  folderId: string,
  settings: InsightSettings | null,
): Promise<void> {
  if (settings === null) await connection.query(deleteStatement, [folderId]);
  else {
    const { deployment, productionStages } = settings;
    const stored = deployment === null ? null : JSON.stringify(deployment);
    await connection.query(saveStatement, [folderId, stored, productionStages]);
  }
}
