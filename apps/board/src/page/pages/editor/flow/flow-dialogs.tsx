import type { Signal } from '@preact/signals';
import type { TaskResponse, TaskTypeResponse } from '@slipway/api-schema/plans';
import { mutate } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { plural, t } from '../../../navigation/text.ts';
import { leafTasks } from '../../release/head/progress.ts';
import type { EditorProps } from '../editor-props.ts';
import { AddPhaseDialog } from './add-phase-dialog.tsx';
import { deletePhase, deleteTask, isRestorable } from './deletions.ts';
import { MoveDialog } from './move-dialog.tsx';
import type { Moves } from './moves.ts';
import { PhaseDialog } from './phase-dialog.tsx';
import { findTaskPosition, listContainers } from './task-position.ts';
import { TypePicker } from './type-picker.tsx';
import type { Editing } from './use-editing.ts';

/** A dialog of the flow, with the id of its phase or task. */
export type OpenFlowDialog =
  | { readonly about: 'move' | 'type' | 'deleteTask' | 'phase' | 'deletePhase'; readonly id: string }
  | { readonly about: 'add'; readonly id: string; readonly position?: number | undefined }
  | { readonly about: 'newPhase' };

interface Props extends Pick<EditorProps, 'plan' | 'limits'> {
  readonly editing: Editing;
  readonly openDialog: Signal<OpenFlowDialog | null>;
  readonly refresh: () => Promise<void>;
  readonly moves: Moves;
  /** Called with a new task. */
  readonly onAdded: (task: TaskResponse) => void;
}

interface PartProps extends Props {
  readonly id: string;
  readonly close: () => void;
}

/** Returns the task with this id and its place; undefined: another user has deleted it. */
function locate({ phases }: EditorProps['plan'], id: string) {
  const taskPosition = findTaskPosition(phases, id);
  const task = taskPosition?.container.tasks[taskPosition.index];
  return taskPosition && task && { taskPosition, task };
}

interface AddProps extends PartProps {
  readonly position: number | undefined;
}

function AddTaskPicker({ id, position, plan, editing, onAdded, close }: AddProps) {
  const container = listContainers(plan.phases).find((candidate) => candidate.id === id);
  if (container === undefined) return null;
  const add = async ({ type, title }: TaskTypeResponse): Promise<void> => {
    if (editing.isBusy.peek()) return;
    const query = position === undefined ? '' : `?position=${position}`;
    const addedTasks: TaskResponse[] = [];
    const isDone = await editing.run(t('Task added'), async () => {
      const path = `/tasks/${lastSegment(container.id)}/tasks${query}`;
      addedTasks.push(await mutate<TaskResponse>('POST', path, { title, type }));
    });
    if (!isDone) return;
    close();
    for (const task of addedTasks) onAdded(task);
  };
  return (
    <TypePicker
      title={t`Add task to ${container.name}`}
      verb="add"
      refusal={editing.refusal.value}
      pick={(type) => void add(type)}
      close={close}
    />
  );
}

function ChangeTypePicker({ id, plan, editing, close }: PartProps) {
  const task = locate(plan, id)?.task;
  if (task === undefined) return null;
  const change = async ({ type }: TaskTypeResponse): Promise<void> => {
    const path = `/tasks/${lastSegment(task.id)}/changeType?${new URLSearchParams({ targetType: type })}`;
    if (!editing.isBusy.peek() && (await editing.run(t('Type changed'), () => mutate('POST', path)))) close();
  };
  return (
    <TypePicker
      title={t`Change type of ${task.title}`}
      verb="change"
      refusal={editing.refusal.value}
      pick={(type) => void change(type)}
      close={close}
    />
  );
}

interface DeleteProps extends PartProps {
  readonly kind: 'task' | 'phase';
}

function DeleteDialog({ id, kind, plan, editing, close }: DeleteProps) {
  const task = kind === 'task' ? locate(plan, id)?.task : undefined;
  const phase = kind === 'phase' ? plan.phases.find((item) => item.id === id) : undefined;
  const part = task ?? phase;
  if (part === undefined) return null;
  const remove = async (): Promise<void> => {
    const request = async () => {
      if (task) return await deleteTask(plan, task);
      return phase ? await deletePhase(plan, phase) : null;
    };
    if (await editing.runReversible(request)) close();
  };
  const count = leafTasks(part.tasks ?? []).length;
  return (
    <ConfirmDialog
      title={t`Delete ${part.title}?`}
      confirmLabel={kind === 'task' ? t('Delete task') : t('Delete phase')}
      close={close}
      run={() => void remove()}
      refusal={editing.refusal.value}
      isDisabled={editing.isBusy.value}
    >
      {count > 0 &&
        `${plural(count, 'The task in it will be deleted too.', 'All # tasks in it will be deleted too.')} `}
      {isRestorable(part) ? t('You can undo this right afterwards.') : t('This can’t be undone.')}
    </ConfirmDialog>
  );
}

function MoveTask({ id, plan, limits, editing, moves, close }: PartProps) {
  const located = locate(plan, id);
  if (located === undefined) return null;
  const { task } = located;
  const move = { move: (destination: Parameters<Moves['moveTask']>[1]) => moves.moveTask(task.id, destination) };
  return <MoveDialog {...located} {...move} phases={plan.phases} limits={limits} editing={editing} close={close} />;
}

function EditPhase({ id, plan, limits, refresh, close }: PartProps) {
  const phase = plan.phases.find((candidate) => candidate.id === id);
  if (phase === undefined) return null;
  const props = { phases: plan.phases, limits, refresh, close };
  return <PhaseDialog {...props} phase={phase} />;
}

/** The open dialog, or no dialog if another user has deleted its phase or task. */
export function FlowDialogs(props: Props) {
  const { plan, editing, openDialog } = props;
  const current = openDialog.value;
  const close = (): void => {
    openDialog.value = null;
    editing.clearRefusal();
  };
  if (current === null) return null;
  const part = { ...props, close };
  switch (current.about) {
    case 'newPhase':
      return <AddPhaseDialog plan={plan} editing={editing} close={close} />;
    case 'add':
      return <AddTaskPicker {...part} id={current.id} position={current.position} />;
    case 'type':
      return <ChangeTypePicker {...part} id={current.id} />;
    case 'move':
      return <MoveTask {...part} id={current.id} />;
    case 'phase':
      return <EditPhase {...part} id={current.id} />;
    case 'deleteTask':
      return <DeleteDialog {...part} id={current.id} kind="task" />;
    case 'deletePhase':
      return <DeleteDialog {...part} id={current.id} kind="phase" />;
  }
}
