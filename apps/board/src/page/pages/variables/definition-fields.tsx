import { CheckField, ChoiceField, TextField } from '../../components/fields/field.tsx';
import { type FormValues, isSource, sources } from './form-values.ts';

interface Props {
  readonly formValues: FormValues;
  readonly change: (changes: Partial<FormValues>) => void;
}

/** Where the values of a text come from. */
function Choices({ formValues, change }: Props) {
  return (
    <>
      <ChoiceField
        label="Takes"
        value={formValues.source}
        options={Object.entries(sources)}
        change={(source) => isSource(source) && change({ source })}
      />
      {formValues.source === 'choices' && (
        <TextField
          label="Choices, one in each line"
          isLong
          value={formValues.choices}
          change={(choices) => change({ choices })}
        />
      )}
      {formValues.source === 'variable' && (
        <TextField
          label="Key of that variable"
          hint="Such as regions, or global.regions"
          isRequired
          value={formValues.choicesKey}
          change={(choicesOf) => change({ choicesKey: choicesOf })}
        />
      )}
    </>
  );
}

/** The fields of a variable besides its key, type and value. */
export function DefinitionFields({ formValues, change, hasStartForm }: Props & { readonly hasStartForm: boolean }) {
  const isText = formValues.type === 'StringVariable';
  return (
    <>
      <TextField label="Label" value={formValues.label} change={(label) => change({ label })} />
      <TextField
        label="Description"
        isLong
        value={formValues.description}
        change={(description) => change({ description })}
      />
      {isText && <Choices formValues={formValues} change={change} />}
      {formValues.type === 'ReferenceVariable' && (
        <TextField
          label="Type of connection"
          hint="Such as acme.Server"
          value={formValues.referencedType}
          change={(referencedType) => change({ referencedType })}
        />
      )}
      <CheckField
        label="Required"
        isOn={formValues.requiresValue}
        change={(requiresValue) => change({ requiresValue })}
      />
      {hasStartForm && (
        <CheckField
          label="Show on the new release form"
          isOn={formValues.showOnReleaseStart}
          change={(showOnReleaseStart) => change({ showOnReleaseStart })}
        />
      )}
      {isText && (
        <CheckField label="Several lines" isOn={formValues.multiline} change={(multiline) => change({ multiline })} />
      )}
      <CheckField
        label="Placeholders in it stay as they are"
        isOn={formValues.preventInterpolation}
        change={(preventInterpolation) => change({ preventInterpolation })}
      />
    </>
  );
}
