import type { Signal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { messageOf } from '../../../../api/errors.ts';
import type { DisplayMessage } from '../../../../api/language.ts';
import { mutate, read } from '../../../../api/rest.ts';
import { CheckField } from '../../../../components/fields/field.tsx';
import { lastSegment } from '../../../../navigation/ids.ts';
import type { Act } from '../../actions.ts';

interface Props {
  readonly task: TaskResponse;
  readonly act: Act;
  readonly refusal: Signal<DisplayMessage | null>;
  readonly canAct: boolean;
}

/** The conditions of a gate as checkboxes. */
export function Conditions({ task, act, refusal, canAct }: Props) {
  const conditions = task.conditions ?? [];
  if (conditions.length === 0) return null;
  const toggle = async (conditionId: string, checked: boolean): Promise<void> => {
    const expected = conditions.map((condition) =>
      condition.id === conditionId ? { ...condition, checked } : condition,
    );
    try {
      refusal.value = null;
      await act({ ...task, conditions: expected }, async () => {
        await mutate('POST', `/tasks/${conditionId}`, { checked });
        return await read<TaskResponse>(`/tasks/${lastSegment(task.id)}`);
      });
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return (
    <fieldset class="panel-section checklist" disabled={!canAct}>
      <legend>
        Checklist{' '}
        <span class="badge">
          {conditions.filter(({ checked }) => checked).length} of {conditions.length}
        </span>
      </legend>
      {conditions.map(({ id, title, checked }) => (
        <CheckField key={id} label={title} isOn={checked} change={(isOn) => void toggle(id, isOn)} />
      ))}
    </fieldset>
  );
}
