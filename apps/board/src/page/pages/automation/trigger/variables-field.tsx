import { useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { useEntity } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { ValueFields, type VariableInputs, variableValues } from '../new-trigger/value-fields.tsx';
import { type Property, propertyText, type Values } from '../properties/definition.ts';
import { asText, parseParts } from '../properties/parts.ts';
import { PropertyFields } from '../properties/property-fields.tsx';

interface Props {
  readonly property: Property;
  /** the id of the template of which the variables are */
  readonly template: string;
  readonly values: Values;
  /** as JSON; undefined: nothing was typed, or it is saved */
  readonly input: string | undefined;
  readonly write: (text: string) => void;
}

const noInputs: VariableInputs = new Map();

/** The values that a trigger has for variables: by those of its template, and where it has others as JSON. */
export function VariablesField({ property, template, values, input, write }: Props) {
  const inputs = useSignal(noInputs);
  const { value } = useEntity<readonly VariableResponse[]>(`/templates/${lastSegment(template)}/variables`, []);
  const keys = (value.value ?? []).map(({ key }): unknown => key);
  const parts = parseParts(input ?? propertyText(property, values[property.name]));
  if (keys.length === 0 || parts?.every(({ key }) => keys.includes(key)) !== true) {
    const inputTexts = input === undefined ? {} : { [property.name]: input };
    return (
      <PropertyFields properties={[property]} values={values} inputs={inputTexts} change={(_, text) => write(text)} />
    );
  }
  const update = (newInputs: VariableInputs): void => {
    inputs.value = newInputs;
    const others = parts.filter(({ key }) => typeof key !== 'string' || !newInputs.has(key));
    write(asText([...others, ...variableValues(newInputs)]));
  };
  return (
    <ValueFields
      template={template}
      inputs={input === undefined ? noInputs : inputs.value}
      change={update}
      stored={new Map(parts.map((part) => [part.key, part.value]))}
    />
  );
}
