import { useSignal } from '@preact/signals';
import type { ConditionAnswer } from '@slipway/wire';
import { change } from '../../../../data/rest.ts';
import { TextField } from '../../../../parts/field.tsx';
import { lastOf } from '../../../../place/ids.ts';
import type { PartProps } from './parts-editing.ts';

interface OneProps extends Pick<PartProps, 'editing' | 'lacking'> {
  readonly condition: Pick<ConditionAnswer, 'id' | 'title'>;
}

function OneCondition({ condition: { id, title }, editing, lacking }: OneProps) {
  const typed = useSignal<string | null>(null);
  const isDisabled = lacking !== null || editing.isBusy.value;
  const rename = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const renamed = { title: typed.value ?? title };
    if (await editing.run('The condition was changed.', () => change('POST', `/tasks/${id}`, renamed)))
      typed.value = null;
  };
  return (
    <li>
      <form class="actions" onSubmit={(event) => void rename(event)}>
        <TextField label="Condition" value={typed.value ?? title} isRequired change={(text) => (typed.value = text)} />
        <button
          type="submit"
          disabled={isDisabled || typed.value === null || typed.value === title}
          aria-label={`Rename ${title}`}
        >
          Rename
        </button>
        <button
          type="button"
          disabled={isDisabled}
          aria-label={`Delete ${title}`}
          onClick={() => void editing.run('The condition was deleted.', () => change('DELETE', `/tasks/${id}`))}
        >
          Delete
        </button>
      </form>
    </li>
  );
}

/** The conditions of a gate, with a form that adds one. */
export function ConditionsEditor({ task, editing, lacking }: PartProps) {
  const title = useSignal('');
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const path = `/tasks/${lastOf(task.id)}/conditions`;
    const sent = title.value;
    const isDone = await editing.run('The condition was added.', () => change('POST', path, { title: sent }));
    // the list may show the condition before the response, and the user may have typed the next one
    if (isDone && title.value === sent) title.value = '';
  };
  return (
    <section>
      <h3>Conditions</h3>
      <ul class="files">
        {(task.conditions ?? []).map((condition) => (
          <OneCondition key={condition.id} condition={condition} editing={editing} lacking={lacking} />
        ))}
      </ul>
      <form class="actions" onSubmit={(event) => void add(event)}>
        <TextField label="New condition" value={title.value} isRequired change={(text) => (title.value = text)} />
        <button type="submit" disabled={lacking !== null || editing.isBusy.value}>
          Add the condition
        </button>
      </form>
    </section>
  );
}
