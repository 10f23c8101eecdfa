import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { TaskVariableResponse, VariableResponse } from '@slipway/api-schema/variables';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import { draftSignal, textsFormat } from '../../../api/session.ts';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { choicesFor, isListBox } from '../../../components/variables/choices.ts';
import { ValueField } from '../../../components/variables/value-field.tsx';
import { kindOf, parseValue, variableText } from '../../../components/variables/value-text.ts';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { announce } from '../../../navigation/announce.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { missingPermissionOnTask, type TaskExplanation } from '../permissions.ts';

/** The texts of the fields, by variable id. */
export type InputTexts = ReadonlyMap<string, string>;

/** Returns the variables that a task lists, in the order of the task. */
function taskInputs(
  { variables = [] }: Pick<TaskResponse, 'variables'>,
  all: readonly VariableResponse[],
): readonly VariableResponse[] {
  const ids = variables.map((entry) => lastSegment(typeof entry === 'string' ? entry : entry.id));
  return ids.flatMap((id) => all.filter((entry) => lastSegment(entry.id) === id));
}

type AnswerVariable = Pick<VariableResponse, 'id' | 'key' | 'type' | 'valueProvider'>;

/**
 * Returns the changed values. List boxes are last, because the server compares them with lists that are sent before.
 */
export function collectAnswers(texts: InputTexts, inputs: readonly AnswerVariable[]) {
  const ordered = [...inputs.filter((entry) => !isListBox(entry)), ...inputs.filter(isListBox)];
  return ordered.flatMap((variable) => {
    const { id, key } = variable;
    const text = texts.get(id);
    return text === undefined ? [] : [{ id, key, value: parseValue(kindOf(variable), text) }];
  });
}

const inputDrafts = draftSignal<InputTexts>('inputs', new Map());

/** Returns the unsaved texts of the inputs of a task. They remain after the drawer is closed, and after a reload. */
export const inputDraft = (taskId: string, { variables }: Pick<TaskInputs, 'variables'>): InputSignal =>
  inputDrafts(
    lastSegment(taskId),
    textsFormat(new Set(variables.filter((item) => kindOf(item) !== 'password').map(({ id }) => id))),
  );

/** The unsaved texts, by variable id. */
type InputSignal = Signal<InputTexts>;

/** The variables that a task lists. */
interface TaskInputs {
  readonly variables: readonly TaskVariableResponse[];
  readonly refresh: () => Promise<void>;
}

/**
 * Loads the variables of a live task with the values that list boxes offer. Until then, returns those of the release.
 */
export function useInputs(
  task: TaskResponse,
  release: ReleaseResponse | null,
  topics: readonly Topic[] | null,
): TaskInputs {
  const isRequested = (task.variables ?? []).length > 0 && topics !== null;
  const { value, refresh } = useEntity<readonly TaskVariableResponse[]>(
    isRequested ? `/tasks/${lastSegment(task.id)}/variables` : null,
    topics ?? [],
  );
  return { variables: value.value ?? taskInputs(task, release?.variables ?? []), refresh };
}

interface Props {
  /** Undefined until the explanation is loaded. */
  readonly explanation: TaskExplanation | undefined;
  readonly task: TaskResponse;
  readonly inputs: TaskInputs;
  readonly inputTexts: InputSignal;
  /** Reloads the release. */
  readonly refresh: () => Promise<void>;
}

/**
 * Saves the changed values. Sends all values in one request to the task; for users who can edit the release but not the
 * task, sends one request for each variable. Throws ApiError, OfflineError.
 */
async function saveAnswers({ explanation, task, inputs, inputTexts }: Props): Promise<void> {
  const answers = collectAnswers(inputTexts.peek(), inputs.variables);
  if (missingPermissionOnTask(explanation, 'failTask') === null) {
    const body = answers.map(({ key, value }) => ({ key, value }));
    await mutate('PUT', `/tasks/${lastSegment(task.id)}/variables`, body);
    return;
  }
  for (const { id, value } of answers) await mutate('PUT', `/releases/${lastSegment(id)}`, { value });
}

/** The form for the variables of a task. It sends only the changed values. */
export function Inputs(props: Props) {
  const { explanation, inputs, inputTexts, refresh } = props;
  const refusal = useSignal<DisplayMessage | null>(null);
  const { variables } = inputs;
  if (variables.length === 0) return null;
  const missingPermission = missingPermissionOnTask(explanation, 'answerInputs');
  const isChanged = variables.some(({ id }) => inputTexts.value.has(id));
  const textFor = (variable: TaskVariableResponse): string =>
    inputTexts.value.get(variable.id) ?? variableText(variable);
  const save = async (): Promise<void> => {
    refusal.value = null;
    const sentTexts = inputTexts.peek();
    try {
      await saveAnswers(props);
      // Values that were changed during the request stay unsaved.
      inputTexts.value = new Map([...inputTexts.peek()].filter(([id, text]) => sentTexts.get(id) !== text));
      await Promise.all([inputs.refresh(), refresh()]);
      announce(t('Input saved'));
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return (
    <section class="panel-section">
      <h3>Input needed</h3>
      <div class="typed panel-box">
        {variables.map((variable) => (
          <ValueField
            key={variable.id}
            kind={kindOf(variable)}
            label={variable.label ?? variable.key}
            hint={variable.description}
            isLong={variable.multiline}
            isRequired={variable.requiresValue}
            choices={choicesFor(variable, { variables, textFor }, variable.possibleValues)}
            value={textFor(variable)}
            change={(text) => (inputTexts.value = new Map(inputTexts.value).set(variable.id, text))}
          />
        ))}
        <ActionButton missingPermission={missingPermission} isDisabled={!isChanged} run={save}>
          Save answers
        </ActionButton>
        <MissingPermissions names={[missingPermission]} />
        <Refusal message={refusal.value} />
      </div>
    </section>
  );
}
