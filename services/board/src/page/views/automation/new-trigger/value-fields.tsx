import type { VariableAnswer } from '@slipway/wire';
import { useEntity } from '../../../live/use-entity.ts';
import { kindOf, readIn, textIn, textOf } from '../../../parts/variables/typed.ts';
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

/** The values of a trigger for the variables of its template; absent ones have the default of the template. */
export function ValueFields({ template, given, change, stored = none }: Props) {
  const { value } = useEntity<readonly VariableAnswer[]>(`/templates/${lastOf(template)}/variables`, []);
  const variables = value.value ?? [];
  if (variables.length === 0) return null;
  const textFor = (variable: VariableAnswer): string =>
    stored.has(variable.key) ? textIn(kindOf(variable), stored.get(variable.key)) : textOf(variable);
  return (
    <fieldset class="conditions">
      <legend>Values for its variables</legend>
      {variables.map((variable) => (
        <ValueField
          key={variable.id}
          kind={kindOf(variable)}
          label={variable.label ?? variable.key}
          hint={variable.description}
          isLong={variable.multiline}
          value={given.get(variable.key)?.text ?? textFor(variable)}
          change={(text) => change(new Map(given).set(variable.key, { variable, text }))}
        />
      ))}
    </fieldset>
  );
}
