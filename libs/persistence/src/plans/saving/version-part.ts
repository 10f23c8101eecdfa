import type { Outcome } from '@slipway/domain/decision';
import type { Release } from '@slipway/domain/model';
import { maxVersions, type NewVersion, newVersion } from '@slipway/domain/versions';
import { timestamp } from '../../database/instants.ts';
import type { Differences } from '../rows/differences.ts';
import { undoSql } from '../rows/undo.ts';
import type { StatementPart } from './compose.ts';

/** The columns of a version that the domain provides, as the parameters from `$1` to `$4`. */
const versionValues = ({ author, at, changes, changeCount }: NewVersion) =>
  [author, timestamp(at), JSON.stringify(changes), changeCount] as const;

/**
 * Adds a version with its `undo`. A template without versions is older than its history: the state before the save
 * becomes its first version.
 */
const insertVersion = `insert into template_versions (release_id, number, author, changed_at, changes, change_count, undo, bytes)
  select r.id, v.* from r, lateral (select max(number) as newest from template_versions where release_id = r.id) h,
    lateral (
      select 1, null::text, null::timestamptz, '[]'::jsonb, 0, null::jsonb, 0 where h.newest is null
      union all
      select coalesce(h.newest, 1) + 1, $1::text, coalesce($2::timestamptz, now()), $3::jsonb, $4::integer, u.undo,
        octet_length(u.undo::text) from (select ${undoSql(5)} as undo offset 0) u
    ) v`;
/** The statement sees the versions before the save, so the new one is not counted. */
const surplusSql = `v.number <= (select max(number) from template_versions where release_id = r.id) - ${maxVersions - 1}`;
const deleteSurplus = `delete from template_versions v using r where v.release_id = r.id and ${surplusSql}`;

/** The maximum size of all versions before a large change, in bytes. Reading a version parses the later ones. */
const maxBytes = 32_000_000;
/** A change with this number of characters is large. Only such changes sum up the sizes of all versions. */
const largeChange = 100_000;
const deleteLargeSurplus = `delete from template_versions v using r, (
    select release_id, number, sum(bytes) over (partition by release_id order by number desc) as bytes
    from template_versions where release_id = (select id from r)) s
  where v.release_id = r.id and s.number = v.number and (s.bytes > ${maxBytes} or ${surplusSql})`;

/** Returns the parts of a save that store a version. A release has none. `length` is the size of the changed rows. */
export function versionParts(before: Release, outcome: Outcome, changes: Differences, length: number): StatementPart[] {
  const version = newVersion(before, outcome);
  if (version === null) return [];
  const { phases, tasks } = changes;
  const values = [
    ...versionValues(version),
    changes.release,
    before.variables !== outcome.release.variables,
    [...phases.changed.map(({ phase }) => phase.id), ...phases.removed],
    [...tasks.changed.map(({ task }) => task.id), ...tasks.removed],
    tasks.moved.map(({ task }) => task.id),
    phases.added.map(({ phase }) => phase.id),
    tasks.added.map(({ task }) => task.id),
  ];
  return [
    { key: 'tv', sql: insertVersion, values },
    length < largeChange
      ? { key: 'vd', sql: deleteSurplus, values: [] }
      : { key: 'vl', sql: deleteLargeSurplus, values: [] },
  ];
}

const insertFirstVersion = `insert into template_versions (release_id, number, author, changed_at, changes, change_count)
  select r.id, 1, $1::text, coalesce($2::timestamptz, now()), $3::jsonb, $4::integer from r on conflict do nothing`;

/** Returns the part of a save that stores the first version of a new template. */
export function firstVersionPart(outcome: Outcome): StatementPart[] {
  const version = newVersion(null, outcome);
  return version === null ? [] : [{ key: 'tf', sql: insertFirstVersion, values: versionValues(version) }];
}

/** SQL that stores the first versions of new templates from the parameter with this number. */
export const firstVersionsSql = (parameter: number): string =>
  `insert into template_versions (release_id, number, author, changed_at, changes, change_count)
    select r.id, 1, x.author, coalesce(x.at, now()), x.changes, x.count
    from r join json_to_recordset($${parameter}) as x(id text, author text, at timestamptz, changes jsonb, count integer)
      on x.id = r.id on conflict do nothing`;

/** Returns the parameter of `firstVersionsSql`. */
export const firstVersionRecords = (outcomes: readonly Outcome[]): string =>
  JSON.stringify(
    outcomes.flatMap((outcome) => {
      const version = newVersion(null, outcome);
      if (version === null) return [];
      const { author, at, changes, changeCount: count } = version;
      return { id: outcome.release.id, author, at: timestamp(at), changes, count };
    }),
  );
