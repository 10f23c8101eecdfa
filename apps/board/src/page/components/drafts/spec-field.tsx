import { useRef } from 'preact/hooks';
import { CheckField, ChoiceField } from '../fields/field.tsx';
import { PersonField } from '../people/person-field.tsx';
import { ValueField } from '../variables/value-field.tsx';
import { linesOf } from '../variables/value-text.ts';
import type { FieldSpec } from './field-specs.ts';

interface Props {
  readonly spec: FieldSpec;
  readonly text: string;
  readonly change: (text: string) => void;
}

/** Names of which any may be chosen. */
function MultiChoiceField({ spec: { label, options = [] }, text, change }: Props) {
  const selected = linesOf(text);
  return (
    <fieldset class="conditions">
      <legend>{label}</legend>
      {options.map(([value, label]) => (
        <CheckField
          key={value}
          label={label}
          isOn={selected.includes(value)}
          change={(isOn) =>
            change([...selected.filter((option) => option !== value), ...(isOn ? [value] : [])].join('\n'))
          }
        />
      ))}
    </fieldset>
  );
}

/** A field of a task. */
export function SpecField({ spec, text, change }: Props) {
  const { kind, label, hint, isLong = false, isRequired = false, isPerson = false, options } = spec;
  // what has lines would lose them in a field of one line
  const wasLong = useRef(false);
  wasLong.current ||= isLong || text.includes('\n');
  const fieldProps = { label, hint, isRequired, value: text, change };
  if (isPerson) return <PersonField kind="user" label={label} value={text} change={change} />;
  if (kind === 'several') return <MultiChoiceField spec={spec} text={text} change={change} />;
  if (kind === 'truth')
    return <CheckField label={label} isOn={text === 'true'} change={(isOn) => change(String(isOn))} />;
  if (options !== undefined) return <ChoiceField {...fieldProps} options={options} />;
  if (kind === 'minutes') return <ValueField kind="text" {...fieldProps} />;
  if (kind === 'password')
    return (
      <ValueField
        kind="password"
        {...fieldProps}
        isRequired={false}
        hint={hint ?? 'The typed value replaces the stored one.'}
      />
    );
  return <ValueField kind={kind} isLong={wasLong.current} {...fieldProps} />;
}
