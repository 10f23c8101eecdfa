import { useSignal } from '@preact/signals';
import type { PhaseAnswer, TaskAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { DeleteButton } from '../../../parts/delete-button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { lastOf } from '../../../place/ids.ts';
import type { Editing } from './edit.ts';
import { MoveForm } from './move-form.tsx';
import type { Destination, Place } from './places.ts';
import { TypeField } from './type-field.tsx';

interface Props {
  readonly phases: readonly PhaseAnswer[];
  readonly task: TaskAnswer;
  readonly place: Place;
  readonly editing: Editing;
  readonly lacking: string | null;
  /** the same to lock it, and to unlock it */
  readonly lackingLock: string | null;
  readonly move: (to: Destination) => void;
  /** Opens the form of a new task in this group */
  readonly add: () => void;
  readonly close: () => void;
}

/** The path of a call that puts a task somewhere. */
export const pathTo = (id: string, step: 'move' | 'copy', { containerId, position }: Destination): string =>
  `/tasks/${lastOf(id)}/${step}?${new URLSearchParams({ targetContainerId: containerId, targetPosition: String(position) })}`;

type TypeProps = Pick<Props, 'task' | 'editing'> & { readonly isDisabled: boolean };

function TypeForm({ task, editing, isDisabled }: TypeProps) {
  const type = useSignal(task.type);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const path = `/tasks/${lastOf(task.id)}/changeType?${new URLSearchParams({ targetType: type.value })}`;
    void editing.run(`The type of ${task.title} was changed.`, () => change('POST', path));
  };
  return (
    <form class="actions" onSubmit={submit}>
      <TypeField value={type.value} change={(chosen) => (type.value = chosen)} />
      <button type="submit" disabled={isDisabled || type.value === task.type}>
        Change type
      </button>
    </form>
  );
}

/** What may be done to a task as a part of its plan. */
export function TaskDialog({ phases, task, place, editing, lacking, lackingLock, move, add, close }: Props) {
  const { container, index } = place;
  const isDisabled = lacking !== null || editing.isBusy.value;
  const by = (step: number): void => move({ containerId: container.id, position: index + step });
  const remove = async (): Promise<void> => {
    const isDone = await editing.run(`${task.title} was deleted.`, () => change('DELETE', `/tasks/${lastOf(task.id)}`));
    if (isDone) close();
  };
  const lock = (): void =>
    void editing.run(`${task.title} was ${task.locked ? 'unlocked' : 'locked'}.`, () =>
      change(task.locked ? 'DELETE' : 'PUT', `/tasks/${lastOf(task.id)}/lock`),
    );
  // a button that is disabled loses the focus: a second click does nothing instead
  const copy = (): void => {
    if (editing.isBusy.peek()) return;
    const path = pathTo(task.id, 'copy', { containerId: container.id, position: index + 1 });
    void editing.run(`${task.title} was copied.`, () => change('POST', path));
  };
  return (
    <Dialog title={task.title} close={close}>
      <p>
        Number {index + 1} of {container.tasks.length} in {container.name}
      </p>
      <Refusal sentence={editing.refusal.value} />
      <Lacking names={[lacking, lackingLock]} />
      <div class="actions">
        <Deed lacking={lacking} isDisabled={index === 0} run={() => by(-1)}>
          Up
        </Deed>
        <Deed lacking={lacking} isDisabled={index === container.tasks.length - 1} run={() => by(1)}>
          Down
        </Deed>
        <Deed lacking={lacking} run={copy}>
          Copy
        </Deed>
        <Deed lacking={lackingLock} run={lock}>
          {task.locked ? 'Unlock' : 'Lock'}
        </Deed>
        {task.tasks !== undefined && (
          <Deed lacking={lacking} run={add}>
            Add a task to this group
          </Deed>
        )}
        <DeleteButton name={task.title} isDisabled={isDisabled} run={() => void remove()} />
      </div>
      <MoveForm
        key={`${container.id} ${index}`}
        phases={phases}
        task={task}
        place={place}
        isDisabled={isDisabled}
        move={move}
      />
      <TypeForm key={task.type} task={task} editing={editing} isDisabled={isDisabled} />
    </Dialog>
  );
}
