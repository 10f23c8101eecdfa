import { ChoiceField, TextField } from '../field.tsx';
import { MomentField } from '../moment-field.tsx';
import type { Kind } from './typed.ts';

interface Props {
  readonly kind: Kind;
  /** what the value is called */
  readonly label: string;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly hint?: string | undefined;
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  /** The choices of a list box; absent: any input */
  readonly choices?: readonly string[] | undefined;
}

const truths = [
  ['', '–'],
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** The options of a list box: none, its choices, and a stored value beyond them. */
const offered = (choices: readonly string[], value: string) =>
  ['', ...choices, value]
    .filter((each, index, all) => all.indexOf(each) === index)
    .map((each) => [each, each === '' ? '–' : each] as const);

/** A field for the value of a variable of any type. */
export function ValueField({ kind, label, isLong = false, choices, ...given }: Props) {
  switch (kind) {
    case 'text':
      return choices === undefined ? (
        <TextField label={label} isLong={isLong} {...given} />
      ) : (
        <ChoiceField label={label} options={offered(choices, given.value)} {...given} />
      );
    case 'number':
      return <TextField label={`${label}, a whole number`} {...given} />;
    case 'texts':
      return <TextField label={`${label}, one in each line`} isLong {...given} />;
    case 'map':
      return <TextField label={`${label}, key=value in each line`} isLong {...given} />;
    case 'password':
      return <TextField label={label} type="password" autoComplete="new-password" {...given} />;
    case 'moment':
      return <MomentField label={label} {...given} />;
    case 'truth':
      return <ChoiceField label={label} options={truths} {...given} />;
  }
}
