import { useSignal } from '@preact/signals';
import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { Dialog } from '../../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { t } from '../../../navigation/text.ts';
import type { EditingLimits } from '../editing-limits.ts';
import { type Destination, type TaskPosition, targetContainers } from './task-position.ts';
import type { Editing } from './use-editing.ts';

interface Props {
  readonly phases: readonly PhaseResponse[];
  readonly task: TaskResponse;
  readonly taskPosition: TaskPosition;
  readonly limits: EditingLimits;
  readonly editing: Editing;
  /** Returns whether the task was moved. */
  readonly move: (to: Destination) => Promise<boolean>;
  readonly close: () => void;
}

/** A form that moves a task to a phase or group and a position. */
export function MoveDialog({ phases, task, taskPosition, limits, editing, move, close }: Props) {
  const { container, index } = taskPosition;
  const selectedContainer = useSignal<string | null>(null);
  const positionInput = useSignal<string | null>(null);
  const containers = targetContainers(phases, task).filter(({ id }) => limits.reasonFor(id, 'add') === null);
  const target = containers.find(({ id }) => id === selectedContainer.value) ?? container;
  const isSame = target.id === container.id;
  const last = target.tasks.length + (isSame ? 0 : 1);
  const first = limits.firstPosition(target.id) + 1;
  const number = positionInput.value ?? String(isSame ? index + 1 : last);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!editing.isBusy.peek() && (await move({ containerId: target.id, position: Number(number) - 1 }))) close();
  };
  return (
    <Dialog title={t`Move ${task.title}`} close={close}>
      <p class="none">
        Position {index + 1} of {container.tasks.length} in {container.name}
      </p>
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <ChoiceField
          label="Move to"
          value={target.id}
          options={containers.map(({ id, name }) => [id, name] as const)}
          change={(id) => {
            selectedContainer.value = id;
            positionInput.value = null;
          }}
        />
        <TextField
          label={t`Position (${first} to ${last})`}
          value={number}
          change={(text) => (positionInput.value = text)}
        />
        <Refusal message={editing.refusal.value} />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main" aria-disabled={editing.isBusy.value ? 'true' : undefined}>
          Move
        </button>
      </form>
    </Dialog>
  );
}
