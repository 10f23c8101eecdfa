import type { Parameter, Statement } from '../../database/database.ts';
import { commentsSql } from '../reading/read-task.ts';
import { type RequestedRelease, wholeSql } from './saved-release.ts';

/** One CTE of a save. `$1`, `$2`, … in `sql` count from the part's own first parameter. */
export interface Part {
  /** short and unique, and a name in SQL: names the part in the statement and the statement itself */
  readonly key: string;
  readonly sql: string;
  readonly values: readonly Parameter[];
}

const composed = new Map<string, Statement>();

/** What the statement answers beside the new version. */
export interface RequestedResults {
  /** ids that have ended or moved: who waits for them? */
  readonly over: readonly string[];
  /** a task to be shown with what is not in the plan */
  readonly task: { readonly id: string; readonly folderId: string } | null;
  /** the release as it is afterwards */
  readonly whole: RequestedRelease | null;
  /** Whether the version of all risk profiles is requested. */
  readonly risk: boolean;
}

/**
 * Joins parts into one prepared statement, for one round trip. The parts of a save depend on the changes, so a process
 * uses a few dozen combinations. Each is composed and prepared once, under a name that contains its parts. The first
 * part locks the release and is called `r`.
 */
export function compose(
  parts: readonly Part[],
  { over, task, whole, risk }: RequestedResults,
): { statement: Statement; values: readonly Parameter[] } {
  const asksOver = over.length > 0;
  const name = `save ${parts.map(({ key }) => key).join(' ')}${asksOver ? ' w' : ''}${task ? ' s' : ''}${whole ? ' v' : ''}${risk ? ' p' : ''}`;
  let statement = composed.get(name);
  if (statement === undefined) {
    statement = {
      name,
      text: textOf(parts, { asksOver, asksTask: task !== null, asksWhole: whole !== null, asksRisk: risk }),
    };
    composed.set(name, statement);
  }
  const values = parts.flatMap((part) => part.values);
  if (asksOver) values.push(over);
  if (task) values.push(task.id, task.folderId);
  if (whole) values.push(whole.id, whole.folderId, whole.named);
  return { statement, values };
}

type Asks = Readonly<Record<'asksOver' | 'asksTask' | 'asksWhole' | 'asksRisk', boolean>>;

function textOf(parts: readonly Part[], { asksOver, asksTask, asksWhole, asksRisk }: Asks): string {
  let used = 0;
  const next = () => `$${++used}`;
  const ctes = parts.map(({ key, sql, values }, index) => {
    const first = used;
    used += values.length;
    const own = sql.replace(/\$(\d+)/g, (_, number: string) => `$${first + Number(number)}`);
    return `${index === 0 ? 'r' : key} as (${own})`;
  });
  const waiters = asksOver ? `, waiters_for(${next()}) as waiters` : '';
  const task = asksTask ? `, ${taskSql(next(), next())}` : '';
  const whole = asksWhole ? `, ${wholeSql(new Set(parts.map(({ key }) => key)), [next(), next(), next()])}` : '';
  const risk = asksRisk ? `, (select version from risk_settings) as "riskVersion"` : '';
  return `with ${ctes.join(',\n')}\nselect version${waiters}${task}${whole}${risk} from r`;
}

/** What a task's view needs beside the plan, as it was before this statement. */
const taskSql = (taskId: string, folderId: string): string => `
  (select passive from live_tasks where id = ${taskId}) as passive, ${commentsSql(taskId)} as comments,
  (select path from folders where id = ${folderId}) as path`;
