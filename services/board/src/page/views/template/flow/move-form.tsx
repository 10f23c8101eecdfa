import { useSignal } from '@preact/signals';
import type { PhaseAnswer, TaskAnswer } from '@slipway/wire';
import { ChoiceField, TextField } from '../../../parts/field.tsx';
import { containersFor, type Destination, type Place } from './places.ts';

interface Props {
  readonly phases: readonly PhaseAnswer[];
  readonly task: TaskAnswer;
  readonly place: Place;
  readonly isDisabled: boolean;
  readonly move: (to: Destination) => void;
}

/** The new position of a task: its phase or group, and its index. */
export function MoveForm({ phases, task, place, isDisabled, move }: Props) {
  const chosen = useSignal<string | null>(null);
  const typed = useSignal<string | null>(null);
  const containers = containersFor(phases, task);
  const target = containers.find(({ id }) => id === chosen.value) ?? place.container;
  const isSame = target.id === place.container.id;
  const last = target.tasks.length + (isSame ? 0 : 1);
  const number = typed.value ?? String(isSame ? place.index + 1 : last);
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
          chosen.value = id;
          typed.value = null;
        }}
      />
      <TextField label={`As number, from 1 to ${last}`} value={number} change={(text) => (typed.value = text)} />
      <button type="submit" disabled={isDisabled}>
        Move
      </button>
    </form>
  );
}
