import type { ConditionResponse } from '@slipway/api-schema/gates';
import { mutate } from '../../../../api/rest.ts';
import { TextField } from '../../../../components/fields/field.tsx';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import { conditionForm, newForms, partInputs } from '../../part-inputs.ts';
import type { PartProps } from './part-props.ts';

interface ConditionItemProps extends Pick<PartProps, 'task' | 'editing' | 'isReadOnly'> {
  readonly condition: Pick<ConditionResponse, 'id' | 'title'>;
}

function ConditionItem({ task, condition: { id, title }, editing, isReadOnly }: ConditionItemProps) {
  const inputs = partInputs(task.id, conditionForm(id));
  const input = inputs.textOf('title', title);
  const isDisabled = isReadOnly || editing.isBusy.value;
  const rename = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (await editing.run(t('Condition renamed'), () => mutate('POST', `/tasks/${id}`, { title: input })))
      inputs.clear();
  };
  const remove = async (): Promise<void> => {
    if (await editing.run(t('Condition deleted'), () => mutate('DELETE', `/tasks/${id}`))) inputs.clear();
  };
  return (
    <li>
      <form class="part-row" onSubmit={(event) => void rename(event)}>
        <TextField label="Condition" value={input} isRequired change={(text) => inputs.change('title', text, title)} />
        <button type="submit" disabled={isDisabled || !inputs.isUnsaved} aria-label={t`Rename ${title}`}>
          Rename
        </button>
        <button
          type="button"
          class="danger"
          disabled={isDisabled}
          aria-label={t`Delete ${title}`}
          onClick={() => void remove()}
        >
          Delete
        </button>
      </form>
    </li>
  );
}

/** The conditions of a gate, with a form that adds one. */
export function ConditionsEditor({ task, editing, isReadOnly }: PartProps) {
  const inputs = partInputs(task.id, newForms.condition);
  const title = inputs.textOf('title', '');
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const path = `/tasks/${lastSegment(task.id)}/conditions`;
    const isDone = await editing.run(t('Condition added'), () => mutate('POST', path, { title }));
    // A live update may show the condition before the response, and the user may have typed the next condition.
    if (isDone && inputs.textOf('title', '') === title) inputs.clear();
  };
  return (
    <section class="panel-section">
      <h3>Conditions</h3>
      <ul class="part-rows">
        {(task.conditions ?? []).map((condition) => (
          <ConditionItem key={condition.id} {...{ task, condition, editing, isReadOnly }} />
        ))}
      </ul>
      <form class="part-row" onSubmit={(event) => void add(event)}>
        <TextField label="New condition" value={title} isRequired change={(text) => inputs.change('title', text, '')} />
        <button type="submit" disabled={isReadOnly || editing.isBusy.value}>
          Add condition
        </button>
      </form>
    </section>
  );
}
