import { useSignal } from '@preact/signals';
import type { ConfigurationResponse, StatusResponse } from '@slipway/api-schema/configurations';
import type { ComponentChildren } from 'preact';
import PlugZap from '~icons/lucide/plug-zap';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useLatest } from '../../../live/queries.ts';
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
import { CheckResult } from './check-result.tsx';
import type { CheckState } from './connection.ts';

interface Props {
  readonly type: string;
  /** The stored connection, with masked secrets; null for a new one. */
  readonly stored: ConfigurationResponse | null;
  readonly folderId: string | undefined;
  readonly isDisabled: boolean;
  /** Saves the changed properties and the title. Throws ApiError, OfflineError. */
  readonly save: (body: Values) => Promise<void>;
  readonly close: () => void;
  /** More fields, below the title. */
  readonly children?: ComponentChildren;
}

interface FieldsProps extends Props {
  readonly properties: readonly Property[];
  readonly values: Values;
}

/** Returns the actions of the form: both send the inputs, and one saves them. */
function useActions({ properties, values, type, stored, folderId, save }: FieldsProps) {
  const title = useSignal(stored?.title ?? '');
  const inputs = useSignal<Inputs>({});
  const refusal = useSignal<DisplayMessage | null>(null);
  const check = useSignal<CheckState | null>(null);
  const isBusy = useSignal(false);
  const send = async (request: (body: Values) => Promise<void>): Promise<void> => {
    const result = toRequestBody(changedProperties(properties, values, inputs.peek()), inputs.peek());
    refusal.value = 'wrong' in result ? result.wrong : null;
    if ('wrong' in result || isBusy.peek()) return;
    isBusy.value = true;
    try {
      await request(result.body);
    } catch (error) {
      refusal.value = messageOf(error);
      check.value = null;
    } finally {
      isBusy.value = false;
    }
  };
  const submit = (): Promise<void> =>
    send(async (body) => {
      const sentInputs = inputs.peek();
      await save({ ...body, title: title.peek() });
      inputs.value = changedSince(sentInputs, inputs.peek());
    });
  const runCheck = (): Promise<void> =>
    send(async (body) => {
      check.value = 'running';
      const common = { type, title: title.peek(), ...(stored && { id: stored.id }), ...(folderId && { folderId }) };
      check.value = await mutate<StatusResponse>('POST', '/config/status', { ...values, ...body, ...common });
    });
  return { title, inputs, refusal, check, isBusy, submit, runCheck };
}

function ConnectionFields(props: FieldsProps) {
  const { properties, values, isDisabled, close, children } = props;
  const { title, inputs, refusal, check, isBusy, submit, runCheck } = useActions(props);
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset disabled={isDisabled}>
        <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
        {children}
        <PropertyFields
          properties={properties}
          values={values}
          inputs={inputs.value}
          change={(name, text) => (inputs.value = { ...inputs.value, [name]: text })}
        />
      </fieldset>
      <Refusal message={refusal.value} />
      {check.value !== null && (
        <p role="status">
          <CheckResult state={check.value} />
        </p>
      )}
      <p class="saving">
        <button type="button" disabled={isDisabled || isBusy.value} onClick={() => void runCheck()}>
          <Icon of={PlugZap} />
          Check connection
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main" disabled={isDisabled || isBusy.value}>
          Save
        </button>
      </p>
    </form>
  );
}

/** The form of a connection, with the fields of its type. A check uses the inputs and does not save them. */
export function ConnectionForm(props: Props) {
  const { type, stored, isDisabled } = props;
  const { value, refusal } = useLatest<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []);
  const properties = value?.properties.filter(({ hidden }) => !hidden);
  const defaults = Object.fromEntries((properties ?? []).map(({ name, defaultValue }) => [name, defaultValue]));
  return (
    <>
      <Refusal message={refusal.value} />
      {properties && (
        <ConnectionFields
          {...props}
          isDisabled={isDisabled || value?.type !== type}
          values={stored ?? defaults}
          properties={properties}
        />
      )}
    </>
  );
}
