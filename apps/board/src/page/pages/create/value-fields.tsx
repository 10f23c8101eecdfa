import type { VariableResponse } from '@slipway/api-schema/variables';
import { Refusal } from '../../components/refusal.tsx';
import { useChoices } from '../../components/variables/use-choices.ts';
import { ValueField } from '../../components/variables/value-field.tsx';
import { kindOf } from '../../components/variables/value-text.ts';
import { type FormValues, hasPassword, variableInput } from './form-values.ts';

interface Props {
  readonly variables: readonly VariableResponse[];
  readonly formValues: FormValues;
  readonly change: (key: string, value: string) => void;
}

/** A field for each variable that the form shows. */
export function ValueFields({ variables, formValues, change }: Props) {
  const { choices, refusal } = useChoices({ variables, textFor: (variable) => variableInput(formValues, variable) });
  return (
    <>
      <Refusal message={refusal.value} />
      {variables.map((variable) => {
        const { id, key, label, description, multiline } = variable;
        const keepsPassword = hasPassword(variable);
        const isRequired = variable.requiresValue && !keepsPassword;
        const hints = [description, keepsPassword ? 'Nothing typed: that of the template.' : undefined];
        return (
          <ValueField
            key={id}
            kind={kindOf(variable)}
            label={`${label ?? key}${isRequired ? ' (required)' : ''}`}
            hint={hints.filter((hint) => hint !== undefined).join(' ') || undefined}
            isLong={multiline}
            isRequired={isRequired}
            choices={choices(variable)}
            value={variableInput(formValues, variable)}
            change={(value) => change(key, value)}
          />
        );
      })}
    </>
  );
}
