import { useId } from 'preact/hooks';

/** Joins several hints with full stops. */
export const joinHints = (...hints: readonly (string | undefined)[]): string =>
  hints.filter((hint) => hint !== undefined && hint !== '').join('. ');

/** The hint below a field. */
export const Hint = ({ id, text }: { readonly id: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <span id={id} class="none">
      {text}
    </span>
  );

interface TextProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly type?: 'text' | 'password' | 'search';
  readonly autoComplete?: string;
  readonly isRequired?: boolean;
  readonly isLong?: boolean;
}

/** A text field with one or several lines. */
export function TextField({ label, hint, value, change, type = 'text', autoComplete, isRequired, isLong }: TextProps) {
  const id = useId();
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    change(currentTarget.value);
  const describedBy = hint === undefined ? undefined : `${id}-hint`;
  const common = { id, value, required: isRequired, autoComplete, onInput, 'aria-describedby': describedBy };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong && <textarea {...common} rows={3} />}
      {!isLong && type === 'password' && <input {...common} type="password" />}
      {!isLong && type === 'search' && <input {...common} type="search" />}
      {!isLong && type === 'text' && <input {...common} type="text" />}
      <Hint id={`${id}-hint`} text={hint} />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly value: string;
  /** The values with their labels. */
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly change: (value: string) => void;
}

/** A select field. */
export function ChoiceField({ label, hint, isRequired, value, options, change }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        required={isRequired}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        {options.map(([optionValue, optionLabel]) => (
          <option key={optionValue} value={optionValue} selected={optionValue === value}>
            {optionLabel}
          </option>
        ))}
      </select>
      <Hint id={`${id}-hint`} text={hint} />
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
}

/** A checkbox. */
export const CheckField = ({ label, isOn, change }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => change(currentTarget.checked)} />
    {label}
  </label>
);
