import type { Parameter, Statement } from '../../database/database.ts';
import { commentsSql } from '../reading/read-task.ts';
import { type RequestedRelease, releaseViewSql } from './saved-release.ts';

/** One CTE of a save. `$1`, `$2`, … in `sql` count from the part's own first parameter. */
export interface StatementPart {
  /** short and unique, and a name in SQL: names the part in the statement and the statement itself */
  readonly key: string;
  readonly sql: string;
  readonly values: readonly Parameter[];
}

const statementCache = new Map<string, Statement>();

/** What the statement answers beside the new version. */
export interface RequestedResults {
  /** ids that have ended or moved: who waits for them? */
  readonly endedIds: readonly string[];
  /** a task to be shown with what is not in the plan */
  readonly task: { readonly id: string; readonly folderId: string } | null;
  /** the release as it is afterwards */
  readonly release: RequestedRelease | null;
  /** Whether the version of all risk profiles is requested. */
  readonly risk: boolean;
}

/**
 * Joins parts into one prepared statement, for one round trip. The parts of a save depend on the changes, so a process
 * uses a few dozen combinations. Each is composed and prepared once, under a name that contains its parts. The first
 * part locks the release and is called `r`.
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

/** What a task's view needs beside the plan, as it was before this statement. */
const taskSql = (taskId: string, folderId: string): string => `
  (select passive from live_tasks where id = ${taskId}) as passive, ${commentsSql(taskId)} as comments,
  (select path from folders where id = ${folderId}) as path`;
