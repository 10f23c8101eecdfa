import { useSignal } from '@preact/signals';
import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { mutate } from '../../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../../components/action-button.tsx';
import { DeleteButton } from '../../../components/delete-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { TypeField } from './add-dialogs.tsx';
import { type Destination, type TaskPosition, targetContainers } from './task-position.ts';
import type { Editing } from './use-editing.ts';

interface MoveProps {
  readonly phases: readonly PhaseResponse[];
  readonly task: TaskResponse;
  readonly taskPosition: TaskPosition;
  readonly isDisabled: boolean;
  readonly move: (to: Destination) => void;
}

/** A form that moves a task to a phase or group and a position. */
function MoveForm({ phases, task, taskPosition, isDisabled, move }: MoveProps) {
  const selectedContainer = useSignal<string | null>(null);
  const positionInput = useSignal<string | null>(null);
  const containers = targetContainers(phases, task);
  const target = containers.find(({ id }) => id === selectedContainer.value) ?? taskPosition.container;
  const isSame = target.id === taskPosition.container.id;
  const last = target.tasks.length + (isSame ? 0 : 1);
  const number = positionInput.value ?? String(isSame ? taskPosition.index + 1 : last);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    move({ containerId: target.id, position: Number(number) - 1 });
  };
  return (
    <form class="actions" onSubmit={submit}>
      <ChoiceField
        label="Move to"
        value={target.id}
        options={containers.map(({ id, name }) => [id, name] as const)}
        change={(id) => {
          selectedContainer.value = id;
          positionInput.value = null;
        }}
      />
      <TextField label={`Position (1 to ${last})`} value={number} change={(text) => (positionInput.value = text)} />
      <button type="submit" disabled={isDisabled}>
        Move
      </button>
    </form>
  );
}

interface Props {
  readonly phases: readonly PhaseResponse[];
  readonly task: TaskResponse;
  readonly taskPosition: TaskPosition;
  readonly editing: Editing;
  readonly missingPermission: string | null;
  /** The permission that the user lacks to lock and unlock the task; null: none. */
  readonly missingLockPermission: string | null;
  readonly move: (to: Destination) => void;
  /** Opens the form of a new task in this group. */
  readonly add: () => void;
  readonly close: () => void;
}

/** Returns the path of the request that moves or copies a task. */
export const taskMovePath = (id: string, action: 'move' | 'copy', { containerId, position }: Destination): string =>
  `/tasks/${lastSegment(id)}/${action}?${new URLSearchParams({ targetContainerId: containerId, targetPosition: String(position) })}`;

type TypeProps = Pick<Props, 'task' | 'editing'> & { readonly isDisabled: boolean };

function TypeForm({ task, editing, isDisabled }: TypeProps) {
  const type = useSignal(task.type);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const path = `/tasks/${lastSegment(task.id)}/changeType?${new URLSearchParams({ targetType: type.value })}`;
    void editing.run('Type changed', () => mutate('POST', path));
  };
  return (
    <form class="actions" onSubmit={submit}>
      <TypeField value={type.value} change={(typeName) => (type.value = typeName)} />
      <button type="submit" disabled={isDisabled || type.value === task.type}>
        Change type
      </button>
    </form>
  );
}

/** The dialog with the actions on a task. */
export function TaskDialog({
  phases,
  task,
  taskPosition,
  editing,
  missingPermission,
  missingLockPermission,
  move,
  add,
  close,
}: Props) {
  const { container, index } = taskPosition;
  const isDisabled = missingPermission !== null || editing.isBusy.value;
  const moveBy = (action: number): void => move({ containerId: container.id, position: index + action });
  const remove = async (): Promise<void> => {
    const isDone = await editing.run('Task deleted', () => mutate('DELETE', `/tasks/${lastSegment(task.id)}`));
    if (isDone) close();
  };
  const lock = (): void =>
    void editing.run(`Task ${task.locked ? 'unlocked' : 'locked'}`, () =>
      mutate(task.locked ? 'DELETE' : 'PUT', `/tasks/${lastSegment(task.id)}/lock`),
    );
  // Disabling the button would remove its focus. Instead, the second click of a double click has no effect.
  const copy = (): void => {
    if (editing.isBusy.peek()) return;
    const path = taskMovePath(task.id, 'copy', { containerId: container.id, position: index + 1 });
    void editing.run('Task duplicated', () => mutate('POST', path));
  };
  return (
    <Dialog title={task.title} close={close}>
      <p>
        Position {index + 1} of {container.tasks.length} in {container.name}
      </p>
      <Refusal message={editing.refusal.value} />
      <MissingPermissions names={[missingPermission, missingLockPermission]} />
      <div class="actions">
        <ActionButton missingPermission={missingPermission} isDisabled={index === 0} run={() => moveBy(-1)}>
          Move up
        </ActionButton>
        <ActionButton
          missingPermission={missingPermission}
          isDisabled={index === container.tasks.length - 1}
          run={() => moveBy(1)}
        >
          Move down
        </ActionButton>
        <ActionButton missingPermission={missingPermission} run={copy}>
          Duplicate
        </ActionButton>
        <ActionButton missingPermission={missingLockPermission} run={lock}>
          {task.locked ? 'Unlock' : 'Lock'}
        </ActionButton>
        {task.tasks !== undefined && (
          <ActionButton missingPermission={missingPermission} run={add}>
            Add task
          </ActionButton>
        )}
        <DeleteButton name={task.title} isDisabled={isDisabled} run={() => void remove()} />
      </div>
      <MoveForm
        key={`${container.id} ${index}`}
        phases={phases}
        task={task}
        taskPosition={taskPosition}
        isDisabled={isDisabled}
        move={move}
      />
      <TypeForm key={task.type} task={task} editing={editing} isDisabled={isDisabled} />
    </Dialog>
  );
}
