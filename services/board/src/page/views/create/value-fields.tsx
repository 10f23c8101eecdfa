import type { VariableAnswer } from '@slipway/wire';
import { Refusal } from '../../parts/refusal.tsx';
import { kindOf } from '../../parts/variables/typed.ts';
import { useChoices } from '../../parts/variables/use-choices.ts';
import { ValueField } from '../../parts/variables/value-field.tsx';
import { hasPassword, valueIn, type Written } from './written.ts';

interface Props {
  readonly variables: readonly VariableAnswer[];
  readonly written: Written;
  readonly change: (key: string, value: string) => void;
}

/** A field for each variable that the form shows. */
export function ValueFields({ variables, written, change }: Props) {
  const { choices, refusal } = useChoices({ variables, textFor: (variable) => valueIn(written, variable) });
  return (
    <>
      <Refusal sentence={refusal.value} />
      {variables.map((variable) => {
        const { id, key, label, description, multiline } = variable;
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
            choices={choices(variable)}
            value={valueIn(written, variable)}
            change={(value) => change(key, value)}
          />
        );
      })}
    </>
  );
}
