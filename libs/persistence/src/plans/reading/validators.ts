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
 * The cache validators (RFC 9110, section 8.8) of a response about a release or one of its tasks: all data that can
 * change the response. Every save of the release increases its version. The other members cover its location, the
 * locations of referenced objects, the blackouts of a release, and the triggers of a template.
 */
export interface Validators {
  readonly releaseId: string;
  readonly version: number;
  /** The ids of the folders that contain it, outermost first. */
  readonly folderPath: readonly string[];
  /**
   * The referenced objects outside the response, by last segments: the full id, and the title if the object is
   * archived.
   */
  readonly references: ReadonlyMap<string, string>;
  /** The calendar version and time; only for a live release or template. */
  readonly calendar: CalendarSnapshot | null;
  /** A text that changes with the triggers of the template and their running releases; only for a template. */
  readonly triggers: string | null;
  /** The version of all permissions; only for a release or template, whose response contains its effective teams. */
  readonly grants: number | null;
}

/** The kinds of objects with validators: a live release or template, an archived release, a live task. */
export type ValidatorSource = 'release' | 'archived' | 'task';

const sources: Record<ValidatorSource, string> = {
  release: 'live_releases r join folders f on f.id = r.folder_id where r.id = $1',
  archived: 'archived_releases r join folders f on f.id = r.folder_id where r.id = $1',
  task: `live_tasks t join live_releases r on r.id = t.release_id join folders f on f.id = r.folder_id where t.id = $1`,
};

const statement = (kind: ValidatorSource, name: string, referencesSql: string | null) => ({
  name: `validators of ${kind} ${name}`,
  text: `select r.id as "releaseId", r.version, f.path as "folderPath",
      ${referencesSql === null ? 'null' : `(select json_agg(e) from (${referencesSql}) e)`} as locations,
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

interface Row extends Omit<Validators, 'references' | 'calendar'>, SnapshotRow {
  readonly locations: readonly Location[] | null;
  readonly access: AccessAttributes;
}

/** Stored validators, with the access attributes of their object and of its references. */
export interface StoredValidators extends Validators {
  readonly access: AccessAttributes;
  /** The access attributes of the ids in `references`. */
  readonly referenceAccess: ReadonlyMap<string, AccessAttributes>;
}

/**
 * Reads validators in one statement that does not read the plan. `references` are the last segments of the objects that
 * the response refers to. Returns null if the object does not exist.
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
  const locations = toLocations(row.locations ?? []);
  return {
    releaseId,
    version,
    folderPath,
    references: new Map([...locations.fullIds.keys()].map((id) => [id, locationTag(locations, id) ?? ''])),
    calendar: toSnapshot(row),
    triggers,
    grants,
    access,
    referenceAccess: locations.accessAttributes,
  };
}
