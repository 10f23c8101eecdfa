import type { Connection } from '../../database/database.ts';
import type { MovedFolder } from '../moved-folders.ts';
import { lockDeployments } from './places.ts';

const statements = [
  {
    name: 'move-insight-deployments',
    text: 'update insight_deployments set folder_id = $2 where folder_id = $1',
  },
  {
    name: 'move-insight-incidents',
    text: `update insight_incidents i set folder_id = $2 where folder_id = $1
      and not exists (select from insight_incidents o where o.folder_id = $2 and o.id = i.id)`,
  },
];

/** Moves the deployments and incidents of a deleted folder. They stay at their place, so that their results remain. */
export async function moveDeployments(connection: Connection, { id, targetId }: MovedFolder): Promise<void> {
  await lockDeployments(connection);
  for (const statement of statements) await connection.query(statement, [id, targetId]);
}
