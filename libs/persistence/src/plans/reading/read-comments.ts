import type { StoredComment } from '@slipway/domain/decision';
import type { Connection } from '../../database/database.ts';

interface Row extends StoredComment {
  readonly id: string;
}

const selectComments = {
  name: 'read-stored-comments',
  text: `select id, task_id as "taskId", text, author, version, coalesce(edited_date, date) as date
    from live_comments where id = any ($1::text[])`,
};

/** A comment that can change. */
export interface ChangeableComment {
  readonly id: string;
  readonly author: string;
  readonly version: number;
}

const selectChangeable = {
  name: 'read-changeable-comments',
  text: `select id, author, version from live_comments where task_id = $1 and version is not null order by date, seq`,
};

/** Reads the comments of a live task that can change, oldest first. */
export const readChangeableComments = (connection: Connection, taskId: string): Promise<readonly ChangeableComment[]> =>
  connection.query<ChangeableComment>(selectChangeable, [taskId]);

/** Reads live comments by id. Null: the comment does not exist. */
export async function readComments(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredComment | null>> {
  const rows = await connection.query<Row>(selectComments, [ids]);
  const byId = new Map<string, StoredComment | null>(ids.map((id) => [id, null]));
  for (const { id, ...comment } of rows) byId.set(id, comment);
  return byId;
}
