import type { TaskResponse } from '@slipway/api-schema/plans';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { draftSignal, textsFormat } from '../../../../api/session.ts';
import { discardInput } from '../../../../components/drafts/draft.ts';
import { draftOf } from '../../../../components/drafts/draft-form.tsx';
import { updateWithRetry } from '../../../../components/drafts/save-draft.ts';
import { Refusal } from '../../../../components/refusal.tsx';
import { useChoices } from '../../../../components/variables/use-choices.ts';
import { ValueField } from '../../../../components/variables/value-field.tsx';
import { kindOf, parseValue, variableText } from '../../../../components/variables/value-text.ts';
import { useEntity } from '../../../../live/queries.ts';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import type { PartProps } from './part-props.ts';

interface Props extends PartProps {
  /** The id of the template of the new release. */
  readonly templateId: string;
  /** Whether the template of the task is saved. Otherwise, the values are saved together with it. */
  readonly isTemplateSaved: boolean;
}

const valueDrafts = draftSignal<ReadonlyMap<string, string>>('values', new Map());

/** Returns the placeholders for the texts of the plan. A list box offers them, because a task can pass such a text on. */
const textPlaceholders = ({ variables }: PartProps['plan']): readonly string[] =>
  variables.filter((variable) => kindOf(variable) === 'text').map(({ key }) => `\${${key}}`);

/**
 * The values for the variables of a release that the task creates. If the template is a placeholder, unknown or not
 * visible, only the stored values have fields.
 */
export function CreationValues({ plan, task, templateId, isTemplateSaved, editing, isReadOnly }: Props) {
  const path = templateId.includes('${') ? null : `/templates/${lastSegment(templateId)}/variables`;
  const { value, refusal: loadRefusal } = useEntity<readonly VariableResponse[]>(path, []);
  const isUnknown = path === null || loadRefusal.value !== null;
  const variables = value.value ?? (isUnknown ? (task.templateVariables ?? []) : []);
  const storedKeys = variables.filter((variable) => kindOf(variable) !== 'password').map(({ key }) => key);
  const fields = draftOf(task.id);
  const drafts = valueDrafts(lastSegment(task.id), textsFormat(new Set(storedKeys)));
  const storedValues = task.templateVariables ?? [];
  const textFor = (variable: VariableResponse): string =>
    drafts.value.get(variable.key) ?? variableText(storedValues.find(({ key }) => key === variable.key) ?? variable);
  const { choices, refusal } = useChoices({ variables, textFor });
  const withPlaceholders = (variable: VariableResponse): readonly string[] | undefined => {
    const offered = choices(variable);
    return offered && kindOf(variable) === 'text' ? [...offered, ...textPlaceholders(plan)] : offered;
  };
  if (variables.length === 0) return null;
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const sentDrafts = drafts.value;
    const changedValues = variables.flatMap((variable) => {
      const text = sentDrafts.get(variable.key);
      if (text === undefined) return [];
      return { key: variable.key, type: variable.type, value: parseValue(kindOf(variable), text) };
    });
    const keys = changedValues.map(({ key }) => key);
    const isDone = await editing.run(t('Values saved'), () =>
      updateWithRetry<TaskResponse>(`/tasks/${lastSegment(task.id)}`, ({ templateVariables = [] }) => {
        // Values of another template do not apply.
        const storedVariables = isTemplateSaved ? templateVariables : [];
        return {
          ...(!isTemplateSaved && { templateId }),
          templateVariables: [...storedVariables.filter(({ key }) => !keys.includes(key)), ...changedValues],
        };
      }),
    );
    if (isDone && !isTemplateSaved) fields.value = discardInput(fields.value, { name: 'templateId' });
    // Keeps the input that the user typed during the request.
    if (isDone) drafts.value = new Map([...drafts.value].filter(([key, text]) => sentDrafts.get(key) !== text));
  };
  return (
    <section class="panel-section">
      <h3>Variable values</h3>
      <Refusal message={loadRefusal.value ?? refusal.value} />
      <form class="actions" onSubmit={(event) => void save(event)}>
        {variables.map((variable) => (
          <ValueField
            key={variable.key}
            kind={kindOf(variable)}
            label={variable.label ?? variable.key}
            isLong={variable.multiline}
            hint={variable.description}
            choices={withPlaceholders(variable)}
            value={textFor(variable)}
            change={(text) => (drafts.value = new Map(drafts.value).set(variable.key, text))}
          />
        ))}
        <button type="submit" disabled={isReadOnly || editing.isBusy.value || drafts.value.size === 0}>
          {isTemplateSaved ? t('Save values') : t('Save template and values')}
        </button>
      </form>
    </section>
  );
}
