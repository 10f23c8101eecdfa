import { useSignal } from '@preact/signals';
import type { TriggerResponse } from '@slipway/api-schema/triggers';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import { announce } from '../../../navigation/announce.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { EventForm } from '../events/event-form.tsx';
import { ValueFields, type VariableInputs, variableValues } from '../new-trigger/value-fields.tsx';
import {
  changedProperties,
  changedSince,
  type Inputs,
  type Property,
  propertyText,
  type TypeDefinition,
  toRequestBody,
  type Values,
} from '../properties/definition.ts';
import { asText, mappedTemplate, parseParts } from '../properties/parts.ts';
import { PropertyFields } from '../properties/property-fields.tsx';
import { TriggerFields } from '../properties/trigger-fields.tsx';
import { editableProperties } from '../properties/trigger-properties.ts';

interface VariablesProps {
  readonly property: Property;
  /** The id of the template that defines the variables. */
  readonly template: string;
  readonly values: Values;
  /** The input as JSON; undefined: unchanged or saved. */
  readonly input: string | undefined;
  readonly write: (text: string) => void;
}

const noInputs: VariableInputs = new Map();

/** The variable values of a trigger. If the template lacks a key of the trigger, the values are edited as JSON. */
function VariablesField({ property, template, values, input, write }: VariablesProps) {
  const inputs = useSignal(noInputs);
  const { value } = useEntity<readonly VariableResponse[]>(`/templates/${lastSegment(template)}/variables`, []);
  const keys = (value.value ?? []).map(({ key }): unknown => key);
  const parts = parseParts(input ?? propertyText(property, values[property.name]));
  if (keys.length === 0 || parts?.every(({ key }) => keys.includes(key)) !== true) {
    const inputTexts = input === undefined ? {} : { [property.name]: input };
    return (
      <PropertyFields properties={[property]} values={values} inputs={inputTexts} change={(_, text) => write(text)} />
    );
  }
  const update = (newInputs: VariableInputs): void => {
    inputs.value = newInputs;
    const others = parts.filter(({ key }) => typeof key !== 'string' || !newInputs.has(key));
    write(asText([...others, ...variableValues(newInputs)]));
  };
  return (
    <ValueFields
      template={template}
      inputs={input === undefined ? noInputs : inputs.value}
      change={update}
      stored={new Map(parts.map((part) => [part.key, part.value]))}
    />
  );
}

export interface TriggerFormProps {
  readonly trigger: TriggerResponse;
  /** The permission that the user lacks to change the trigger; null: none, undefined: unknown. */
  readonly missingPermission: string | null | undefined;
  readonly refresh: () => Promise<void>;
  readonly cancel: () => void;
  /** The type of the trigger; undefined: it is not loaded yet. */
  readonly definition: TypeDefinition | undefined;
}

interface FieldsProps extends Omit<TriggerFormProps, 'definition'> {
  readonly properties: readonly Property[];
}

/** The fields of a trigger. Only changed fields are sent. */
function Fields({ trigger, missingPermission, refresh, properties, cancel }: FieldsProps) {
  const inputs = useSignal<Inputs>({});
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const changedFields = changedProperties(properties, trigger, inputs.value);
  const variables = properties.find(({ name }) => name === 'variables');
  const textOf = (name: string): string | null => {
    const property = properties.find((item) => item.name === name);
    if (property === undefined) return null;
    return inputs.value[name] ?? propertyText(property, Object.entries(trigger).find(([key]) => key === name)?.[1]);
  };
  const template = inputs.value.template ?? trigger.template ?? '';
  const setInput = (name: string, text: string): void => {
    inputs.value = { ...inputs.value, [name]: text };
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const before = inputs.value;
    const result = toRequestBody(changedFields, before);
    refusal.value = 'wrong' in result ? result.wrong : null;
    if ('wrong' in result) return;
    isBusy.value = true;
    try {
      await mutate('PUT', `/triggers/${encodeURIComponent(lastSegment(trigger.id))}`, result.body);
      await refresh();
      inputs.value = changedSince(before, inputs.value);
      announce(t('Trigger saved'));
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form class="actions" onSubmit={(event) => void submit(event)}>
      <fieldset class="stack" disabled={missingPermission !== null}>
        <EventForm
          source={textOf('eventSource')}
          template={mappedTemplate(textOf('mappedProperties') ?? '') ?? template}
        >
          <TriggerFields
            properties={properties.filter(({ name }) => name !== 'variables')}
            values={trigger}
            inputs={inputs.value}
            change={setInput}
          />
        </EventForm>
        {variables && (
          <VariablesField
            property={variables}
            template={template}
            values={trigger}
            input={inputs.value.variables}
            write={(text) => setInput('variables', text)}
          />
        )}
      </fieldset>
      <MissingPermissions names={[missingPermission ?? null]} />
      <Refusal message={refusal.value} />
      <button type="button" onClick={cancel}>
        Cancel
      </button>
      <button
        type="submit"
        class="main"
        disabled={missingPermission !== null || changedFields.length === 0 || isBusy.value}
      >
        Save
      </button>
    </form>
  );
}

/** The form of a trigger, in its own script, because most users only read a trigger. */
export const TriggerForm = ({ definition, ...props }: TriggerFormProps) =>
  definition === undefined ? null : (
    <Fields key={definition.type} {...props} properties={editableProperties(definition)} />
  );
