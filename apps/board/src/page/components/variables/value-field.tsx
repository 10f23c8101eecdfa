import { useId, useRef } from 'preact/hooks';
import { t } from '../../navigation/text.ts';
import { emptyLabel } from '../fields/empty-label.ts';
import { CheckField, ChoiceField, Hint, joinHints, TextField } from '../fields/field.tsx';
import { MomentField } from '../fields/moment-field.tsx';
import { toggleChoice, withCurrent } from './choices.ts';
import { parseTexts, type ValueKind } from './value-text.ts';

interface Props {
  readonly kind: ValueKind;
  /** The label of the field. */
  readonly label: string;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly hint?: string | undefined;
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  /** The values that a list box offers; undefined if the user can type any value. */
  readonly choices?: readonly string[] | undefined;
  /** The label of the empty option. */
  readonly none?: string;
  /** Whether the user can remove a Boolean value. */
  readonly canBeEmpty?: boolean;
}

/** Returns what is wrong with the input of a number. */
const numberError = (text: string): string | undefined =>
  text.trim() === '' || /^\s*-?\d+\s*$/.test(text) || text.includes('${') ? undefined : t('Enter a whole number');

interface BooleanProps extends Pick<Props, 'label' | 'value' | 'change' | 'hint' | 'isRequired'> {
  readonly none: string;
  readonly canBeEmpty: boolean;
}

/** A checkbox. If the value can be or was empty, a list with the empty value, which a checkbox does not have. */
function BooleanField({ none, canBeEmpty, ...rest }: BooleanProps) {
  const wasEmpty = useRef(false);
  wasEmpty.current ||= canBeEmpty || rest.value === '';
  if (wasEmpty.current) {
    const options = [
      ['', none],
      ['true', t('Yes')],
      ['false', t('No')],
    ] as const;
    return <ChoiceField {...rest} options={options} />;
  }
  const { label, hint, value, change } = rest;
  return <CheckField label={label} hint={hint} isOn={value === 'true'} change={(isOn) => change(String(isOn))} />;
}

/** Returns the options of a list box: an empty option, the offered values, and the current value. */
const listBoxOptions = (choices: readonly string[], value: string, none: string) =>
  withCurrent(['', ...choices], [value]).map((choice) => [choice, choice === '' ? none : choice] as const);

interface MultiChoiceProps extends Pick<Props, 'label' | 'value' | 'change' | 'hint'> {
  readonly choices: readonly string[];
}

/** Checkboxes for the values that a list box offers. */
function MultiChoiceField({ label, value, change, hint, choices }: MultiChoiceProps) {
  const id = useId();
  const current = parseTexts(value);
  // A cleared value that is not offered stays visible, so that the user can select it again.
  const seenValues = useRef<readonly string[]>([]);
  seenValues.current = withCurrent(seenValues.current, current);
  const allChoices = withCurrent(choices, seenValues.current);
  return (
    <fieldset class="conditions many" aria-describedby={hint === undefined ? undefined : id}>
      <legend>{label}</legend>
      {allChoices.length === 0 && <p class="none">This list offers no values.</p>}
      {allChoices.map((choice) => (
        <CheckField
          key={choice}
          label={choice}
          isOn={current.includes(choice)}
          change={(isOn) => change(toggleChoice(value, choice, isOn))}
        />
      ))}
      <Hint id={id} text={hint} />
    </fieldset>
  );
}

/** A field for the value of a variable. The type of the variable determines the control. */
export function ValueField({
  kind,
  label,
  isLong = false,
  choices,
  none: ownNone,
  canBeEmpty = false,
  ...rest
}: Props) {
  const none = ownNone ?? emptyLabel({ isRequired: rest.isRequired });
  const withFormat = (format: string) => ({ ...rest, label, hint: joinHints(format, rest.hint) });
  switch (kind) {
    case 'text':
      return choices === undefined ? (
        <TextField label={label} isLong={isLong} {...rest} />
      ) : (
        <ChoiceField label={label} options={listBoxOptions(choices, rest.value, none)} {...rest} />
      );
    case 'number':
      return <TextField {...withFormat(t('Whole number'))} error={numberError(rest.value)} />;
    case 'texts':
      return choices === undefined ? (
        <TextField {...withFormat(t('One per line'))} isLong />
      ) : (
        <MultiChoiceField label={label} choices={choices} {...rest} />
      );
    case 'map':
      return <TextField {...withFormat(t('One key=value per line'))} isLong />;
    case 'password':
      return <TextField label={label} type="password" autoComplete="new-password" {...rest} />;
    case 'date':
      return <MomentField label={label} {...rest} />;
    case 'boolean':
      return <BooleanField {...{ label, none, canBeEmpty }} {...rest} />;
  }
}
