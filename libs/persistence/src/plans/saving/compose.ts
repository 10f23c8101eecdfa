import { isGroupType, isTemplate, type Release, type Task } from '@slipway/domain/model';
import type { Parameter, Statement } from '../../database/database.ts';
import { commentsSql } from '../reading/read-task.ts';
import type { Differences } from '../rows/differences.ts';
import { type RequestedRelease, releaseViewSql } from './saved-release.ts';

/** One CTE of a save. The parameters `$1`, `$2`, … in `sql` are relative to the part. */
export interface StatementPart {
  /** A short, unique SQL identifier of the part. It is also used in the name of the statement. */
  readonly key: string;
  readonly sql: string;
  readonly values: readonly Parameter[];
}

const statementCache = new Map<string, Statement>();

/** The optional results of the statement, beside the new version. */
export interface RequestedResults {
  /** The ids of ended or moved objects, to find the releases that wait for them. */
  readonly endedIds: readonly string[];
  /** The task for which to return the data outside the plan. */
  readonly task: { readonly id: string; readonly folderId: string } | null;
  /** The release to return as it is after the save. */
  readonly release: RequestedRelease | null;
  /** Whether to return the version of all risk profiles. */
  readonly risk: boolean;
}

/**
 * Joins parts into one prepared statement, which is one round trip. The parts of a save depend on its changes, so a
 * process uses a few dozen combinations. Each combination is composed and prepared once, under a name that lists its
 * parts. The first part locks the release and has the name `r` in SQL.
 */
export function compose(
  parts: readonly StatementPart[],
  { endedIds, task, release, risk }: RequestedResults,
): { statement: Statement; values: readonly Parameter[] } {
  const asksOver = endedIds.length > 0;
  const name = `save ${parts.map(({ key }) => key).join(' ')}${asksOver ? ' w' : ''}${task ? ' s' : ''}${release ? ' v' : ''}${risk ? ' p' : ''}`;
  let statement = statementCache.get(name);
  if (statement === undefined) {
    statement = {
      name,
      text: composeText(parts, { asksOver, asksTask: task !== null, asksWhole: release !== null, asksRisk: risk }),
    };
    statementCache.set(name, statement);
  }
  const values = parts.flatMap((part) => part.values);
  if (asksOver) values.push(endedIds);
  if (task) values.push(task.id, task.folderId);
  if (release) values.push(release.id, release.folderId, release.referencedIds);
  return { statement, values };
}

type ResultFlags = Readonly<Record<'asksOver' | 'asksTask' | 'asksWhole' | 'asksRisk', boolean>>;

function composeText(
  parts: readonly StatementPart[],
  { asksOver, asksTask, asksWhole, asksRisk }: ResultFlags,
): string {
  let parameterCount = 0;
  const nextParameter = () => `$${++parameterCount}`;
  const ctes = parts.map(({ key, sql, values }, index) => {
    const first = parameterCount;
    parameterCount += values.length;
    const renumberedSql = sql.replace(/\$(\d+)/g, (_, number: string) => `$${first + Number(number)}`);
    return `${index === 0 ? 'r' : key} as (${renumberedSql})`;
  });
  const waiters = asksOver ? `, waiters_for(${nextParameter()}) as waiters` : '';
  const task = asksTask ? `, ${taskSql(nextParameter(), nextParameter())}` : '';
  const release = asksWhole
    ? `, ${releaseViewSql(new Set(parts.map(({ key }) => key)), [nextParameter(), nextParameter(), nextParameter()])}`
    : '';
  const risk = asksRisk ? `, (select version from risk_settings) as "riskVersion"` : '';
  return `with ${ctes.join(',\n')}\nselect version${waiters}${task}${release}${risk} from r`;
}

/** Columns with the data of a task outside the plan, as it was before this statement. */
const taskSql = (taskId: string, folderId: string): string => `
  (select passive from live_tasks where id = ${taskId}) as passive, ${commentsSql(taskId)} as comments,
  (select path from folders where id = ${folderId}) as path`;

const insertChange = `insert into plan_changes (release_id, folder_id, template, listed, people)
  select r.id, $1::text, $2::boolean, $3::boolean, $4::text[] from r`;

/** The recipients of a task without owner and team: the release owner, and users who can assign tasks. */
export const unassigned = 'unassigned';

/**
 * The notification of event streams about a save: the plan, whether lists show the change, and the users of the
 * changed tasks.
 */
export const changePart = ({ folderId, status }: Release, changes: Differences): StatementPart => ({
  key: 'pc',
  sql: insertChange,
  values: [folderId, isTemplate(status), changes.release, findAffectedPeople(changes)],
});

/** Returns the recipients of the changed tasks, before and after the change; null for none. */
export function findAffectedPeople({
  tasks: { added, changed, runChanges, previousTasks },
}: Pick<Differences, 'tasks'>): readonly string[] | null {
  const people = new Set<string>();
  for (const { task } of added) addPeople(people, task);
  for (const { task } of changed) addPeople(people, task);
  for (const task of runChanges) addPeople(people, task);
  for (const task of previousTasks) addPeople(people, task);
  return people.size === 0 ? null : [...people];
}

function addPeople(people: Set<string>, { definition }: Task): void {
  const { type, owner, team, approvalRequirements } = definition;
  if (owner !== null) people.add(`user:${owner.toLowerCase()}`);
  if (team !== null) people.add(`team:${team}`);
  if (owner === null && team === null && !isGroupType(type)) people.add(unassigned);
  for (const requirement of approvalRequirements) {
    if (requirement.role !== null) people.add(`role:${requirement.role.toLowerCase()}`);
    else if (requirement.team !== null) people.add(`team:${requirement.team}`);
  }
}
