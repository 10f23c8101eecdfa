import type { TaskAnswer, VariableAnswer } from '@slipway/wire';
import { keeping } from '../../../../data/session.ts';
import { useEntity } from '../../../../live/use-entity.ts';
import { changeNow } from '../../../../parts/drafts/save.ts';
import { Refusal } from '../../../../parts/refusal.tsx';
import { kindOf, readIn, textOf } from '../../../../parts/variables/typed.ts';
import { useChoices } from '../../../../parts/variables/use-choices.ts';
import { ValueField } from '../../../../parts/variables/value-field.tsx';
import { lastOf } from '../../../../place/ids.ts';
import type { PartProps } from './parts-editing.ts';

interface Props extends PartProps {
  /** the template that releases are made of */
  readonly templateId: string;
}

const typedFor = keeping<ReadonlyMap<string, string>>(new Map());

/** The values that a new release gets for the variables of its template. */
export function CreationValues({ task, templateId, editing, lacking }: Props) {
  const { value } = useEntity<readonly VariableAnswer[]>(`/templates/${lastOf(templateId)}/variables`, []);
  const typed = typedFor(lastOf(task.id));
  const variables = value.value ?? [];
  const given = task.templateVariables ?? [];
  const textFor = (variable: VariableAnswer): string =>
    typed.value.get(variable.key) ?? textOf(given.find(({ key }) => key === variable.key) ?? variable);
  const { choices, refusal } = useChoices({ variables, textFor });
  if (variables.length === 0) return null;
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const sent = typed.value;
    const changed = variables.flatMap((variable) => {
      const text = sent.get(variable.key);
      if (text === undefined) return [];
      return { key: variable.key, type: variable.type, value: readIn(kindOf(variable), text) };
    });
    const keys = changed.map(({ key }) => key);
    const isDone = await editing.run('The values were changed.', () =>
      changeNow<TaskAnswer>(`/tasks/${lastOf(task.id)}`, ({ templateVariables = [] }) => ({
        templateVariables: [...templateVariables.filter(({ key }) => !keys.includes(key)), ...changed],
      })),
    );
    // what was typed while it was sent stays
    if (isDone) typed.value = new Map([...typed.value].filter(([key, text]) => sent.get(key) !== text));
  };
  return (
    <section>
      <h3>Values for its variables</h3>
      <Refusal sentence={refusal.value} />
      <form class="actions" onSubmit={(event) => void save(event)}>
        {variables.map((variable) => (
          <ValueField
            key={variable.key}
            kind={kindOf(variable)}
            label={variable.label ?? variable.key}
            isLong={variable.multiline}
            choices={choices(variable)}
            value={textFor(variable)}
            change={(text) => (typed.value = new Map(typed.value).set(variable.key, text))}
          />
        ))}
        <button type="submit" disabled={lacking !== null || editing.isBusy.value || typed.value.size === 0}>
          Change the values
        </button>
      </form>
    </section>
  );
}
