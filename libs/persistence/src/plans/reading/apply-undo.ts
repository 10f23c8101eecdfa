import type { Undo } from '../rows/undo.ts';
import type { PhaseViewRow, ReleaseViewRow, TaskViewRow } from './read.ts';

interface Positioned {
  readonly position: number;
}

/** The rows of a template. Phases and tasks are in no order. */
export interface TemplateRows {
  readonly release: ReleaseViewRow;
  readonly phases: readonly (PhaseViewRow & Positioned)[];
  readonly tasks: readonly (TaskViewRow & Positioned)[];
}

const blankDates = { owner: null, scheduled_start_date: null, due_date: null, planned_duration: null } as const;
const notStarted = { start_date: null, end_date: null, origin_id: null, status: 'PLANNED' } as const;

const byPosition = (a: Positioned, b: Positioned): number => a.position - b.position;

/**
 * Returns the rows of a template before these changes, with the newest first, in the order of their positions.
 * Attachments are no content, so each part keeps its present ones.
 */
export function applyUndo({ release, phases, tasks }: TemplateRows, undos: readonly Undo[]): TemplateRows {
  const undone = {
    release,
    phases: new Map(phases.map((phase) => [phase.id, phase])),
    tasks: new Map(tasks.map((task) => [task.id, task])),
  };
  const attachments = new Map(tasks.map(({ id, passive }) => [id, passive.attachments]));
  for (const undo of undos) {
    if (undo.release) undone.release = undoRelease(undone.release, undo.release);
    for (const id of undo.addedPhases) undone.phases.delete(id);
    for (const id of undo.addedTasks) undone.tasks.delete(id);
    for (const phase of undo.phases ?? [])
      undone.phases.set(phase.id, {
        ...{ ...blankDates, ...notStarted, overdue_notified: false, release_id: release.id },
        ...phase,
      });
    for (const task of undo.tasks ?? [])
      undone.tasks.set(task.id, {
        ...{ ...blankDates, ...notStarted, parent_id: null, team: null, definition: null, run: null, before_run: null },
        ...task,
        release_id: release.id,
        passive: withAttachments(task.passive, attachments.get(task.id)),
      });
    for (const [id, phase_id, parent_id, position] of undo.moved ?? []) {
      const task = undone.tasks.get(id);
      if (task) undone.tasks.set(id, { ...task, phase_id, parent_id, position });
    }
  }
  return {
    release: undone.release,
    phases: [...undone.phases.values()].sort(byPosition),
    tasks: [...undone.tasks.values()].sort(byPosition),
  };
}

const withAttachments = <P extends { readonly attachments?: A }, A>(passive: P, attachments: A | undefined): P =>
  attachments === undefined ? passive : { ...passive, attachments };

function undoRelease(row: ReleaseViewRow, undo: NonNullable<Undo['release']>): ReleaseViewRow {
  const { authorship } = row.rest;
  return {
    ...row,
    ...blankDates,
    ...undo,
    rest: { ...undo.rest, ...(authorship && { authorship }) },
    passive: withAttachments(undo.passive, row.passive.attachments),
  };
}
