import type { Connection } from '../database/database.ts';
import { allAggregates } from './aggregates.ts';

/** The number of days that a check compares. */
const checkedDays = 7;

const chosenDays = `select day from (select distinct day from insight_days) days order by random() limit ${checkedDays}`;

/** SQL for the rows of an aggregate that differ from its facts. Rows with only zeros count as absent. */
const differences = allAggregates.map(({ table, key, sums, facts, rows }) => {
  const columns = [...key, ...sums].join(', ');
  const counted = `select ${columns} from (${rows(`(select * from ${facts} where day in (select day from days)) r`)}) v`;
  const stored = `select ${columns} from ${table} where day in (select day from days)
    and (${sums.map((sum) => `${sum} <> 0`).join(' or ')})`;
  const nonZero = `select * from (${counted}) c where ${sums.map((sum) => `${sum} <> 0`).join(' or ')}`;
  return `(${nonZero} except ${stored}) union all (${stored} except ${nonZero})`;
});

const checkStatement = {
  name: 'check-insight-aggregates',
  text: `with days as materialized (${chosenDays}), wrong as (
      ${differences.map((sql) => `select day from (${sql}) d`).join(' union all ')})
    update insight_state set checked_at = now(), mismatches = (select count(distinct day) from wrong)
    where checked_at < now() - $1 * interval '1 millisecond' returning mismatches`,
};

/**
 * Compares the facts and aggregates of some random days, unless a check ran within this time. Returns the number of days
 * with differences; null: there was no check.
 */
export async function compareRandomDays(connection: Connection, maxAgeMs: number): Promise<number | null> {
  const [row] = await connection.query<{ readonly mismatches: number }>(checkStatement, [maxAgeMs]);
  return row?.mismatches ?? null;
}
