import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { kindOf, readIn, textOf } from '../../../parts/variables/typed.ts';
import { ValueField } from '../../../parts/variables/value-field.tsx';
import { announce } from '../../../place/announce.ts';
import { lastOf } from '../../../place/ids.ts';
import { lackingOnTask, type TaskExplanation } from '../rights.ts';

/** Answers that are typed and not saved, by the id of their variable. */
export type Typed = Signal<Readonly<Record<string, string>>>;

interface Props {
  readonly release: ReleaseAnswer;
  readonly task: TaskAnswer;
  readonly explanation: TaskExplanation | undefined;
  readonly typed: Typed;
  readonly mayAct: boolean;
  /** Loads the release again */
  readonly refresh: () => Promise<void>;
}

/** The variables of a user input task, in order. */
function askedBy({ variables = [] }: TaskAnswer, release: ReleaseAnswer): ReleaseAnswer['variables'] {
  const ids = variables.map((one) => lastOf(typeof one === 'string' ? one : one.id));
  return ids.flatMap((id) => release.variables.filter((one) => lastOf(one.id) === id));
}

/** The answers that are typed and not saved, as the request to complete the task takes them. */
export function answersIn(typed: Typed, task: TaskAnswer, release: ReleaseAnswer) {
  return askedBy(task, release).flatMap((variable) => {
    const text = typed.value[variable.id];
    return text === undefined ? [] : [{ key: variable.key, value: readIn(kindOf(variable), text) }];
  });
}

/** Fields for the variables that a task lists. Saving sends only the changed ones. */
export function Inputs({ release, task, explanation, typed, mayAct, refresh }: Props) {
  const refusal = useSignal<string | null>(null);
  const asked = askedBy(task, release);
  if (asked.length === 0) return null;
  const lacking = lackingOnTask(explanation, 'answerInputs');
  const changed = asked.filter(({ id }) => typed.value[id] !== undefined);
  const save = async (): Promise<void> => {
    refusal.value = null;
    try {
      for (const variable of changed) {
        const text = typed.value[variable.id] ?? '';
        await change('PUT', `/releases/${lastOf(variable.id)}`, { value: readIn(kindOf(variable), text) });
        const { [variable.id]: now, ...others } = typed.value;
        typed.value = now === text ? others : typed.value;
      }
      await refresh();
      announce('The answers were saved.');
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <section class="actions">
      <h3>Input needed</h3>
      {asked.map((variable) => (
        <ValueField
          key={variable.id}
          kind={kindOf(variable)}
          label={variable.label ?? variable.key}
          hint={variable.description}
          isLong={variable.multiline}
          isRequired={variable.requiresValue}
          value={typed.value[variable.id] ?? textOf(variable)}
          change={(text) => (typed.value = { ...typed.value, [variable.id]: text })}
        />
      ))}
      {mayAct && (
        <Deed lacking={lacking} isDisabled={changed.length === 0} run={() => void save()}>
          Save the answers
        </Deed>
      )}
      {mayAct && <Lacking names={[lacking]} />}
      <Refusal sentence={refusal.value} />
    </section>
  );
}
