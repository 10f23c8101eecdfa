import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseAnswer, TaskAnswer, TaskVariableAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { useEntity } from '../../../live/use-entity.ts';
import type { Want } from '../../../live/wants.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { choicesFor } from '../../../parts/variables/choices.ts';
import { kindOf, textOf } from '../../../parts/variables/typed.ts';
import { ValueField } from '../../../parts/variables/value-field.tsx';
import { announce } from '../../../place/announce.ts';
import { lastOf } from '../../../place/ids.ts';
import { lackingOnTask, type TaskExplanation } from '../rights.ts';
import { answersIn, inputsIn, type Texts } from './answers.ts';

/** Answers that are typed and not saved, by the id of their variable. */
export type Typed = Signal<Texts>;

/** The variables that a task lists, as fields show them. */
export interface AskedValues {
  readonly variables: readonly TaskVariableAnswer[];
  readonly refresh: () => Promise<void>;
}

/** Requests the variables of a live task with the values that their list boxes offer. Until then, they are those of its release. */
export function useInputs(
  task: TaskAnswer,
  release: ReleaseAnswer | null,
  wanted: readonly Want[] | null,
): AskedValues {
  const isAsking = (task.variables ?? []).length > 0 && wanted !== null;
  const { value, refresh } = useEntity<readonly TaskVariableAnswer[]>(
    isAsking ? `/tasks/${lastOf(task.id)}/variables` : null,
    wanted ?? [],
  );
  return { variables: value.value ?? inputsIn(task, release?.variables ?? []), refresh };
}

interface Props {
  /** undefined until the server has responded */
  readonly explanation: TaskExplanation | undefined;
  readonly task: TaskAnswer;
  readonly asked: AskedValues;
  readonly typed: Typed;
  readonly mayAct: boolean;
  /** Reads the release again. */
  readonly refresh: () => Promise<void>;
}

/** Saves answers: all or none by the task, or each by its variable for users who can edit the release but not the task. */
async function send({ explanation, task, asked, typed }: Props): Promise<void> {
  const answers = answersIn(typed.peek(), asked.variables);
  if (lackingOnTask(explanation, 'failTask') === null) {
    const body = answers.map(({ key, value }) => ({ key, value }));
    await change('PUT', `/tasks/${lastOf(task.id)}/variables`, body);
    return;
  }
  for (const { id, value } of answers) await change('PUT', `/releases/${lastOf(id)}`, { value });
}

/** Fields for the variables that a task lists. Saving sends only the changed ones. */
export function Inputs(props: Props) {
  const { explanation, asked, typed, mayAct, refresh } = props;
  const refusal = useSignal<string | null>(null);
  const { variables } = asked;
  if (variables.length === 0) return null;
  const lacking = lackingOnTask(explanation, 'answerInputs');
  const isChanged = variables.some(({ id }) => typed.value[id] !== undefined);
  const textFor = (variable: TaskVariableAnswer): string => typed.value[variable.id] ?? textOf(variable);
  const save = async (): Promise<void> => {
    refusal.value = null;
    const sent = typed.peek();
    try {
      await send(props);
      // values that were typed meanwhile stay
      typed.value = Object.fromEntries(Object.entries(typed.peek()).filter(([id, text]) => sent[id] !== text));
      await Promise.all([asked.refresh(), refresh()]);
      announce('The answers were saved.');
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <section class="actions">
      <h3>Input needed</h3>
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
          change={(text) => (typed.value = { ...typed.value, [variable.id]: text })}
        />
      ))}
      {mayAct && (
        <Deed lacking={lacking} isDisabled={!isChanged} run={() => void save()}>
          Save the answers
        </Deed>
      )}
      {mayAct && <Lacking names={[lacking]} />}
      <Refusal sentence={refusal.value} />
    </section>
  );
}
