import { divideRows, type Row, type Sheet } from '@slipway/formats';
import type { Database } from '@slipway/persistence/database';
import {
  type ReportedActivity,
  type ReportedComment,
  readNextActivities,
  readReportedComments,
} from '@slipway/persistence/reports';
import { dateCell, wordsOf } from './report-cells.ts';
import { type ReportFacts, titleIn } from './report-facts.ts';

/** The sheets of an audit report whose rows are read while the report is written. */

/** The number of entries that one statement reads. A comment can have 32,768 characters. */
const activityPageSize = 1_000;
const commentPageSize = 100;

export const activitySheets = (database: Database, facts: ReportFacts): readonly Sheet[] =>
  divideRows({
    name: 'Activity',
    columns: [
      { title: 'Time (UTC)', width: 20 },
      { title: 'User', width: 18 },
      { title: 'Activity', width: 28 },
      { title: 'Object', width: 44 },
      { title: 'Message', width: 80 },
      { title: 'Object type', width: 14 },
      { title: 'Object id', width: 40 },
    ],
    count: facts.activities.count,
    rows: activityRows(database, facts),
  });

/** Throws Error if entries are missing because the release was deleted meanwhile. */
async function* activityRows(database: Database, facts: ReportFacts): AsyncGenerator<Row> {
  const { count, last } = facts.activities;
  const releaseId = facts.view.release.id;
  let [read, after] = [0, 0];
  while (after < last) {
    const entries = await readNextActivities(database, releaseId, { after, last, limit: activityPageSize });
    for (const entry of entries) yield activityRow(facts, entry);
    read += entries.length;
    after = entries.at(-1)?.seq ?? last;
  }
  if (read < count) throw new Error(`the activity log of '${releaseId}' was deleted during its report`);
}

const activityRow = (facts: ReportFacts, entry: ReportedActivity): Row => [
  ...[dateCell(entry.eventTime), entry.username, wordsOf(entry.activityType)],
  ...[titleIn(facts, entry.targetId), entry.message, entry.targetType, entry.targetId],
];

export const commentSheets = (database: Database, facts: ReportFacts): readonly Sheet[] =>
  divideRows({
    name: 'Comments',
    columns: [
      { title: 'Time (UTC)', width: 20 },
      { title: 'User', width: 18 },
      { title: 'Task', width: 44 },
      { title: 'Comment', width: 80 },
      { title: 'Edited (UTC)', width: 20 },
      { title: 'Task id', width: 40 },
      { title: 'Id', width: 40 },
    ],
    count: facts.commentIds.length,
    rows: commentRows(database, facts),
  });

async function* commentRows(database: Database, facts: ReportFacts): AsyncGenerator<Row> {
  const { commentIds } = facts;
  for (let start = 0; start < commentIds.length; start += commentPageSize) {
    const comments = await readReportedComments(database, commentIds.slice(start, start + commentPageSize));
    for (const comment of comments) yield commentRow(facts, comment);
  }
}

const commentRow = (facts: ReportFacts, { id, taskId, text, author, date, editedDate }: ReportedComment): Row => [
  ...[dateCell(date), author, titleIn(facts, taskId), text, dateCell(editedDate), taskId, id],
];
