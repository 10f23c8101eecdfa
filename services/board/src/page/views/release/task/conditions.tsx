import type { Signal } from '@preact/signals';
import type { TaskAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change, read } from '../../../data/rest.ts';
import { CheckField } from '../../../parts/field.tsx';
import { lastOf } from '../../../place/ids.ts';
import type { Act } from '../actions.ts';

interface Props {
  readonly task: TaskAnswer;
  readonly act: Act;
  readonly refusal: Signal<string | null>;
  readonly mayAct: boolean;
}

/** The conditions of a gate, which users check. */
export function Conditions({ task, act, refusal, mayAct }: Props) {
  const conditions = task.conditions ?? [];
  if (conditions.length === 0) return null;
  const tick = async (ticked: string, checked: boolean): Promise<void> => {
    const foreseen = conditions.map((one) => (one.id === ticked ? { ...one, checked } : one));
    try {
      refusal.value = null;
      await act({ ...task, conditions: foreseen }, async () => {
        await change('POST', `/tasks/${ticked}`, { checked });
        return await read<TaskAnswer>(`/tasks/${lastOf(task.id)}`);
      });
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <fieldset class="conditions" disabled={!mayAct}>
      <legend>Conditions</legend>
      {conditions.map(({ id, title, checked }) => (
        <CheckField key={id} label={title} isOn={checked} change={(isOn) => void tick(id, isOn)} />
      ))}
    </fieldset>
  );
}
