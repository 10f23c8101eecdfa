import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useAsked } from '../../../live/use-asked.ts';
import { useEntity } from '../../../live/use-entity.ts';
import { ChoiceField } from '../../../parts/field.tsx';
import { ReferenceField } from '../../../parts/references/reference-field.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { ValueField } from '../../../parts/variables/value-field.tsx';
import { announce } from '../../../place/announce.ts';
import { bodyOf, kindOf, type Property, type TypeDefinition, type Typed, textIn, type Values } from './definition.ts';
import { begunBy, choicesOf, isKnown, partIn, partsIn, typeIn, written } from './parts.ts';

export interface TypedFieldsProps {
  readonly properties: readonly Property[];
  readonly values: Values;
  readonly typed: Typed;
  readonly change: (name: string, text: string) => void;
}

const isLong = ({ name, kind }: Property, text: string): boolean =>
  text.length > 80 || text.includes('\n') || kind.endsWith('_of_ci') || /description|script|filter|^expr$/i.test(name);

/** What something has of another thing, and names nowhere, though this page does not know it: it is typed as JSON. */
const isWithin = ({ name }: Property): boolean => /filter/i.test(name);

interface PartProps {
  readonly part: Values;
  readonly change: (part: Values) => void;
}

/** The fields of a part. */
function PartFields({ properties, part, change }: PartProps & Pick<TypedFieldsProps, 'properties'>) {
  const typed = useSignal<Typed>({});
  const values = { ...begunBy(properties), ...part };
  const write = (name: string, text: string): void => {
    typed.value = { ...typed.value, [name]: text };
    // All inputs: of two concurrent edits the part has neither
    const read = bodyOf(
      properties.filter((one) => Object.hasOwn(typed.peek(), one.name)),
      typed.peek(),
    );
    if ('body' in read) change({ ...values, ...read.body });
  };
  return <TypedFields properties={properties} values={values} typed={typed.value} change={write} />;
}

const definitionOf = (type: string): string => `/metadata/types/${encodeURIComponent(type)}`;

/** The same by the definition of its type. */
function FieldsOfType({ type, ...given }: PartProps & { readonly type: string }) {
  const { value, refusal } = useEntity<TypeDefinition>(definitionOf(type), []);
  const properties = value.value?.properties;
  return properties === undefined ? (
    <Refusal sentence={refusal.value} />
  ) : (
    <PartFields properties={properties} {...given} />
  );
}

interface ChosenProps {
  readonly property: Property;
  readonly label: string;
  readonly hint?: string | undefined;
  /** null: there is none */
  readonly part: Values | null;
  readonly change: (part: Values | null) => void;
}

/** A part of one of a few types, or none. */
function ChosenPart({ property, label, hint, part, change }: ChosenProps) {
  const choices = choicesOf(property) ?? [];
  const type = part === null ? '' : typeIn(part, choices);
  return (
    <>
      <ChoiceField
        label={label}
        hint={hint}
        value={type}
        options={[['', '–'], ...choices]}
        change={(chosen) => change(chosen === '' ? null : { type: chosen })}
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

/** Parts of the same kind, to be added and taken away. */
function Parts({ property, parts, change }: PartsProps) {
  const { label, referencedType = '' } = property;
  const isChosen = (choicesOf(property) ?? []).length > 0;
  const { value, refusal } = useAsked<TypeDefinition>(isChosen ? null : definitionOf(referencedType));
  const properties = value.value?.properties;
  // what was typed belongs to a place in the list, which is another one when one before it is taken away
  const removals = useSignal(0);
  const adding = useRef<HTMLButtonElement>(null);
  const remove = (at: number): void => {
    removals.value += 1;
    change(parts.filter((_, nth) => nth !== at));
    adding.current?.focus();
    announce(`${label} ${at + 1} was removed.`);
  };
  return (
    <fieldset class="parts">
      <legend>{label}</legend>
      <Refusal sentence={refusal.value} />
      {parts.map((part, at) => {
        const put = (now: Values | null): void => change(parts.map((one, nth) => (nth === at ? (now ?? {}) : one)));
        return (
          <fieldset key={`${removals.value} ${at}`}>
            <legend>{`${label} ${at + 1}`}</legend>
            {isChosen && <ChosenPart property={property} label="Set to" part={part} change={put} />}
            {properties && <PartFields properties={properties} part={part} change={put} />}
            <button type="button" aria-label={`Remove ${label} ${at + 1}`} onClick={() => remove(at)}>
              Remove
            </button>
          </fieldset>
        );
      })}
      <button ref={adding} type="button" aria-label={`Add to ${label}`} onClick={() => change([...parts, {}])}>
        Add
      </button>
    </fieldset>
  );
}

interface OneProps extends Pick<TypedFieldsProps, 'values'> {
  readonly property: Property;
  readonly text: string;
  readonly write: (text: string) => void;
}

/** A part or parts, by fields; null: they cannot be shown so, and are typed as JSON. */
function partField({ property, text, write }: Omit<OneProps, 'values'>) {
  const choices = choicesOf(property);
  if (choices === undefined) return null;
  if (property.kind !== 'ci') {
    const parts = partsIn(text);
    if (parts?.every((part) => isKnown(part, choices)) !== true) return null;
    return <Parts property={property} parts={parts} change={(now) => write(written(now))} />;
  }
  const part = partIn(text);
  if (part === undefined || (part !== null && !isKnown(part, choices))) return null;
  const hint = property.description === '' ? undefined : property.description;
  return (
    <ChosenPart
      {...{ property, part, hint }}
      label={property.label}
      change={(now) => write(now === null ? '' : written(now))}
    />
  );
}

function OneField({ property, values, text, write }: OneProps) {
  const { name, kind, label, description, enumValues, referencedType } = property;
  const hint = description === '' ? undefined : description;
  const ofParts = partField({ property, text, write });
  if (ofParts) return ofParts;
  if (kind === 'ci' && referencedType !== undefined && !isWithin(property))
    return <ReferenceField label={label} hint={hint} type={referencedType} text={text} change={write} />;
  return (
    <ValueField
      kind={kindOf(property)}
      label={label}
      hint={hint}
      isLong={isLong(property, textIn(property, values[name]))}
      choices={enumValues.length > 0 ? enumValues : undefined}
      value={text}
      change={write}
    />
  );
}

/** A field for each property of a type. */
export const TypedFields = ({ properties, values, typed, change }: TypedFieldsProps) => (
  <>
    {properties.map((property) => (
      <OneField
        key={property.name}
        property={property}
        values={values}
        text={typed[property.name] ?? textIn(property, values[property.name])}
        write={(text) => change(property.name, text)}
      />
    ))}
  </>
);
