import { useSignal } from '@preact/signals';
import { useContext, useRef } from 'preact/hooks';
import { emptyLabel } from '../../../components/fields/empty-label.ts';
import { CheckField, ChoiceField, joinHints } from '../../../components/fields/field.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { ReferenceField } from '../../../components/references/reference-field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity, useQuery } from '../../../live/queries.ts';
import { announce } from '../../../navigation/announce.ts';
import { t } from '../../../navigation/text.ts';
import { eventPropertyField } from '../events/event-property-field.tsx';
import { EventScopeContext, PartTypeContext } from '../events/event-scope.ts';
import {
  type Inputs,
  type Property,
  propertyText,
  type TypeDefinition,
  toRequestBody,
  type Values,
} from './definition.ts';
import { asText, choicesOf, defaultValues, isKnownType, parsePart, parseParts, partLabels, partType } from './parts.ts';
import { PlainField, type PropertyFieldProps } from './plain-field.tsx';

export interface PropertyFieldsProps {
  readonly properties: readonly Property[];
  readonly values: Values;
  readonly inputs: Inputs;
  readonly change: (name: string, text: string) => void;
}

/** Whether the value of a property is a script. */
const isScript = ({ name, kind }: Property): boolean => kind === 'string' && /script$|^expr$/i.test(name);

/** Whether a property contains a nested filter. A filter of an unknown type is edited as JSON. */
const isJsonPart = ({ name }: Property): boolean => /filter/i.test(name);

interface PartProps {
  readonly part: Values;
  readonly change: (part: Values) => void;
}

/** The fields of a part, from the properties of its type. */
function PartFields({ properties, part, change }: PartProps & Pick<PropertyFieldsProps, 'properties'>) {
  const inputs = useSignal<Inputs>({});
  const values = { ...defaultValues(properties), ...part };
  const write = (name: string, text: string): void => {
    inputs.value = { ...inputs.value, [name]: text };
    // Converts all inputs, because `part` may not contain an earlier edit yet.
    const result = toRequestBody(
      properties.filter((item) => Object.hasOwn(inputs.peek(), item.name)),
      inputs.peek(),
    );
    if ('body' in result) change({ ...values, ...result.body });
  };
  return <PropertyFields properties={properties} values={values} inputs={inputs.value} change={write} />;
}

const definitionPath = (type: string): string => `/metadata/types/${encodeURIComponent(type)}`;

/** The fields of a part. It loads the properties of the type first. */
function FieldsOfType({ type, ...rest }: PartProps & { readonly type: string }) {
  const { value, refusal, retry } = useEntity<TypeDefinition>(definitionPath(type), []);
  const properties = value.value?.properties;
  return properties === undefined ? (
    <Refusal message={refusal.value} retry={retry} />
  ) : (
    <PartFields properties={properties} {...rest} />
  );
}

interface PartEditorProps {
  readonly property: Property;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The label of the option without a part. */
  readonly none: string;
  /** Null: the property has no value. */
  readonly part: Values | null;
  readonly change: (part: Values | null) => void;
}

/** A field that selects the type of a part or no part, and the fields of that type. */
function PartEditor({ property, label, hint, none, part, change }: PartEditorProps) {
  const choices = choicesOf(property) ?? [];
  const type = part === null ? '' : partType(part, choices);
  return (
    <>
      <ChoiceField
        label={label}
        hint={hint}
        value={type}
        options={[['', none], ...choices]}
        change={(chosenType) => change(chosenType === '' ? null : { type: chosenType })}
      />
      {part !== null && type !== '' && <FieldsOfType key={type} type={type} part={part} change={change} />}
    </>
  );
}

interface PartsProps {
  readonly property: Property;
  readonly parts: readonly Values[];
  readonly change: (parts: readonly Values[]) => void;
}

