import { useSignal } from '@preact/signals';
import type { VariableAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../../data/refused.ts';
import { read } from '../../data/rest.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { kindOf } from '../../parts/variables/typed.ts';
import { ValueField } from '../../parts/variables/value-field.tsx';
import { lastOf } from '../../place/ids.ts';
import { hasPassword, valueIn, type Written } from './written.ts';

interface Props {
  readonly variables: readonly VariableAnswer[];
  readonly written: Written;
  readonly change: (key: string, value: string) => void;
}

type Choices = Readonly<Record<string, readonly string[]>>;

/** The choices of list boxes, by the ids of their variables: from REST if another variable contains them. */
function useChoices(variables: readonly VariableAnswer[]) {
  const choices = useSignal<Choices>({});
  const refusal = useSignal<string | null>(null);
  const boxes = variables.filter(({ valueProvider }) => valueProvider !== undefined).map(({ id }) => id);
  useEffect(() => {
    let isOver = false;
    const ask = async (id: string) =>
      [id, await read<readonly string[]>(`/templates/${lastOf(id)}/possibleValues`)] as const;
    void Promise.all(boxes.map(ask)).then(
      (all) => {
        if (!isOver) choices.value = Object.fromEntries(all);
      },
      (error: unknown) => {
        if (!isOver) refusal.value = sentenceOf(error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [boxes.join('\n')]);
  return { choices, refusal };
}

/** A field for each variable of the start form. A value beyond the choices of a list box is typed. */
export function ValueFields({ variables, written, change }: Props) {
  const { choices, refusal } = useChoices(variables);
  return (
    <>
      <Refusal sentence={refusal.value} />
      {variables.map((variable) => {
        const { id, key, label, description, multiline } = variable;
        const offered = choices.value[id] ?? [];
        const isTyped = variable.valueProvider === undefined || (id in choices.value && offered.length === 0);
        const isKept = hasPassword(variable);
        const isRequired = variable.requiresValue && !isKept;
        const hints = [description, isKept ? 'Nothing typed: that of the template.' : undefined];
        return (
          <ValueField
            key={id}
            kind={kindOf(variable)}
            label={`${label ?? key}${isRequired ? ' (required)' : ''}`}
            hint={hints.filter((each) => each !== undefined).join(' ') || undefined}
            isLong={multiline}
            isRequired={isRequired}
            choices={isTyped ? undefined : offered}
            value={valueIn(written, variable)}
            change={(value) => change(key, value)}
          />
        );
      })}
    </>
  );
}
