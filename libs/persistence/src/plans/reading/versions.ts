import type { Database } from '../../database/database.ts';
import { phaseColumns } from '../rows/release-row.ts';
import { taskColumns } from '../rows/task-row.ts';
import type { Undo } from '../rows/undo.ts';
import { applyUndo, type TemplateRows } from './apply-undo.ts';
import { type ReleaseViewRow, statements, type TeamsRow, toReleaseViews } from './read.ts';
import type { ReleaseView } from './views.ts';

const phasesStatement = {
  name: 'read-phases-of-version',
  text: `select ${phaseColumns}, position, passive from live_phases where release_id = $1`,
};
const tasksStatement = {
  name: 'read-tasks-of-version',
  text: `select ${taskColumns}, position, passive from live_tasks where release_id = $1`,
};
const undosStatement = {
  name: 'read-template-versions',
  text: 'select number, undo from template_versions where release_id = $1 and number >= $2 order by number desc',
};

interface UndoRow {
  readonly number: number;
  /** null: the first version */
  readonly undo: Undo | null;
}

/**
 * Reads a template in several versions, from one snapshot; null is the present one. An unknown version is null,
 * as is each version of a deleted template. Comments of tasks are not read.
 */
export async function readVersions(
  database: Database,
  id: string,
  numbers: readonly (number | null)[],
): Promise<readonly (ReleaseView | null)[]> {
  const oldest = Math.min(...numbers.map((number) => number ?? Infinity));
  const [[release], phases, tasks, teams, undos] = await database.transaction(
    (connection) =>
      Promise.all([
        connection.query<ReleaseViewRow>(statements.live.releases, [[id]]),
        connection.query<TemplateRows['phases'][number]>(phasesStatement, [id]),
        connection.query<TemplateRows['tasks'][number]>(tasksStatement, [id]),
        connection.query<TeamsRow>(statements.live.teams, [[id]]),
        oldest === Infinity ? noUndos : connection.query<UndoRow>(undosStatement, [id, oldest]),
      ]),
    'read',
  );
  if (release === undefined) return numbers.map(() => null);
  return numbers.map((number) => {
    if (number !== null && !undos.some((row) => row.number === number)) return null;
    const later = undos.flatMap((row) => (number !== null && row.number > number && row.undo ? [row.undo] : []));
    const rows = applyUndo({ release, phases, tasks }, later);
    return toReleaseViews([rows.release], rows.phases, rows.tasks, [], teams)[0] ?? null;
  });
}

const noUndos: readonly UndoRow[] = [];
