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

/** A field for each property of a type. */
export const TypedFields = ({ properties, values, typed, change }: Props) => (
  <>
    {properties.map((property) => {
      const { name, label, description, enumValues } = property;
      const before = textIn(property, values[name]);
      return (
        <ValueField
          key={name}
          kind={kindOf(property)}
          label={label}
          hint={description === '' ? undefined : description}
          isLong={isLong(property, before)}
          choices={enumValues.length > 0 ? enumValues : undefined}
          value={typed[name] ?? before}
          change={(text) => change(name, text)}
        />
      );
    })}
  </>
);
