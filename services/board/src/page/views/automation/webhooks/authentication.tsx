import { type Signal, useSignal } from '@preact/signals';
import { useEntity } from '../../../live/use-entity.ts';
import { CopiedText } from '../../../parts/copied-text.tsx';
import { ChoiceField } from '../../../parts/field.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { bodyOf, type Property, type TypeDefinition, type Typed, type Values } from '../typed/definition.ts';
import { TypedFields } from '../typed/typed-fields.tsx';
import { methods, wordOfMethod } from './endpoint.ts';

/** A way to prove who one is as it is typed. */
export interface Method {
  readonly type: string;
  readonly typed: Typed;
  /** of its type; empty while they are not known */
  readonly properties: readonly Property[];
}

interface Props {
  readonly method: Signal<Method>;
  /** as it is stored, secrets masked; absent: it is a new one */
  readonly stored?: Values;
}

/** The body of an authentication: the inputs, and otherwise the stored values, with masks for secrets. */
export function authenticationBody({ type, typed, properties }: Method, stored: Values = {}) {
  const isSame = stored.type === type;
  const before = isSame ? stored : Object.fromEntries(properties.map((one) => [one.name, one.defaultValue]));
  const written = properties.filter(({ name, password }) =>
    password ? Boolean(typed[name]) : typed[name] !== undefined,
  );
  const sent = bodyOf(written, typed);
  return 'wrong' in sent ? sent : { body: { ...before, ...sent.body, type } };
}

const bytes = 32;

/** A random secret: 64 hexadecimal digits. */
const randomSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (each) => each.toString(16).padStart(2, '0')).join('');

interface SecretProps {
  readonly property: Property;
  readonly write: (text: string) => void;
}

/** Makes up a secret, and shows it this once. */
function NewSecret({ property: { label }, write }: SecretProps) {
  const made = useSignal<string | null>(null);
  const make = (): void => {
    made.value = randomSecret();
    write(made.value);
  };
  return (
    <>
      <button type="button" onClick={make}>
        Make up a new {label.toLowerCase()}
      </button>
      {made.value !== null && (
        <CopiedText label={`New ${label.toLowerCase()} for the sender, shown only now`} text={made.value} />
      )}
    </>
  );
}

interface FieldsProps extends Props {
  readonly properties: readonly Property[];
}

function Fields({ method, stored, properties }: FieldsProps) {
  const { type, typed } = method.value;
  const isSame = stored?.type === type;
  const write = (name: string, text: string): void => {
    method.value = { type, properties, typed: { ...typed, [name]: text } };
  };
  const shown = properties.map((property) =>
    property.password && isSame ? { ...property, description: 'Left empty, it stays as it is.' } : property,
  );
  const before = isSame ? stored : Object.fromEntries(properties.map((one) => [one.name, one.defaultValue]));
  return (
    <>
      <TypedFields properties={shown} values={before ?? {}} typed={typed} change={write} />
      {properties
        .filter(({ name, password }) => password && name !== 'password')
        .map((property) => (
          <NewSecret key={property.name} property={property} write={(text) => write(property.name, text)} />
        ))}
    </>
  );
}

/** How callers prove who they are: one of the ways that there are, and what it takes. */
export function Authentication({ method, stored }: Props) {
  const { type } = method.value;
  const { value, refusal } = useEntity<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []);
  const options = methods.some(([each]) => each === type) ? methods : [...methods, [type, wordOfMethod(type)] as const];
  const properties = value.value?.properties;
  return (
    <>
      <ChoiceField
        label="Callers prove who they are by"
        value={type}
        options={options}
        change={(chosen) => {
          method.value = { type: chosen, typed: {}, properties: [] };
        }}
      />
      <Refusal sentence={refusal.value} />
      {properties && value.value?.type === type && (
        <Fields key={type} method={method} properties={properties} {...(stored && { stored })} />
      )}
    </>
  );
}
