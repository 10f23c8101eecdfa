import type { Release } from '@slipway/domain/model';
import { statusSql } from '../../database/statuses.ts';
import type { Differences } from '../rows/differences.ts';
import { passiveRecordColumns, passiveSql } from '../rows/passive.ts';
import { releaseRecord, toReleaseRecord } from '../rows/release-row.ts';
import type { StatementPart } from './compose.ts';

const columns = Object.keys(releaseRecord);
const record = `json_to_record($0) as x(id text, ${Object.entries(releaseRecord)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')}, ${passiveRecordColumns})`;

const touchRelease = `update live_releases set version = version + 1, next_wake_at = $3, traceparent = $4
  where id = $1 and version = $2 returning id, version, passive`;
/** Who has written the plan, and which revision of it this is: its variables, which may be large, are not sent again. */
const updateAuthorship = `update live_releases set version = version + 1, next_wake_at = $3, traceparent = $4,
    rest = jsonb_set(rest, '{authorship}', $5::jsonb)
  where id = $1 and version = $2 returning id, version, passive`;
const updateRelease = `update live_releases t set version = t.version + 1, next_wake_at = $3, traceparent = $4,
    ${columns.map((name) => `${name} = x.${name}`).join(', ')}, passive = ${passiveSql('live_releases', null, 't.passive')}
  from ${record.replace('$0', '$5')} where t.id = $1 and t.version = $2 returning t.id, t.version, t.passive`;
/**
 * A version begins at the microsecond, so that an object that is deleted and created again under the same id never
 * repeats a version: a cached plan and an ETag of a client stay distinct.
 */
const insertReleaseSql = (
  condition: string,
) => `insert into live_releases (id, ${columns.join(', ')}, passive, next_wake_at, traceparent, version)
  select x.id, ${columns.map((name) => `x.${name}`).join(', ')}, ${passiveSql('live_releases', null, "'{}'")}, $2, $3,
    floor(extract(epoch from clock_timestamp()) * 1000000)
  from ${record.replace('$0', '$1')} where not exists (select from archived_ids a where a.id = x.id)${condition}
  returning id, version, passive, folder_id, status, owner, origin_template_id`;
/** Makes a release of a record, `$1`, that is woken at `$2`, and was made in the trace `$3`. */
export const insertRelease = insertReleaseSql('');
/** The same of a template, `$4`, of this version, `$5`: all that is copied, and the version, are of one moment. */
export const insertReleaseFrom = insertReleaseSql(`
    and exists (select from live_releases f where f.id = $4 and f.version = $5 and f.status = ${statusSql('TEMPLATE')})`);

/**
 * The part of a save for the row of the release, guarded by id and version. It also sets the next wake and the trace.
 */
export function releasePart(
  release: Release,
  { release: isChanged, isAuthorshipOnly }: Differences,
  guard: StatementPart['values'],
): StatementPart {
  if (isChanged) return { key: 'rf', sql: updateRelease, values: [...guard, JSON.stringify(toReleaseRecord(release))] };
  if (isAuthorshipOnly)
    return { key: 'ra', sql: updateAuthorship, values: [...guard, JSON.stringify(release.authorship)] };
  return { key: 'r', sql: touchRelease, values: guard };
}
