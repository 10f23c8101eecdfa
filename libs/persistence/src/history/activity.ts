import type { LogEntry } from '@slipway/domain/decision';
import type { Connection } from '../database/database.ts';

/** An entry of the activity log. `seq` is unique and increases with time. */
export interface ActivityEntry extends Omit<LogEntry, 'code' | 'params'> {
  readonly seq: number;
  /** The message as data; null for entries of earlier versions. */
  readonly code: string | null;
  readonly params: Readonly<Record<string, unknown>> | null;
}

const columns = `seq, activity_type as "activityType", target_type as "targetType", target_id as "targetId",
  message, code, params, username, event_time as "eventTime"`;
const listStatement = {
  name: 'list-activities',
  text: `select ${columns} from activities where release_id = $1 order by seq`,
};

/** Reads the activity log of a release or template, live or archived, oldest entries first. */
export const listActivities = (connection: Connection, releaseId: string): Promise<readonly ActivityEntry[]> =>
  connection.query<ActivityEntry>(listStatement, [releaseId]);
