import type { Instant } from '@slipway/domain/model';
import type { Connection, Database } from '../database/database.ts';
import { templateStatus } from '../database/statuses.ts';
import { readReleasesIn } from '../plans/reading/read.ts';
import type { ReleaseView } from '../plans/reading/views.ts';

/** A live or archived release for a report, with the bounds of its histories, as of one moment. */
export interface ReportedRelease {
  /** without comments */
  readonly view: ReleaseView;
  readonly archived: boolean;
  readonly readAt: Instant;
  /** the number of entries of the activity log, and the `seq` of the last one; 0 without entries */
  readonly activities: { readonly count: number; readonly last: number };
  /** the ids of all comments, oldest first */
  readonly commentIds: readonly string[];
}

interface HistoryRow {
  readonly archived: boolean;
  readonly readAt: Instant;
  readonly count: number;
  readonly last: number;
}

const historyStatement = {
  name: 'read-report-history',
  text: `select r.archived, clock_timestamp() as "readAt", a.count, a.last from releases r,
      lateral (select count(*)::int as count, coalesce(max(seq), 0) as last from activities where release_id = r.id) a
    where r.id = $1 and r.status <> '${templateStatus}'`,
};

const commentIdsStatement = {
  name: 'read-report-comment-ids',
  text: 'select id from comments where release_id = $1 order by date, seq',
};

/** Reads a release for a report with one transaction. Returns null if it does not exist, and for a template. */
export const readReportedRelease = (database: Database, id: string): Promise<ReportedRelease | null> =>
  database.transaction(async (connection) => {
    const [history] = await connection.query<HistoryRow>(historyStatement, [id]);
    if (history === undefined) return null;
    const { archived, readAt, ...activities } = history;
    const [[view], comments] = await Promise.all([
      readReleasesIn(connection, [id], { archived, comments: false }),
      connection.query<{ readonly id: string }>(commentIdsStatement, [id]),
    ]);
    if (view === undefined) return null;
    return { view, archived, readAt, activities, commentIds: comments.map((comment) => comment.id) };
  }, 'read');

/** An entry of the activity log in a report. */
export interface ReportedActivity {
  readonly seq: number;
  readonly activityType: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly message: string;
  readonly username: string;
  readonly eventTime: Instant;
}

const activitiesStatement = {
  name: 'read-report-activities',
  text: `select seq, activity_type as "activityType", target_type as "targetType", target_id as "targetId", message,
      username, event_time as "eventTime"
    from activities where release_id = $1 and seq > $2 and seq <= $3 order by seq limit $4`,
};

/** Reads the next entries of the activity log of a release, after the entry `after` and up to the entry `last`. */
export const readNextActivities = (
  connection: Connection,
  releaseId: string,
  { after, last, limit }: { readonly after: number; readonly last: number; readonly limit: number },
): Promise<readonly ReportedActivity[]> =>
  connection.query<ReportedActivity>(activitiesStatement, [releaseId, after, last, limit]);

/** A comment in a report. */
export interface ReportedComment {
  readonly id: string;
  readonly taskId: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
  /** null: as it was written */
  readonly editedDate: Instant | null;
}

const commentsStatement = {
  name: 'read-report-comments',
  text: `select c.id, c.task_id as "taskId", c.text, c.author, c.date, c.edited_date as "editedDate"
    from unnest($1::text[]) with ordinality as wanted (id, position) join comments c on c.id = wanted.id
    order by wanted.position`,
};

/** Reads comments by id, in this order. Omits comments that were deleted meanwhile. */
export const readReportedComments = (
  connection: Connection,
  ids: readonly string[],
): Promise<readonly ReportedComment[]> => connection.query<ReportedComment>(commentsStatement, [ids]);

const titlesStatement = {
  name: 'read-report-titles',
  text: 'select id, title from releases where id = any ($1::text[])',
};

/** Reads the titles of live and archived releases, by id. */
export async function readReleaseTitles(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ readonly id: string; readonly title: string }>(titlesStatement, [ids]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
