import { useId, useRef } from 'preact/hooks';
import { CheckField, ChoiceField, Hint, TextField } from '../field.tsx';
import { MomentField } from '../moment-field.tsx';
import { toggled, withCurrent } from './choices.ts';
import { type Kind, textsIn } from './typed.ts';

interface Props {
  readonly kind: Kind;
  /** what the value is called */
  readonly label: string;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly hint?: string | undefined;
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  /** the values that a list box offers; absent if any value can be typed */
  readonly choices?: readonly string[] | undefined;
}

const truths = [
  ['', '–'],
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** The options of a list box: no value, its choices, and its current value. */
const offered = (choices: readonly string[], value: string) =>
  withCurrent(['', ...choices], [value]).map((each) => [each, each === '' ? '–' : each] as const);

interface ManyProps extends Pick<Props, 'label' | 'value' | 'change' | 'hint'> {
  readonly choices: readonly string[];
}

/** Some of the values that a list box offers. */
function ManyField({ label, value, change, hint, choices }: ManyProps) {
  const id = useId();
  const current = textsIn(value);
  // a value that is not offered stays visible after it is unchecked, so that it can be checked again
  const seen = useRef<readonly string[]>([]);
  seen.current = withCurrent(seen.current, current);
  const all = withCurrent(choices, seen.current);
  return (
    <fieldset class="conditions many" aria-describedby={hint === undefined ? undefined : id}>
      <legend>{label}</legend>
      {all.length === 0 && <p class="none">This list offers no values.</p>}
      {all.map((each) => (
        <CheckField
          key={each}
          label={each}
          isOn={current.includes(each)}
          change={(isOn) => change(toggled(value, each, isOn))}
        />
      ))}
      <Hint id={id} text={hint} />
    </fieldset>
  );
}

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
      return choices === undefined ? (
        <TextField label={`${label}, one in each line`} isLong {...given} />
      ) : (
        <ManyField label={label} choices={choices} {...given} />
      );
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
