import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ConflictNotice } from './conflict-notice.tsx';
import {
  conflictsIn,
  type Draft,
  discardInput,
  fieldText,
  keepInput,
  textFor,
  type Values,
  withInput,
} from './draft.ts';
import type { FieldSpec } from './field-specs.ts';
import { SpecField } from './spec-field.tsx';

/** The input of a field. */
export interface DraftContext {
  readonly object: { readonly id: string };
  readonly draft: Signal<Draft>;
  readonly stored: Values;
}

interface FieldProps extends DraftContext {
  readonly spec: FieldSpec;
  readonly renderField: (text: string, change: (text: string) => void) => ComponentChildren;
}

/** A field with its unsaved input, and concurrent changes by another user. */
export function DraftField({ object, spec, draft, stored, renderField }: FieldProps) {
  const hasConflict = conflictsIn([spec], draft.value, stored).length > 0;
  return (
    <>
      {renderField(
        fieldText(spec, draft.value, stored),
        (text) => (draft.value = withInput(draft.value, spec, text, stored)),
      )}
      {hasConflict && (
        <ConflictNotice
          object={object}
          label={spec.label}
          storedText={textFor(spec, stored.get(spec.name))}
          useStored={() => (draft.value = discardInput(draft.value, spec))}
          keepInput={() => (draft.value = keepInput(draft.value, spec, stored))}
        />
      )}
    </>
  );
}

interface FieldsProps extends DraftContext {
  readonly fields: readonly FieldSpec[];
}

/** Fields, one below the other. */
export const Fields = ({ fields, ...rest }: FieldsProps) => (
  <>
    {fields.map((spec) => (
      <DraftField
        {...rest}
        key={spec.name}
        spec={spec}
        renderField={(text, change) => <SpecField spec={spec} text={text} change={change} />}
      />
    ))}
  </>
);
