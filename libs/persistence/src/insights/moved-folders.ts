import type { Connection } from '../database/database.ts';
import { addSql, aggregateParts, changedMonths, releaseAggregates, subtractSql, taskAggregates } from './aggregates.ts';

/** A deleted folder, and the folder to which its facts belong now. */
export interface MovedFolder {
  readonly id: string;
  readonly targetId: string;
}

const findStatement = {
  name: 'find-moved-folder',
  text: 'select folder_id as id, target_id as "targetId" from insight_moved_folders order by at, folder_id limit 1',
};
const hasMovedStatement = {
  name: 'has-moved-folder',
  text: 'select exists (select from insight_moved_folders) as moved',
};

/** Returns whether facts belong to a deleted folder. */
export async function hasMovedFolder(connection: Connection): Promise<boolean> {
  const [row] = await connection.query<{ readonly moved: boolean }>(hasMovedStatement);
  return row?.moved === true;
}

const pageStatement = {
  name: 'read-moved-facts',
  text: 'select id from insight_releases where folder_id = $1 order by ended_at desc limit $2',
};

const factsOf = (table: string, key: string): string => `f as (select * from ${table} where ${key} = any ($1::text[]))`;
const releaseFacts = factsOf('insight_releases', 'id');
const taskFacts = factsOf('insight_tasks', 'release_id');
/** The statements for releases `$1`: they subtract the facts from the aggregates, and add them in the other folder. */
const subtractStatements = [
  {
    name: 'subtract-moved-releases',
    text: `with ${releaseFacts}, changed as (${changedMonths}), ${aggregateParts(releaseAggregates, subtractSql)} select`,
  },
  {
    name: 'subtract-moved-tasks',
    text: `with ${taskFacts}, ${aggregateParts(taskAggregates, subtractSql)} select`,
  },
];
const moveStatements = [
  ['insight_releases', 'id'],
  ['insight_tasks', 'release_id'],
  ['insight_waits', 'release_id'],
].map(([table, key]) => ({
  name: `move-${table}`,
  text: `update ${table} set folder_id = $2 where ${key} = any ($1::text[])`,
}));
const addStatements = [
  { name: 'add-moved-releases', text: `with ${releaseFacts}, ${aggregateParts(releaseAggregates, addSql)} select` },
  { name: 'add-moved-tasks', text: `with ${taskFacts}, ${aggregateParts(taskAggregates, addSql)} select` },
];

const awaitedStatement = {
  name: 'move-awaited-folder',
  text: `with w as (update insight_waits set awaited_folder_id = $2 where awaited_folder_id = $1 returning ended_at)
    delete from insight_built_months where month in (
      select date_trunc('month', w.ended_at at time zone s.zone)::date from w, insight_state s)`,
};
const doneStatement = { name: 'moved-folder', text: 'delete from insight_moved_folders where folder_id = $1' };

/**
 * Moves the facts of at most `limit` releases of a deleted folder to the folder that has them now, in all aggregates.
 * The caller has locked the facts, so no facts of the folder can be added. Returns the folder if no facts of releases are
 * left in it.
 */
export async function moveFacts(connection: Connection, limit: number): Promise<MovedFolder | null> {
  const [folder] = await connection.query<MovedFolder>(findStatement);
  if (folder === undefined) return null;
  const { id, targetId } = folder;
  const page = await connection.query<{ readonly id: string }>(pageStatement, [id, limit]);
  const releaseIds = page.map((row) => row.id);
  for (const statement of subtractStatements) await connection.query(statement, [releaseIds]);
  for (const statement of moveStatements) await connection.query(statement, [releaseIds, targetId]);
  for (const statement of addStatements) await connection.query(statement, [releaseIds]);
  if (releaseIds.length === limit) return null;
  await connection.query(awaitedStatement, [id, targetId]);
  await connection.query(doneStatement, [id]);
  return folder;
}
