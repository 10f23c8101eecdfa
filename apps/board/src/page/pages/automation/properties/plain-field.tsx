import { useContext } from 'preact/hooks';
import { emptyLabel } from '../../../components/fields/empty-label.ts';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { SuggestField } from '../../../components/fields/suggest-field.tsx';
import { ValueField } from '../../../components/variables/value-field.tsx';
import { t } from '../../../navigation/text.ts';
import { PartTypeContext } from '../events/event-scope.ts';
import { operatorLabels } from '../events/operators.ts';
import { PathButton, type PathUse } from '../events/path-button.tsx';
import { kindOf, type Property, propertyText, type Values } from './definition.ts';
import { MaskedField } from './masked-field.tsx';

const isLong = ({ name, kind }: Property, text: string): boolean =>
  text.length > 80 || text.includes('\n') || kind.endsWith('_of_ci') || /description|script|filter|^expr$/i.test(name);

/** Whether the property is a secret with several lines: a key or a kubeconfig. */
const isLongSecret = ({ name, password }: Property): boolean =>
  password && /(?:private|client)key$|^kubeconfig$/i.test(name);

/** Returns how a property of a part contains paths into an event; null: it contains none. */
function pathUseOf({ name }: Property, partType: string): PathUse | null {
  if (name === 'path' || name === 'variableKey') return 'path';
  return (name === 'value' && partType === 'events.MappedProperty') || name === 'releaseTitle' ? 'placeholder' : null;
}

/** The labels of values, by the name of their property. */
const valueLabels = new Map<string, Readonly<Record<string, string>>>([
  [
    'catchUp',
    {
      last: t('Create one release for the latest missed time'),
      none: t('Create no releases for missed times'),
      all: t('Create a release for each missed time'),
    },
  ],
  ['operator', operatorLabels],
  ['valueType', { STRING: t('Text'), NUMBER: t('Number'), BOOLEAN: t('True or false') }],
]);

/** Labels of properties whose labels in REST are terms of programs. The key of an event value is a path. */
const ownLabels: Readonly<Record<string, string>> = {
  variableKey: t('Path'),
  requestRetention: t('Keep at most (deliveries)'),
};

/** Suggested values of properties that also accept other values, such as a method of a plugin. */
const suggestedValues = new Map<string, readonly string[]>([
  ['authenticationMethod', ['None', 'Basic', 'Bearer', 'PAT', 'OAuth2']],
]);

/** Returns the label of the default value of a property; undefined: it has none. */
function defaultLabelOf({ defaultValue }: Property, labels: Readonly<Record<string, string>>): string | undefined {
  if (defaultValue === undefined || defaultValue === null) return undefined;
  return labels[String(defaultValue)] ?? String(defaultValue);
}

export interface PropertyFieldProps {
  readonly values: Values;
  readonly property: Property;
  readonly text: string;
  readonly write: (text: string) => void;
}

interface PlainFieldProps extends PropertyFieldProps {
  readonly hint: string | undefined;
}

/** A list of values with labels, or a field for a value of the property's kind. */
export function PlainField({ property, values, text, write, hint }: PlainFieldProps) {
  const { name, enumValues, required } = property;
  const label = ownLabels[name] ?? property.label;
  const pathUse = pathUseOf(property, useContext(PartTypeContext));
  const labels = valueLabels.get(name) ?? {};
  const none = emptyLabel({ isRequired: required, defaultLabel: defaultLabelOf(property, labels) });
  if (enumValues.length > 0 && enumValues.every((value) => value in labels)) {
    const options = enumValues.map((value) => [value, labels[value] ?? value] as const);
    // A default among the values needs no option of its own.
    const defaultText = String(property.defaultValue ?? '');
    const hasDefault = enumValues.includes(defaultText);
    return (
      <ChoiceField
        {...{ label, hint }}
        value={hasDefault && text === '' ? defaultText : text}
        options={hasDefault ? options : [['', none], ...options]}
        change={write}
      />
    );
  }
  const suggestions = suggestedValues.get(name);
  if (suggestions !== undefined && enumValues.length === 0)
    return <SuggestField {...{ label, hint, suggestions }} value={text} change={write} />;
  if (isLongSecret(property)) return <MaskedField {...{ label, hint }} value={text} change={write} />;
  return (
    <>
      <ValueField
        kind={kindOf(property)}
        label={label}
        hint={hint}
        isLong={isLong(property, propertyText(property, values[name]))}
        choices={enumValues.length > 0 ? enumValues : undefined}
        none={none}
        value={text}
        change={write}
      />
      {pathUse !== null && <PathButton use={pathUse} label={label} text={text} write={write} />}
    </>
  );
}
