import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { conflictsIn, type Draft, dropped, kept, shownIn, textFor, typedInto, type Values } from './draft.ts';
import { Meanwhile } from './meanwhile.tsx';
import type { FieldSpec } from './spec.ts';
import { SpecField } from './spec-field.tsx';

/** What is typed, of what. */
export interface Drafting {
  readonly thing: { readonly id: string };
  readonly draft: Signal<Draft>;
  readonly now: Values;
}

interface FieldProps extends Drafting {
  readonly spec: FieldSpec;
  readonly field: (text: string, change: (text: string) => void) => ComponentChildren;
}

/** A field with its unsaved input, and concurrent changes by another user. */
export function DraftField({ thing, spec, draft, now, field }: FieldProps) {
  const isOvertaken = conflictsIn([spec], draft.value, now).length > 0;
  return (
    <>
      {field(shownIn(spec, draft.value, now), (text) => (draft.value = typedInto(draft.value, spec, text, now)))}
      {isOvertaken && (
        <Meanwhile
          thing={thing}
          label={spec.label}
          theirs={textFor(spec, now.get(spec.name))}
          take={() => (draft.value = dropped(draft.value, spec))}
          keep={() => (draft.value = kept(draft.value, spec, now))}
        />
      )}
    </>
  );
}

interface FieldsProps extends Drafting {
  readonly fields: readonly FieldSpec[];
}

/** Fields, one below the other. */
export const Fields = ({ fields, ...given }: FieldsProps) => (
  <>
    {fields.map((spec) => (
      <DraftField
        {...given}
        key={spec.name}
        spec={spec}
        field={(text, change) => <SpecField spec={spec} text={text} change={change} />}
      />
    ))}
  </>
);
