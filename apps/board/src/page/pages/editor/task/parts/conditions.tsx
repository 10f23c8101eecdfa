import { useSignal } from '@preact/signals';
import type { ConditionResponse } from '@slipway/api-schema/gates';
import { mutate } from '../../../../api/rest.ts';
import { TextField } from '../../../../components/fields/field.tsx';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import type { PartProps } from './part-props.ts';

interface ConditionItemProps extends Pick<PartProps, 'editing' | 'isReadOnly'> {
  readonly condition: Pick<ConditionResponse, 'id' | 'title'>;
}

function ConditionItem({ condition: { id, title }, editing, isReadOnly }: ConditionItemProps) {
  const input = useSignal<string | null>(null);
  const isDisabled = isReadOnly || editing.isBusy.value;
  const rename = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const body = { title: input.value ?? title };
    if (await editing.run(t('Condition renamed'), () => mutate('POST', `/tasks/${id}`, body))) input.value = null;
  };
  return (
    <li>
      <form class="part-row" onSubmit={(event) => void rename(event)}>
        <TextField label="Condition" value={input.value ?? title} isRequired change={(text) => (input.value = text)} />
        <button
          type="submit"
          disabled={isDisabled || input.value === null || input.value === title}
          aria-label={t`Rename ${title}`}
        >
          Rename
        </button>
        <button
          type="button"
          class="danger"
          disabled={isDisabled}
          aria-label={t`Delete ${title}`}
          onClick={() => void editing.run(t('Condition deleted'), () => mutate('DELETE', `/tasks/${id}`))}
        >
          Delete
        </button>
      </form>
    </li>
  );
}

/** The conditions of a gate, with a form that adds one. */
export function ConditionsEditor({ task, editing, isReadOnly }: PartProps) {
  const title = useSignal('');
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const path = `/tasks/${lastSegment(task.id)}/conditions`;
    const sentTitle = title.value;
    const isDone = await editing.run(t('Condition added'), () => mutate('POST', path, { title: sentTitle }));
    // A live update may show the condition before the response, and the user may have typed the next condition.
    if (isDone && title.value === sentTitle) title.value = '';
  };
  return (
    <section class="panel-section">
      <h3>Conditions</h3>
      <ul class="part-rows">
        {(task.conditions ?? []).map((condition) => (
          <ConditionItem key={condition.id} condition={condition} editing={editing} isReadOnly={isReadOnly} />
        ))}
      </ul>
      <form class="part-row" onSubmit={(event) => void add(event)}>
        <TextField label="New condition" value={title.value} isRequired change={(text) => (title.value = text)} />
        <button type="submit" disabled={isReadOnly || editing.isBusy.value}>
          Add condition
        </button>
      </form>
    </section>
  );
}
