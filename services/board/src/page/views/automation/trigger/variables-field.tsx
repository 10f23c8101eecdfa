import { useSignal } from '@preact/signals';
import type { VariableAnswer } from '@slipway/wire';
import { useEntity } from '../../../live/use-entity.ts';
import { lastOf } from '../../../place/ids.ts';
import { type GivenValues, sentValues, ValueFields } from '../new-trigger/value-fields.tsx';
import { type Property, textIn, type Values } from '../typed/definition.ts';
import { partsIn, written } from '../typed/parts.ts';
import { TypedFields } from '../typed/typed-fields.tsx';

interface Props {
  readonly property: Property;
  /** the id of the template of which the variables are */
  readonly template: string;
  readonly values: Values;
  /** as JSON; undefined: nothing was typed, or it is saved */
  readonly typed: string | undefined;
  readonly write: (text: string) => void;
}

const nothing: GivenValues = new Map();

/** The values that a trigger has for variables: by those of its template, and where it has others as JSON. */
export function VariablesField({ property, template, values, typed, write }: Props) {
  const given = useSignal(nothing);
  const { value } = useEntity<readonly VariableAnswer[]>(`/templates/${lastOf(template)}/variables`, []);
  const keys = (value.value ?? []).map(({ key }): unknown => key);
  const parts = partsIn(typed ?? textIn(property, values[property.name]));
  if (keys.length === 0 || parts?.every(({ key }) => keys.includes(key)) !== true) {
    const all = typed === undefined ? {} : { [property.name]: typed };
    return <TypedFields properties={[property]} values={values} typed={all} change={(_, text) => write(text)} />;
  }
  const put = (now: GivenValues): void => {
    given.value = now;
    const others = parts.filter(({ key }) => typeof key !== 'string' || !now.has(key));
    write(written([...others, ...sentValues(now)]));
  };
  return (
    <ValueFields
      template={template}
      given={typed === undefined ? nothing : given.value}
      change={put}
      stored={new Map(parts.map((part) => [part.key, part.value]))}
    />
  );
}
