import { message } from '@slipway/domain/messages';
import {
  Invalid,
  maxStoredBytes,
  type Release,
  uncheckedStoredBytes,
  uncheckedVariableBytes,
} from '@slipway/domain/model';
import type { Connection } from '../../database/database.ts';
import type { Differences } from '../rows/differences.ts';
import { toPhaseRecord, toReleaseRecord } from '../rows/release-row.ts';
import { toTaskRecord } from '../rows/task-row.ts';

const lengthSql = 'coalesce(octet_length($1::text), 0)';
const lengthsSql = (...columns: readonly string[]): string =>
  columns.map((column) => lengthSql.replace('$1', column)).join(' + ');

const sizes = {
  name: 'stored-sizes',
  text: `select sum(bytes)::float8 as bytes from (
      select ${lengthsSql('passive', 'variables', 'title')} as bytes from live_releases where id = any ($1::text[])
      union all
      select ${lengthsSql('passive', 'title')} from live_phases where release_id = any ($1::text[])
      union all
      select ${lengthsSql('passive', 'definition', 'title')} from live_tasks where release_id = any ($1::text[])
    ) parts`,
};
const archivedSizes = { ...sizes, text: sizes.text.replaceAll('live_', 'archived_') };

const toSizeStatement = (kind: 'live' | 'archived', { text }: typeof sizes) => ({
  name: `${kind}-weights`,
  text: `select (${text}) as bytes, (select count(*) from ${kind}_tasks where release_id = any ($1::text[])) as tasks`,
});
const liveSizeStatement = toSizeStatement('live', sizes);
const archivedSizeStatement = toSizeStatement('archived', archivedSizes);

/**
 * Returns the total size of releases: the bytes of their texts as stored, without comments, activities and run states,
 * and the number of their tasks.
 */
export async function measureReleases(
  connection: Connection,
  ids: readonly string[],
  archived: boolean,
): Promise<{ readonly bytes: number; readonly tasks: number }> {
  const [row] = await connection.query<{ readonly bytes: number | null; readonly tasks: number }>(
    archived ? archivedSizeStatement : liveSizeStatement,
    [ids],
  );
  return { bytes: row?.bytes ?? 0, tasks: row?.tasks ?? 0 };
}

/**
 * The size in bytes above which parts count as large. They are not measured individually, because that would serialize
 * them twice.
 */
const largeChangeBytes = 250_000;

/**
 * Returns whether a change of a stored release has enough bytes that the release must be measured after it. The size
 * of copied parts is unknown.
 */
export function isLarge(
  { release: isNew, phases, tasks }: Differences,
  changeBytes: number,
  release: Release,
): boolean {
  if (tasks.added.some(({ task }) => task.passive.kind === 'copy')) return true;
  if (changeBytes <= uncheckedStoredBytes) return false;
  if (isNew && changeBytes > uncheckedVariableBytes && lengthOf(toReleaseRecord(release)) > uncheckedVariableBytes)
    return true;
  const changedPhases = [...phases.added, ...phases.changed];
  const changedTasks = [...tasks.added, ...tasks.changed];
  if (changedPhases.length + changedTasks.length === 0) return false;
  return (
    changeBytes > largeChangeBytes ||
    changedPhases.some(({ phase, position }) => lengthOf(toPhaseRecord(phase, position)) > uncheckedStoredBytes) ||
    changedTasks.some((positioned) => lengthOf(toTaskRecord(positioned)) > uncheckedStoredBytes)
  );
}

const lengthOf = (record: object): number => JSON.stringify(record).length;

/** Throws Invalid if the texts of a release exceed the limit, so that its transaction is rolled back. */
export async function requireSizeLimit(connection: Connection, id: string): Promise<void> {
  const [{ bytes } = { bytes: 0 }] = await connection.query<{ readonly bytes: number }>(sizes, [[id]]);
  if (bytes <= maxStoredBytes) return;
  throw new Invalid(message('release.tooManyBytes', { max: maxStoredBytes, bytes }));
}
