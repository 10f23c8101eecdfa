import { type PhasePassive, passwordMask, type ReleasePassive, type TaskPassive } from '@slipway/domain/model';
import type { PhaseRow, ReleaseRow } from './release-row.ts';
import type { TaskRow } from './task-row.ts';

/**
 * What a change of a template replaced: the fields of the template, phases and tasks before the change, and the ids of
 * added ones. The names of fields are those of the columns. An absent field was null.
 */
export interface Undo {
  readonly release?: ReleaseContent;
  readonly phases?: readonly PhaseContent[];
  readonly tasks?: readonly TaskContent[];
  /** The id, phase, group and position of each task that was only moved. */
  readonly moved?: readonly (readonly [string, string, string | null, number])[];
  readonly addedPhases: readonly string[];
  readonly addedTasks: readonly string[];
}

type Dates = 'owner' | 'scheduled_start_date' | 'due_date' | 'planned_duration';
type ReleaseContent = Pick<ReleaseRow, 'title' | 'flag_status' | 'tags' | 'auto_start' | 'abort_on_failure' | 'rest'> &
  Partial<Pick<ReleaseRow, Dates | 'variables'>> & { readonly passive: Partial<ReleasePassive> };
type PhaseContent = Pick<PhaseRow, 'id' | 'title' | 'flag_status' | 'color'> &
  Partial<Pick<PhaseRow, Dates>> & { readonly position: number; readonly passive: Partial<PhasePassive> };
type TaskContent = Pick<TaskRow, 'id' | 'phase_id' | 'type' | 'title' | 'flag_status'> &
  Partial<Pick<TaskRow, Dates | 'parent_id' | 'team' | 'definition'>> & {
    readonly position: number;
    readonly passive: Partial<TaskPassive>;
  };

/** An encrypted text in JSON. JSON escapes none of its characters. */
const sealedPattern = '"v1\\.[0-9a-f]{8}\\.[A-Za-z0-9_-]{16}\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]{22}"';
/** SQL for a JSON column with masks instead of encrypted texts. Most columns contain none. */
const masked = (column: string): string => `case when strpos(${column}::text, '"v1.') = 0 then ${column}
  else regexp_replace(${column}::text, '${sealedPattern}', '"${passwordMask}"', 'g')::jsonb end`;

const member = (column: string): string => `'${column}': ${column}`;
const common = [
  ...['title', 'owner', 'planned_duration', 'flag_status'].map(member),
  ...['scheduled_start_date', 'due_date'].map(
    (column) => `'${column}': (extract(epoch from ${column}) * 1000)::bigint`,
  ),
];
const passive = `'passive': ${masked(`(passive - 'attachments')`)}`;
const jsonObject = (...members: readonly string[]): string =>
  `json_object(${members.join(', ')} absent on null returning jsonb)`;

const releaseJson = (withVariables: string): string =>
  jsonObject(
    ...common,
    ...['tags', 'auto_start', 'abort_on_failure'].map(member),
    `'rest': rest - '{authorship,riskFindings}'::text[]`,
    `'variables': case when ${withVariables} then ${masked('variables')} end`,
    passive,
  );
const phaseJson = jsonObject(...common, ...['id', 'position', 'color'].map(member), passive);
const taskJson = jsonObject(
  ...common,
  ...['id', 'phase_id', 'parent_id', 'position', 'type', 'team'].map(member),
  `'definition': ${masked('definition')}`,
  passive,
);

/**
 * SQL for the undo of a save, from the rows before it. The parameters begin with this number: whether the fields of the
 * template change, and whether its variables do; the ids of changed and deleted phases, and of changed and deleted
 * tasks; the ids of moved tasks, of added phases, and of added tasks.
 */
export function undoSql(first: number): string {
  const flag = (index: number): string => `$${first + index}::boolean`;
  const ids = (index: number): string => `$${first + index}::text[]`;
  const rows = (json: string, table: string, index: number): string =>
    `(select jsonb_agg(${json}) from ${table} where id = any (${ids(index)}))`;
  return jsonObject(
    `'release': (select ${releaseJson(flag(1))} from live_releases where id = r.id and ${flag(0)})`,
    `'phases': ${rows(phaseJson, 'live_phases', 2)}`,
    `'tasks': ${rows(taskJson, 'live_tasks', 3)}`,
    `'moved': ${rows('jsonb_build_array(id, phase_id, parent_id, position)', 'live_tasks', 4)}`,
    `'addedPhases': to_jsonb(${ids(5)})`,
    `'addedTasks': to_jsonb(${ids(6)})`,
  );
}
