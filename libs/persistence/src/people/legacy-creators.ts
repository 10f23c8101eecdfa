import type { Connection } from '../database/database.ts';

const statement = {
  name: 'creates-unasked',
  text: 'select from unasked_creators where release_id = $1',
};

/** Whether the tasks of a release create releases without a run-as user, because it is older than that requirement. */
export const isLegacyCreator = async (connection: Connection, releaseId: string): Promise<boolean> =>
  (await connection.query(statement, [releaseId])).length > 0;
