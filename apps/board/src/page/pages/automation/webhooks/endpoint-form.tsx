import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { Refusal } from '../../../components/refusal.tsx';
import { useLatest } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';
import { SenderField } from '../events/sender-field.tsx';
import { SenderGuide } from '../events/sender-guide.tsx';
import type { Sender } from '../events/senders.ts';
import { webhookAddress } from '../events/webhook-address.ts';
import {
  changedProperties,
  changedSince,
  type Inputs,
  type Property,
  type TypeDefinition,
  toRequestBody,
  type Values,
} from '../properties/definition.ts';
import { PropertyFields } from '../properties/property-fields.tsx';
import { Authentication, type AuthenticationInput, authenticationBody } from './authentication.tsx';

interface Props {
  /** The type of the endpoint. */
  readonly type: string;
  /** The stored values with masked secrets; empty for a new endpoint. */
  readonly stored: Values;
  readonly authentication: (Values & { readonly type: string }) | undefined;
  readonly submitLabel: string;
  readonly isDisabled: boolean;
  /** The system that sends the events, whose fields are filled in. */
  readonly sender?: Sender | undefined;
  /** Throws ApiError, OfflineError. */
  readonly save: (body: Values) => Promise<void>;
  readonly cancel: () => void;
  /** Fields before the fields of the type. */
  readonly children?: ComponentChildren;
}

/** Properties without a generated field: `authentication` has its own form, and the type determines `method`. */
const hiddenProperties: ReadonlySet<string> = new Set(['authentication', 'method', 'sender']);

interface FieldsProps extends Props {
  readonly properties: readonly Property[];
  readonly isNew: boolean;
}

interface EndpointInputs {
  readonly inputs: Inputs;
  readonly method: AuthenticationInput;
}

/** Returns the request body with the changed properties, or an error text. */
function endpointBody(
  { properties, stored, authentication }: Pick<FieldsProps, 'properties' | 'stored' | 'authentication'>,
  { inputs, method }: EndpointInputs,
) {
  const result = toRequestBody(changedProperties(properties, stored, inputs), inputs);
  const isAuthenticationChanged =
    method.type !== authentication?.type || Object.values(method.inputs).some((text) => text !== '');
  const authenticationResult = isAuthenticationChanged ? authenticationBody(method, authentication) : null;
  if ('wrong' in result) return result;
  if (authenticationResult === null) return result;
  return 'wrong' in authenticationResult
    ? authenticationResult
    : { body: { ...result.body, authentication: authenticationResult.body } };
}

function Fields(props: FieldsProps) {
  const { properties, stored, authentication, submitLabel, isDisabled, save, cancel, children, sender, isNew } = props;
  const form = useRef<HTMLFormElement>(null);
  // The dialog opens before the fields of the type are loaded.
  useEffect(() => {
    if (isNew) form.current?.querySelector('input')?.focus();
  }, []);
  const inputs = useSignal<Inputs>({});
  const method = useSignal<AuthenticationInput>({
    type: authentication?.type ?? 'events.TokenAuthentication',
    inputs: {},
    properties: [],
  });
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  useEffect(() => {
    if (sender === undefined) return;
    const { id, path, deduplicationKey = '', authentication: initial } = sender;
    inputs.value = { ...inputs.peek(), path, deduplicationKey, sender: id };
    method.value = { type: initial.type, inputs: initial.properties, properties: [] };
  }, [sender]);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const before = { inputs: inputs.value, method: method.value };
    const result = endpointBody(props, before);
    refusal.value = 'wrong' in result ? result.wrong : null;
    if ('wrong' in result) return;
    isBusy.value = true;
    try {
      await save(result.body);
      inputs.value = changedSince(before.inputs, inputs.value);
      method.value = { ...method.value, inputs: changedSince(before.method.inputs, method.value.inputs) };
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form ref={form} class="actions" onSubmit={(event) => void submit(event)}>
      {children}
      {!isNew && properties.some(({ name }) => name === 'sender') && (
        <SenderField
          hint={t('Determines the known events, batches and connection tests')}
          value={inputs.value.sender ?? String(stored.sender ?? '')}
          change={(selected) => {
            inputs.value = { ...inputs.value, sender: selected?.id ?? '' };
          }}
        />
      )}
      <PropertyFields
        properties={properties.filter(({ name }) => !hiddenProperties.has(name))}
        values={stored}
        inputs={inputs.value}
        change={(name, text) => {
          inputs.value = { ...inputs.value, [name]: text };
        }}
      />
      <Authentication method={method} {...(authentication && { stored: authentication })} />
      {sender && <SenderGuide sender={sender} address={webhookAddress({ path: inputs.value.path })} />}
      <Refusal message={refusal.value} />
      <button type="button" onClick={cancel}>
        Cancel
      </button>
      <button type="submit" class="main" disabled={isDisabled || isBusy.value}>
        {submitLabel}
      </button>
    </form>
  );
}

/**
 * The form of an endpoint. It is displayed when the definition of its type is loaded. While another type is loading,
 * the form is disabled and keeps the input.
 */
export function EndpointForm(props: Props) {
  const { type, stored, isDisabled } = props;
  const { value, refusal } = useLatest<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []);
  const properties = value?.properties.filter(
    ({ name, hidden }) => !hidden && (name === 'sender' || !hiddenProperties.has(name)),
  );
  const isNew = Object.keys(stored).length === 0;
  const defaults = Object.fromEntries((properties ?? []).map(({ name, defaultValue }) => [name, defaultValue]));
  return (
    <>
      <Refusal message={refusal.value} />
      {properties && (
        <Fields
          {...props}
          isDisabled={isDisabled || value?.type !== type}
          stored={isNew ? defaults : stored}
          properties={properties}
          isNew={isNew}
        />
      )}
    </>
  );
}
