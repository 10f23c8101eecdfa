import type { VariableAnswer } from '@slipway/wire';
import { useEntity } from '../../../live/use-entity.ts';
import { Refusal } from '../../../parts/refusal.tsx';
import { kindOf, readIn, textIn, textOf } from '../../../parts/variables/typed.ts';
import { useChoices } from '../../../parts/variables/use-choices.ts';
import { ValueField } from '../../../parts/variables/value-field.tsx';
import { lastOf } from '../../../place/ids.ts';

/** What was typed for variables of a template, by their keys. */
export type GivenValues = ReadonlyMap<string, { readonly variable: VariableAnswer; readonly text: string }>;

/** What REST is sent of it. */
export const sentValues = (given: GivenValues) =>
  [...given.values()].map(({ variable: { key, type }, text }) => ({
    key,
    type,
    value: readIn(kindOf({ type }), text),
  }));

interface Props {
  /** the id of the template */
  readonly template: string;
  readonly given: GivenValues;
  readonly change: (given: GivenValues) => void;
  /** what it has for some already, by their keys */
  readonly stored?: ReadonlyMap<unknown, unknown>;
}

const none: ReadonlyMap<unknown, unknown> = new Map();

/** The values that releases of a trigger get for variables of its template. Unchanged fields keep the value of the template. */
export function ValueFields({ template, given, change, stored = none }: Props) {
  const { value } = useEntity<readonly VariableAnswer[]>(`/templates/${lastOf(template)}/variables`, []);
  const variables = value.value ?? [];
  const storedText = (variable: VariableAnswer): string =>
    stored.has(variable.key) ? textIn(kindOf(variable), stored.get(variable.key)) : textOf(variable);
  const textFor = (variable: VariableAnswer): string => given.get(variable.key)?.text ?? storedText(variable);
  const { choices, refusal } = useChoices({ variables, textFor });
  if (variables.length === 0) return null;
  return (
    <fieldset class="conditions">
      <legend>Values for its variables</legend>
      <Refusal sentence={refusal.value} />
      {variables.map((variable) => (
        <ValueField
          key={variable.id}
          kind={kindOf(variable)}
          label={variable.label ?? variable.key}
          hint={variable.description}
          isLong={variable.multiline}
          choices={choices(variable)}
          value={textFor(variable)}
          change={(text) => change(new Map(given).set(variable.key, { variable, text }))}
        />
      ))}
    </fieldset>
  );
}