/** A list of parts, with buttons that add and remove parts. */
function Parts({ property, parts, change }: PartsProps) {
  const { referencedType = '' } = property;
  const [label, partLabel] = partLabels(property);
  const hasTypeChoice = (choicesOf(property) ?? []).length > 0;
  const { value, refusal, retry } = useQuery<TypeDefinition>(hasTypeChoice ? null : definitionPath(referencedType));
  const properties = value.value?.properties;
  // Part of the keys: the removal of a part changes the indexes of later parts, so all inputs are rendered again.
  const removals = useSignal(0);
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (position: number): void => {
    removals.value += 1;
    change(parts.filter((_, index) => index !== position));
    addButton.current?.focus();
    announce(t`${partLabel} ${position + 1} removed`);
  };
  return (
    <fieldset class="parts">
      <legend>{label}</legend>
      <Refusal message={refusal.value} retry={retry} />
      {parts.map((part, position) => {
        const updatePart = (newPart: Values | null): void =>
          change(parts.map((item, index) => (index === position ? (newPart ?? {}) : item)));
        return (
          <fieldset key={`${removals.value} ${position}`}>
            <legend>{`${partLabel} ${position + 1}`}</legend>
            <PartTypeContext.Provider value={referencedType}>
              {hasTypeChoice && (
                <PartEditor
                  {...{ property, part }}
                  label="Take the value from"
                  none={t('Select…')}
                  change={updatePart}
                />
              )}
              {properties && <PartFields properties={properties} part={part} change={updatePart} />}
            </PartTypeContext.Provider>
            <button type="button" aria-label={t`Remove ${partLabel} ${position + 1}`} onClick={() => remove(position)}>
              Remove
            </button>
          </fieldset>
        );
      })}
      <button ref={addButton} type="button" aria-label={t`Add to ${label}`} onClick={() => change([...parts, {}])}>
        Add
      </button>
    </fieldset>
  );
}

/** The fields of one part or a list of parts; null: this page does not support its type, so it is edited as JSON. */
function partField({ property, text, write }: Omit<PropertyFieldProps, 'values'>) {
  const choices = choicesOf(property);
  if (choices === undefined) return null;
  if (property.kind !== 'ci') {
    const parts = parseParts(text);
    if (parts?.every((part) => isKnownType(part, choices)) !== true) return null;
    return <Parts property={property} parts={parts} change={(newPart) => write(asText(newPart))} />;
  }
  const part = parsePart(text);
  if (part === undefined || (part !== null && !isKnownType(part, choices))) return null;
  const hint = property.description === '' ? undefined : property.description;
  return (
    <PartEditor
      {...{ property, part, hint }}
      label={property.label}
      none={
        property.referencedType === 'events.EventFilter'
          ? t('No filter')
          : emptyLabel({ isRequired: property.required })
      }
      change={(newPart) => write(newPart === null ? '' : asText(newPart))}
    />
  );
}

/** Returns the hint of a field. A password is not in the response, so the hint names a saved one. */
function hintOf({ name, description, password }: Property, values: Values): string | undefined {
  const isSaved = password && typeof values[name] === 'string';
  return joinHints(description, isSaved ? t('Leave empty to keep the saved value') : undefined) || undefined;
}

const loadScript = async () => (await import('../event-scripts/script-property-field.tsx')).ScriptPropertyField;
const loadFilterScript = async () => (await import('../event-scripts/filter-script-field.tsx')).FilterScriptField;

function PropertyField({ property, values, text, write }: PropertyFieldProps) {
  const { name, kind, label, referencedType, required, defaultValue } = property;
  const hint = hintOf(property, values);
  const partType = useContext(PartTypeContext);
  const scope = useContext(EventScopeContext);
  const partsField = partField({ property, text, write });
  if (partsField) return partsField;
  const eventField = eventPropertyField({ name, kind, label, hint, partType, values, text, write }, scope);
  if (eventField) return eventField;
  if (isScript(property)) {
    const scriptHint = joinHints(t('Python 2, or JavaScript if its first line is // language: javascript'), hint);
    const field = { label, hint: scriptHint, text, write };
    if (name === 'expr' && scope !== null) return <Lazy load={loadFilterScript} props={{ ...field, scope }} />;
    return <Lazy load={loadScript} props={{ ...field, name }} />;
  }
  if (kind === 'ci' && referencedType !== undefined && !isJsonPart(property))
    return (
      <ReferenceField
        label={label}
        hint={hint}
        type={referencedType}
        text={text}
        isRequired={required}
        change={write}
      />
    );
  if (kind === 'boolean') {
    const isOn = text === '' ? defaultValue === true : text === 'true';
    return <CheckField {...{ label, hint, isOn }} change={(isChecked) => write(String(isChecked))} />;
  }
  return <PlainField {...{ property, values, text, write, hint }} />;
}

/** A field for each property of a type. */
export const PropertyFields = ({ properties, values, inputs, change }: PropertyFieldsProps) => (
  <>
    {properties.map((property) => (
      <PropertyField
        key={property.name}
        property={property}
        values={values}
        text={inputs[property.name] ?? propertyText(property, values[property.name])}
        write={(text) => change(property.name, text)}
      />
    ))}
  </>
);
