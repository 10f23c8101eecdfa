import type { Parameter, Statement } from './database.ts';

/** One CTE of a save. `$1`, `$2`, … in `sql` count from the part's own first parameter. */
export interface Part {
  /** short and unique, and a name in SQL: names the part in the statement and the statement itself */
  readonly key: string;
  readonly sql: string;
  readonly values: readonly Parameter[];
}

const composed = new Map<string, Statement>();

/**
 * Joins parts into one prepared statement, one round trip. Which parts a save needs depends on what
 * changed, so a few dozen combinations occur in a process's life; each is composed and prepared once,
 * under a name that tells its parts. The first part locks the release and is called `r`; where ids are
 * `over`, the statement also answers who waits for them.
 */
export function compose(
  parts: readonly Part[],
  over: readonly string[],
): { statement: Statement; values: readonly Parameter[] } {
  const waiters = over.length > 0;
  const name = `save ${parts.map(({ key }) => key).join(' ')}${waiters ? ' w' : ''}`;
  let statement = composed.get(name);
  if (statement === undefined) {
    statement = { name, text: textOf(parts, waiters) };
    composed.set(name, statement);
  }
  const values = parts.flatMap((part) => part.values);
  return { statement, values: waiters ? [...values, over] : values };
}

function textOf(parts: readonly Part[], waiters: boolean): string {
  let used = 0;
  const ctes = parts.map(({ key, sql, values }, index) => {
    const first = used;
    used += values.length;
    const own = sql.replace(/\$(\d+)/g, (_, number: string) => `$${first + Number(number)}`);
    return `${index === 0 ? 'r' : key} as (${own})`;
  });
  return `with ${ctes.join(',\n')}\nselect version, ${waiters ? `waiters_for($${used + 1})` : 'null'} as waiters from r`;
}
