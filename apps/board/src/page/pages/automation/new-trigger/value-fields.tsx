import type { VariableResponse } from '@slipway/api-schema/variables';
import { Refusal } from '../../../components/refusal.tsx';
import { useChoices } from '../../../components/variables/use-choices.ts';
import { ValueField } from '../../../components/variables/value-field.tsx';
import { formatValue, kindOf, parseValue, variableText } from '../../../components/variables/value-text.ts';
import { useEntity } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';

/** The inputs for variables of a template, by the keys of the variables. */
export type VariableInputs = ReadonlyMap<string, { readonly variable: VariableResponse; readonly text: string }>;

/** Returns the variables of the request body. */
export const variableValues = (inputs: VariableInputs) =>
  [...inputs.values()].map(({ variable: { key, type }, text }) => ({
    key,
    type,
    value: parseValue(kindOf({ type }), text),
  }));

interface Props {
  /** The id of the template. */
  readonly template: string;
  readonly inputs: VariableInputs;
  readonly change: (inputs: VariableInputs) => void;
  /** The stored values, by the keys of the variables. */
  readonly stored?: ReadonlyMap<unknown, unknown>;
}

const noValues: ReadonlyMap<unknown, unknown> = new Map();

/** The values for the variables of releases that a trigger creates. Unchanged fields keep the value of the template. */
export function ValueFields({ template, inputs, change, stored = noValues }: Props) {
  const { value } = useEntity<readonly VariableResponse[]>(`/templates/${lastSegment(template)}/variables`, []);
  const variables = value.value ?? [];
  const storedText = (variable: VariableResponse): string =>
    stored.has(variable.key) ? formatValue(kindOf(variable), stored.get(variable.key)) : variableText(variable);
  const textFor = (variable: VariableResponse): string => inputs.get(variable.key)?.text ?? storedText(variable);
  const { choices, refusal } = useChoices({ variables, textFor });
  if (variables.length === 0) return null;
  return (
    <fieldset class="conditions">
      <legend>Variable values</legend>
      <Refusal message={refusal.value} />
      {variables.map((variable) => (
        <ValueField
          key={variable.id}
          kind={kindOf(variable)}
          label={variable.label ?? variable.key}
          hint={variable.description}
          isLong={variable.multiline}
          choices={choices(variable)}
          value={textFor(variable)}
          change={(text) => change(new Map(inputs).set(variable.key, { variable, text }))}
        />
      ))}
    </fieldset>
  );
}
