import { CheckField, ChoiceField, TextField } from '../../parts/field.tsx';
import { isSource, sources, type Written } from './written.ts';

interface Props {
  readonly written: Written;
  readonly change: (changes: Partial<Written>) => void;
}

/** Where the values of a text come from. */
function Choices({ written, change }: Props) {
  return (
    <>
      <ChoiceField
        label="Takes"
        value={written.source}
        options={Object.entries(sources)}
        change={(source) => isSource(source) && change({ source })}
      />
      {written.source === 'choices' && (
        <TextField
          label="Choices, one in each line"
          isLong
          value={written.choices}
          change={(choices) => change({ choices })}
        />
      )}
      {written.source === 'variable' && (
        <TextField
          label="Key of that variable"
          hint="Such as regions, or global.regions"
          isRequired
          value={written.choicesOf}
          change={(choicesOf) => change({ choicesOf })}
        />
      )}
    </>
  );
}

/** What a variable is, besides its key, type and value. */
export function DefinitionFields({ written, change, isAskedFor }: Props & { readonly isAskedFor: boolean }) {
  const isText = written.type === 'StringVariable';
  return (
    <>
      <TextField label="Label" value={written.label} change={(label) => change({ label })} />
      <TextField
        label="Description"
        isLong
        value={written.description}
        change={(description) => change({ description })}
      />
      {isText && <Choices written={written} change={change} />}
      {written.type === 'ReferenceVariable' && (
        <TextField
          label="Type of connection"
          hint="Such as acme.Server"
          value={written.referencedType}
          change={(referencedType) => change({ referencedType })}
        />
      )}
      <CheckField label="Required" isOn={written.requiresValue} change={(requiresValue) => change({ requiresValue })} />
      {isAskedFor && (
        <CheckField
          label="Show on the new release form"
          isOn={written.showOnReleaseStart}
          change={(showOnReleaseStart) => change({ showOnReleaseStart })}
        />
      )}
      {isText && (
        <CheckField label="Several lines" isOn={written.multiline} change={(multiline) => change({ multiline })} />
      )}
      <CheckField
        label="Placeholders in it stay as they are"
        isOn={written.preventInterpolation}
        change={(preventInterpolation) => change({ preventInterpolation })}
      />
    </>
  );
}
