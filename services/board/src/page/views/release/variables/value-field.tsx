import { ChoiceField, TextField } from '../../../parts/field.tsx';
import { MomentField } from '../../../parts/moment-field.tsx';
import type { Kind } from './typed.ts';

interface Props {
  readonly kind: Kind;
  readonly isLong: boolean;
  readonly value: string;
  readonly change: (text: string) => void;
}

/** A field for the value of a variable of any type. */
export function ValueField({ kind, isLong, value, change }: Props) {
  const given = { value, change };
  switch (kind) {
    case 'text':
      return <TextField label="Value" isLong={isLong} {...given} />;
    case 'number':
      return <TextField label="Value, a whole number" {...given} />;
    case 'texts':
      return <TextField label="Values, one in each line" isLong {...given} />;
    case 'map':
      return <TextField label="Values, key=value in each line" isLong {...given} />;
    case 'password':
      return <TextField label="New value" type="password" autoComplete="new-password" isRequired {...given} />;
    case 'moment':
      return <MomentField label="Value" {...given} />;
    case 'truth':
      return (
        <ChoiceField
          label="Value"
          options={[
            ['true', 'Yes'],
            ['false', 'No'],
          ]}
          value={value === 'true' ? 'true' : 'false'}
          change={change}
        />
      );
  }
}
