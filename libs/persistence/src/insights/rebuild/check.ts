import type { Connection } from '../../database/database.ts';
import { isBuiltSql, monthTables } from '../months/tables.ts';
import { sliceStatements } from './slices.ts';

/** The number of days that a check compares. */
const checkedDays = 7;

/** Finds the days with aggregates one after the other in the index, and chooses some. */
const daysStatement = {
  name: 'random-insight-days',
  text: `with recursive found as (
      select min(day) as day from insight_days
      union all select (select min(d.day) from insight_days d where d.day > found.day) from found where day is not null)
    select to_char(found.day, 'YYYY-MM-DD') as day, to_char(found.day + 1, 'YYYY-MM-DD') as next, s.zone
    from found, insight_state s where found.day is not null and s.zone is not null
    order by random() limit ${checkedDays}`,
};
const takeStatement = {
  name: 'take-insight-check',
  text: `update insight_state set checked_at = now()
    where checked_at < now() - $1 * interval '1 millisecond' and not exists (select from insight_rebuild) returning id`,
};
const resultStatement = { name: 'insight-check-result', text: 'update insight_state set mismatches = $1' };

interface ChosenDay {
  readonly day: string;
  readonly next: string;
  readonly zone: string;
}

/** Returns whether the aggregates of a day differ from the facts. */
async function isWrongDay(connection: Connection, { day, next, zone }: ChosenDay): Promise<boolean> {
  for (const { compare } of sliceStatements) {
    const [row] = await connection.query<{ readonly wrong: boolean }>(compare, [zone, day, next]);
    if (row?.wrong === true) return true;
  }
  return false;
}

const monthStatement = {
  name: 'random-insight-month',
  text: `select to_char(month, 'YYYY-MM-DD') as month, zone from insight_built_months, insight_state
    where zone is not null and ${isBuiltSql} order by random() limit 1`,
};
const wrongMonthStatements = monthTables.map(({ table, columns, rows }) => {
  const [stored, counted] = [`select ${columns.join(', ')} from ${table} where month = $1::date`, rows];
  return {
    name: `check-${table}`,
    text: `select exists ((${counted}) except (${stored})) or exists ((${stored}) except (${counted})) as wrong`,
  };
});
const forgetStatement = {
  name: 'forget-insight-month',
  text: 'delete from insight_built_months where month = $1::date',
};

/** Returns whether the aggregates of a random month differ from the facts. The background job then computes it again. */
async function hasWrongMonth(connection: Connection): Promise<boolean> {
  const [chosen] = await connection.query<{ readonly month: string; readonly zone: string }>(monthStatement);
  if (chosen === undefined) return false;
  for (const statement of wrongMonthStatements) {
    const [row] = await connection.query<{ readonly wrong: boolean }>(statement, [chosen.month, chosen.zone]);
    if (row?.wrong !== true) continue;
    await connection.query(forgetStatement, [chosen.month]);
    return true;
  }
  return false;
}

/**
 * Compares the facts and aggregates of some random days and a random month, unless a check ran within this time. Returns
 * the number of those with differences; null: there was no check.
 */
export async function compareAggregates(connection: Connection, maxAgeMs: number): Promise<number | null> {
  if ((await connection.query(takeStatement, [maxAgeMs])).length === 0) return null;
  let mismatches = (await hasWrongMonth(connection)) ? 1 : 0;
  for (const chosen of await connection.query<ChosenDay>(daysStatement))
    if (await isWrongDay(connection, chosen)) mismatches += 1;
  await connection.query(resultStatement, [mismatches]);
  return mismatches;
}
