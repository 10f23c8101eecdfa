import {
  type CalendarSnapshot,
  noSnapshotColumns,
  type SnapshotRow,
  snapshotColumns,
  toSnapshot,
} from '../../calendar/read-calendar.ts';
import type { Connection } from '../../database/database.ts';
import { statusSql } from '../../database/statuses.ts';
import {
  areReleases,
  fullIdsSql,
  type Location,
  locationTag,
  releaseIdsSql,
  toLocations,
} from '../../folders/paths.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../../people/permission-facts.ts';
import { triggersTagSql } from '../../triggers/template-triggers.ts';

/**
 * The cache validators (RFC 9110, section 8.8) of an answer about a release or a task of it: all that it is made of, in
 * so far as that can change. Every save of the release raises its version; beside that it shows only where it is, where
 * that is which it refers to, and for a release the blackouts in its way, for a template its triggers.
 */
export interface Validators {
  readonly releaseId: string;
  readonly version: number;
  /** ids of the folders it is in, outermost first */
  readonly folderPath: readonly string[];
  /** by last segments, of what the answer refers to and does not contain: its full id, and its title once it is archived */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** Of a live release or template only: the version and the time of the calendar. */
  readonly calendar: CalendarSnapshot | null;
  /** of a template alone: another text whenever its triggers, or what runs of them, is another */
  readonly triggers: string | null;
  /** of a release or template alone, which shows the teams that hold for it: the version of all grants */
  readonly grants: number | null;
}

/** The kinds of objects with validators: a live release or template, an archived release, a live task. */
export type ValidatorSource = 'release' | 'archived' | 'task';

const sources: Record<ValidatorSource, string> = {
  release: 'live_releases r join folders f on f.id = r.folder_id where r.id = $1',
  archived: 'archived_releases r join folders f on f.id = r.folder_id where r.id = $1',
  task: `live_tasks t join live_releases r on r.id = t.release_id join folders f on f.id = r.folder_id where t.id = $1`,
};

const statement = (kind: ValidatorSource, name: string, elsewhere: string | null) => ({
  name: `validators of ${kind} ${name}`,
  text: `select r.id as "releaseId", r.version, f.path as "folderPath",
      ${elsewhere === null ? 'null' : `(select json_agg(e) from (${elsewhere}) e)`} as elsewhere,
      ${kind === 'release' ? `case when r.status = ${statusSql('TEMPLATE')} then ${triggersTagSql('r.id')} end` : 'null'} as triggers,
      ${kind === 'task' ? 'null::bigint' : '(select version from access_version)'} as grants,
      ${accessAttributesSql('r', kind === 'task' ? taskAccessSql('t') : undefined)} as access,
      ${kind === 'release' ? snapshotColumns : noSnapshotColumns}
    from ${sources[kind]}`,
});
const statementsOf = (kind: ValidatorSource) => ({
  alone: statement(kind, 'alone', null),
  releases: statement(kind, 'with releases', releaseIdsSql('$2')),
  all: statement(kind, 'with all', fullIdsSql('$2')),
});
const statements = {
  release: statementsOf('release'),
  archived: statementsOf('archived'),
  task: statementsOf('task'),
} satisfies Record<ValidatorSource, unknown>;

interface Row extends Omit<Validators, 'elsewhere' | 'calendar'>, SnapshotRow {
  readonly elsewhere: readonly Location[] | null;
  readonly access: AccessAttributes;
}

/** Stored validators, with the access attributes of their object and of its references. */
export interface StoredValidators extends Validators {
  readonly access: AccessAttributes;
  /** by the ids in `elsewhere` */
  readonly standings: ReadonlyMap<string, AccessAttributes>;
}

/**
 * Reads validators by one statement that reads no tree; `references` are the last segments of what the answer refers to.
 * Null when what it is about does not exist (any more).
 */
export async function readValidators(
  connection: Connection,
  kind: ValidatorSource,
  id: string,
  references: readonly string[],
): Promise<StoredValidators | null> {
  const { alone: withoutReferences, releases, all } = statements[kind];
  const [row] =
    references.length === 0
      ? await connection.query<Row>(withoutReferences, [id])
      : await connection.query<Row>(areReleases(references) ? releases : all, [id, references]);
  if (row === undefined) return null;
  const { releaseId, version, folderPath, triggers, grants, access } = row;
  const elsewhere = toLocations(row.elsewhere ?? []);
  return {
    releaseId,
    version,
    folderPath,
    elsewhere: new Map([...elsewhere.fullIds.keys()].map((id) => [id, locationTag(elsewhere, id) ?? ''])),
    calendar: toSnapshot(row),
    triggers,
    grants,
    access,
    standings: elsewhere.accessAttributes,
  };
}
