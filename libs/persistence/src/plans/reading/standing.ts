import {
  type CalendarMoment,
  type MomentRow,
  momentColumns,
  momentOf,
  noMomentColumns,
} from '../../calendar/read-calendar.ts';
import type { Connection } from '../../database/database.ts';
import { areReleases, fullIdsSql, markSql, releaseIdsSql } from '../../folders/full-ids.ts';
import { triggersMarkSql } from '../../triggers/template-triggers.ts';

/**
 * All that an answer about a release or a task of it is made of, in so far as it can change: every save of the
 * release raises its version, and nothing else of it is shown but where it is, where that is which it refers to, and
 * for a release the blackouts in its way, for a template its triggers.
 */
export interface Standing {
  readonly releaseId: string;
  readonly version: number;
  /** ids of the folders it is in, outermost first */
  readonly folderPath: readonly string[];
  /** by last segments, of what the answer refers to and does not contain: its full id, and its title once it is archived */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** of a live release or template alone: under which version of the calendar it stands so, and when */
  readonly calendar: CalendarMoment | null;
  /** of a template alone: another text whenever its triggers, or what runs of them, is another */
  readonly triggers: string | null;
}

/** What can be asked for its standing: a live release or template, an archived release, a live task. */
export type StandingKind = 'release' | 'archived' | 'task';

const sources: Record<StandingKind, string> = {
  release: 'live_releases r join folders f on f.id = r.folder_id where r.id = $1',
  archived: 'archived_releases r join folders f on f.id = r.folder_id where r.id = $1',
  task: `live_tasks t join live_releases r on r.id = t.release_id join folders f on f.id = r.folder_id where t.id = $1`,
};

const statement = (kind: StandingKind, name: string, elsewhere: string | null) => ({
  name: `standing ${kind} ${name}`,
  text: `select r.id as "releaseId", r.version, f.path as "folderPath",
      ${elsewhere === null ? 'null' : `(select json_object_agg(e.id, ${markSql}) from (${elsewhere}) e)`} as elsewhere,
      ${kind === 'release' ? `case when r.status = 'TEMPLATE' then ${triggersMarkSql('r.id')} end` : 'null'} as triggers,
      ${kind === 'release' ? momentColumns : noMomentColumns}
    from ${sources[kind]}`,
});
const statementsOf = (kind: StandingKind) => ({
  alone: statement(kind, 'alone', null),
  releases: statement(kind, 'with releases', releaseIdsSql('$2')),
  all: statement(kind, 'with all', fullIdsSql('$2')),
});
const statements = {
  release: statementsOf('release'),
  archived: statementsOf('archived'),
  task: statementsOf('task'),
} satisfies Record<StandingKind, unknown>;

interface Row extends Omit<Standing, 'elsewhere' | 'calendar'>, MomentRow {
  readonly elsewhere: Readonly<Record<string, string>> | null;
}

/**
 * How something stands, by one statement that reads no tree; `named` are the last segments of what its answer refers
 * to. Null when it does not exist (any more).
 */
export async function readStanding(
  connection: Connection,
  kind: StandingKind,
  id: string,
  named: readonly string[],
): Promise<Standing | null> {
  const { alone, releases, all } = statements[kind];
  const [row] =
    named.length === 0
      ? await connection.query<Row>(alone, [id])
      : await connection.query<Row>(areReleases(named) ? releases : all, [id, named]);
  if (row === undefined) return null;
  const { releaseId, version, folderPath, triggers } = row;
  return {
    releaseId,
    version,
    folderPath,
    elsewhere: new Map(Object.entries(row.elsewhere ?? {})),
    calendar: momentOf(row),
    triggers,
  };
}
