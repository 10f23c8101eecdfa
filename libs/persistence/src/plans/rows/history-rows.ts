import type { Await, CommentAdded, LogEntry } from '@slipway/domain/decision';
import { timestamp } from '../../database/instants.ts';

/** Columns of an entry of the activity log, with their types. */
export const entryColumns = {
  activity_type: 'text',
  target_type: 'text',
  target_id: 'text',
  message: 'text',
  code: 'text',
  params: 'json',
  username: 'text',
  event_time: 'timestamptz',
} as const;

export const toEntryRecord = (entry: LogEntry) => ({
  activity_type: entry.activityType,
  target_type: entry.targetType,
  target_id: entry.targetId,
  message: entry.message,
  code: entry.code,
  params: entry.params,
  username: entry.username,
  event_time: timestamp(entry.eventTime),
});

export const commentColumns = {
  id: 'text',
  task_id: 'text',
  text: 'text',
  author: 'text',
  date: 'timestamptz',
  version: 'integer',
  edited_date: 'timestamptz',
  mentions: 'text[]',
  line_times: 'jsonb',
} as const;

export const toCommentRecord = ({ taskId, date, version, editedDate, mentions, lineTimes, ...rest }: CommentAdded) => ({
  ...rest,
  task_id: taskId,
  date: timestamp(date),
  version: version ?? null,
  edited_date: timestamp(editedDate ?? null),
  mentions: mentions ?? null,
  line_times: lineTimes ?? null,
});

/** The columns of an await, with their types. */
export const awaitColumns = {
  task_id: 'text',
  kind: 'text',
  purpose: 'text',
  reference: 'text',
  until: 'timestamptz',
} as const;

/** Converts an await to a record for its row. */
export const toAwaitRecord = ({ taskId, until, ...rest }: Await) => ({
  ...rest,
  task_id: taskId,
  until: timestamp(until),
});
