import type { LogEntry } from '@slipway/domain/decision';
import type { Connection } from '../database/database.ts';

/** A line of the activity log; `seq` rises with time and is unique. */
export interface ActivityEntry extends Omit<LogEntry, 'code' | 'params'> {
  readonly seq: number;
  /** The text as data; null for entries of earlier versions. */
  readonly code: string | null;
  readonly params: Readonly<Record<string, unknown>> | null;
}

const columns = `seq, activity_type as "activityType", target_type as "targetType", target_id as "targetId",
  message, code, params, username, event_time as "eventTime"`;
const listStatement = {
  name: 'list-activities',
  text: `select ${columns} from activities where release_id = $1 order by seq`,
};

/** The activity log of a release or template, live or archived, oldest first. */
export const listActivities = (connection: Connection, releaseId: string): Promise<readonly ActivityEntry[]> =>
  connection.query<ActivityEntry>(listStatement, [releaseId]);
