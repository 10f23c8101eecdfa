import { type Aggregate, allAggregates } from '../aggregates.ts';

/** SQL for whether a time is in the local days of the zone `$1` from `$2` (null: the first) until before `$3` (null: the last). */
export const isInSlice = (time: string): string =>
  `${time} >= coalesce($2::date, '-infinity')::timestamp at time zone $1::text
    and ${time} < coalesce($3::date, 'infinity')::timestamp at time zone $1::text`;
const isDayInSlice = `day >= coalesce($1::date, '-infinity') and day < coalesce($2::date, 'infinity')`;

type FactAggregate = Aggregate & { readonly facts: string };

/** SQL for the facts of an aggregate whose releases ended in the slice. */
const factsInSlice = ({ facts }: FactAggregate): string =>
  facts === 'insight_releases'
    ? `(select f.* from insight_releases f where ${isInSlice('f.ended_at')}) f`
    : `(select f.* from insight_releases r join ${facts} f on f.release_id = r.id where ${isInSlice('r.ended_at')}) f`;

const isNonZero = ({ sums }: Aggregate): string => `(${sums.map((sum) => `${sum} <> 0`).join(' or ')})`;

/** The statements for an aggregate of days in a slice. */
const statementsOf = (aggregate: FactAggregate) => {
  const { table, key, texts, sums, rows } = aggregate;
  const columns = [...key, ...texts, ...sums].join(', ');
  const counted = `select ${columns} from (${rows(factsInSlice(aggregate))}) v`;
  const compared = [...key, ...sums].join(', ');
  const countedSums = `select ${compared} from (${counted}) c where ${isNonZero(aggregate)}`;
  const storedSums = `select ${compared} from ${table} where day >= $2::date and day < $3::date and ${isNonZero(aggregate)}`;
  return {
    /** deletes its rows from the day `$1` until before `$2` */
    empty: { name: `empty-${table}`, text: `delete from ${table} where ${isDayInSlice}` },
    /** computes its rows */
    fill: { name: `fill-${table}`, text: `insert into ${table} (${columns}) ${counted}` },
    /** whether a row differs from its facts; rows with only zeros count as absent */
    compare: {
      name: `check-${table}`,
      text: `select exists ((${countedSums}) except (${storedSums})) or exists ((${storedSums}) except (${countedSums})) as wrong`,
    },
  };
};
export const sliceStatements = allAggregates.map(statementsOf);
