import { useSignal } from '@preact/signals';
import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { type Destination, type TaskPosition, targetContainers } from './task-position.ts';

interface Props {
  readonly phases: readonly PhaseResponse[];
  readonly task: TaskResponse;
  readonly taskPosition: TaskPosition;
  readonly isDisabled: boolean;
  readonly move: (to: Destination) => void;
}

/** The new position of a task: its phase or group, and its index. */
export function MoveForm({ phases, task, taskPosition, isDisabled, move }: Props) {
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
      <TextField
        label={`As number, from 1 to ${last}`}
        value={number}
        change={(text) => (positionInput.value = text)}
      />
      <button type="submit" disabled={isDisabled}>
        Move
      </button>
    </form>
  );
}
