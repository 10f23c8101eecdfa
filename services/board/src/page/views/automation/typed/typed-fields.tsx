import { ReferenceField } from '../../../parts/references/reference-field.tsx';
import { ValueField } from '../../../parts/variables/value-field.tsx';
import { kindOf, type Property, type Typed, textIn, type Values } from './definition.ts';

interface Props {
  readonly properties: readonly Property[];
  readonly values: Values;
  readonly typed: Typed;
  readonly change: (name: string, text: string) => void;
}

const isLong = ({ name, kind }: Property, text: string): boolean =>
  text.length > 80 || text.includes('\n') || kind.endsWith('_of_ci') || /description|script|filter/i.test(name);

/** What something has of another thing, and names nowhere: it is typed as JSON. */
const isWithin = ({ name }: Property): boolean => /filter/i.test(name);

interface OneProps extends Pick<Props, 'values'> {
  readonly property: Property;
  readonly text: string;
  readonly write: (text: string) => void;
}

function OneField({ property, values, text, write }: OneProps) {
  const { name, kind, label, description, enumValues, referencedType } = property;
  const hint = description === '' ? undefined : description;
  if (kind === 'ci' && referencedType !== undefined && !isWithin(property))
    return <ReferenceField label={label} hint={hint} type={referencedType} text={text} change={write} />;
  return (
    <ValueField
      kind={kindOf(property)}
      label={label}
      hint={hint}
      isLong={isLong(property, textIn(property, values[name]))}
      choices={enumValues.length > 0 ? enumValues : undefined}
      value={text}
      change={write}
    />
  );
}

/** A field for each property of a type. */
export const TypedFields = ({ properties, values, typed, change }: Props) => (
  <>
    {properties.map((property) => (
      <OneField
        key={property.name}
        property={property}
        values={values}
        text={typed[property.name] ?? textIn(property, values[property.name])}
        write={(text) => change(property.name, text)}
      />
    ))}
  </>
);
