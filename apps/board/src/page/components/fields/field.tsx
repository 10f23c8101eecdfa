import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import CircleAlert from '~icons/lucide/circle-alert';
import { t } from '../../navigation/text.ts';
import { Icon } from '../marks/icon.tsx';

/** Joins several hints with full stops. */
export const joinHints = (...hints: readonly (string | undefined)[]): string =>
  hints.filter((hint) => hint !== undefined && hint !== '').join('. ');

interface HintProps {
  readonly id: string;
  readonly text?: string | undefined;
  /** What is wrong with the input. It replaces the hint. */
  readonly error?: string | undefined;
}

/** The hint below a field, or the error of its input. */
export function Hint({ id, text, error }: HintProps) {
  if (error !== undefined)
    return (
      <span id={id} class="hint wrong">
        <Icon of={CircleAlert} size="small" />
        {error}
      </span>
    );
  return text === undefined ? null : (
    <span id={id} class="hint">
      {text}
    </span>
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns what is wrong with the input of a control. */
function errorOf({ validity, validationMessage }: Control): string {
  if (validity.badInput) return t('Enter a complete date and time');
  return validity.valueMissing ? t('Enter a value') : validationMessage;
}

/** Opens the folded groups that contain an element. */
function openGroupsOf(element: Element): void {
  for (let group = element.closest('details'); group; group = group.parentElement?.closest('details') ?? null)
    group.open = true;
}

/**
 * Returns the error of a field, and the properties of its control. After a rejected submit, each field shows its error
 * instead of a bubble of the browser, and the first wrong field receives the focus. `ownError` is an error that the
 * browser does not know.
 */
export function useFieldError(id: string, hint: string | undefined, ownError?: string) {
  const rejected = useSignal<string | undefined>(undefined);
  const error = rejected.value ?? ownError;
  const control = {
    'aria-invalid': error === undefined ? undefined : ('true' as const),
    'aria-describedby': hint === undefined && error === undefined ? undefined : `${id}-hint`,
    onInvalid: (event: Event & { readonly currentTarget: Control }): void => {
      event.preventDefault();
      const { currentTarget } = event;
      rejected.value = errorOf(currentTarget);
      openGroupsOf(currentTarget);
      const wrong = [...(currentTarget.form?.elements ?? [])].find((element) =>
        element.matches(':invalid:not(fieldset)'),
      );
      if (wrong === currentTarget) currentTarget.focus();
    },
  };
  const accept = (): void => {
    rejected.value = undefined;
  };
  return { error, control, accept };
}

interface TextProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly type?: 'text' | 'password' | 'search';
  readonly autoComplete?: string;
  readonly isRequired?: boolean;
  readonly isLong?: boolean;
  /** What is wrong with the input; undefined if it is right, or the server checks it. */
  readonly error?: string | undefined;
}

/** A text field with one or several lines. */
export function TextField(props: TextProps) {
  const { label, hint, value, change, type = 'text', autoComplete, isRequired, isLong } = props;
  const id = useId();
  const { error, control, accept } = useFieldError(id, hint, props.error);
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
    accept();
    change(currentTarget.value);
  };
  const common = { ...control, id, value, required: isRequired, autoComplete, onInput };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong && <textarea {...common} rows={3} />}
      {!isLong && type === 'password' && <input {...common} type="password" />}
      {!isLong && type === 'search' && <input {...common} type="search" />}
      {!isLong && type === 'text' && <input {...common} type="text" />}
      <Hint id={`${id}-hint`} text={hint} error={error} />
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
  /** What is wrong with the choice; undefined if it is right, or the server checks it. */
  readonly error?: string | undefined;
}

/** A select field. */
export function ChoiceField({ label, hint, isRequired, value, options, change, error: ownError }: ChoiceProps) {
  const id = useId();
  const { error, control, accept } = useFieldError(id, hint, ownError);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        {...control}
        id={id}
        value={value}
        required={isRequired}
        onChange={({ currentTarget }) => {
          accept();
          change(currentTarget.value);
        }}
      >
        {options.map(([optionValue, optionLabel]) => (
          <option key={optionValue} value={optionValue} selected={optionValue === value}>
            {optionLabel}
          </option>
        ))}
      </select>
      <Hint id={`${id}-hint`} text={hint} error={error} />
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
}

/** A checkbox. */
export function CheckField({ label, hint, isOn, change }: CheckProps) {
  const id = useId();
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hint && id}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        {label}
      </label>
      <Hint id={id} text={hint} />
    </>
  );
}
