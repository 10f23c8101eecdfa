import { type Signal, useSignal } from '@preact/signals';
import { CopyField } from '../../../components/fields/copy-field.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';
import { randomSecret } from '../events/webhook-address.ts';
import {
  type Inputs,
  type Property,
  type TypeDefinition,
  toRequestBody,
  type Values,
} from '../properties/definition.ts';
import { PropertyFields } from '../properties/property-fields.tsx';
import { authenticationLabel, authenticationMethods } from './endpoint.ts';

/** The input of the authentication form. */
export interface AuthenticationInput {
  readonly type: string;
  readonly inputs: Inputs;
  /** The properties of the authentication type; empty until they are loaded. */
  readonly properties: readonly Property[];
}

interface Props {
  readonly method: Signal<AuthenticationInput>;
  /** The stored authentication with masked secrets. Absent for a new endpoint. */
  readonly stored?: Values;
}

/** Returns the authentication in a request body. Fields without input keep their stored or default values. */
export function authenticationBody({ type, inputs, properties }: AuthenticationInput, stored: Values = {}) {
  const isSame = stored.type === type;
  const before = isSame ? stored : Object.fromEntries(properties.map((item) => [item.name, item.defaultValue]));
  const changedProperties = properties.filter(({ name, password }) =>
    password ? Boolean(inputs[name]) : inputs[name] !== undefined,
  );
  const result = toRequestBody(changedProperties, inputs);
  return 'wrong' in result ? result : { body: { ...before, ...result.body, type } };
}

interface SecretProps {
  readonly property: Property;
  readonly write: (text: string) => void;
}

/** A button that generates a secret, and shows it only once. */
function NewSecret({ property: { label }, write: setInput }: SecretProps) {
  const secret = useSignal<string | null>(null);
  const generateSecret = (): void => {
    secret.value = randomSecret();
    setInput(secret.value);
  };
  return (
    <>
      <button type="button" onClick={generateSecret}>
        Generate {label.toLowerCase()}
      </button>
      {secret.value !== null && (
        <CopyField label={t`New ${label.toLowerCase()}. Copy it now; it isn’t shown again.`} text={secret.value} />
      )}
    </>
  );
}

interface FieldsProps extends Props {
  readonly properties: readonly Property[];
}

function Fields({ method, stored, properties }: FieldsProps) {
  const { type, inputs } = method.value;
  const isSame = stored?.type === type;
  const setInput = (name: string, text: string): void => {
    method.value = { type, properties, inputs: { ...inputs, [name]: text } };
  };
  const before = isSame ? stored : Object.fromEntries(properties.map((item) => [item.name, item.defaultValue]));
  return (
    <>
      <PropertyFields properties={properties} values={before ?? {}} inputs={inputs} change={setInput} />
      {properties
        .filter(({ name, password }) => password && name !== 'password' && !name.startsWith('previous'))
        .map((property) => (
          <NewSecret key={property.name} property={property} write={(text) => setInput(property.name, text)} />
        ))}
    </>
  );
}

/** The authentication of senders: the type, and its fields. */
export function Authentication({ method, stored }: Props) {
  const { type } = method.value;
  const { value, refusal, retry } = useEntity<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []);
  const options = authenticationMethods.some(([entry]) => entry === type)
    ? authenticationMethods
    : [...authenticationMethods, [type, authenticationLabel(type)] as const];
  const properties = value.value?.properties;
  return (
    <>
      <ChoiceField
        label="Authentication"
        value={type}
        options={options}
        change={(chosenType) => {
          method.value = { type: chosenType, inputs: {}, properties: [] };
        }}
      />
      <Refusal message={refusal.value} retry={retry} />
      {properties && value.value?.type === type && (
        <Fields key={type} method={method} properties={properties} {...(stored && { stored })} />
      )}
    </>
  );
}
