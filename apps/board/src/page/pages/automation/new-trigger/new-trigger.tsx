import { type Signal, useSignal } from '@preact/signals';
import type { TriggerResponse } from '@slipway/api-schema/triggers';
import { mutate } from '../../../api/rest.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { CheckField, ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TemplateField } from '../../../components/references/template-field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useAllowedFolders } from '../../../live/folders.ts';
import { useEntity, useLatest } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';
import { EventForm } from '../events/event-form.tsx';
import {
  changedProperties,
  type Inputs,
  type Property,
  type TypeDefinition,
  toRequestBody,
} from '../properties/definition.ts';
import { mappedTemplate } from '../properties/parts.ts';
import { eventTemplate, TriggerFields } from '../properties/trigger-fields.tsx';
import { editableProperties, isCommonProperty } from '../properties/trigger-properties.ts';
import type { TriggerType } from '../triggers/columns.tsx';
import { missingTriggerPermissions, type TriggerTemplate } from './missing-permissions.ts';
import { ValueFields, type VariableInputs, variableValues } from './value-fields.tsx';

interface Props {
  /** The template of the trigger. Absent if the user selects it in the form. */
  readonly template?: TriggerTemplate;
  /** The id of the endpoint whose events start releases. Absent if the user selects the type in the form. */
  readonly eventSource?: string;
  readonly close: () => void;
  readonly onCreated: (trigger: TriggerResponse) => void;
}

/** The names of properties with a separate field. */
const separateFields: ReadonlySet<string> = new Set(['title', 'template', 'folderId', 'variables']);

interface FormValues {
  readonly type: string;
  readonly title: string;
  /** Undefined: not selected yet. */
  readonly template: TriggerTemplate | undefined;
  /** The id of the folder of the trigger; empty: the folder of the template. */
  readonly folder: string;
  readonly isEnabled: boolean;
  readonly inputs: Inputs;
  readonly variableInputs: VariableInputs;
}

/** Returns the request body. Throws Error for invalid input. */
function triggerBody(
  { type, title, template, folder, isEnabled, inputs, variableInputs }: FormValues,
  properties: readonly Property[],
) {
  const result = toRequestBody(changedProperties(properties, {}, inputs), inputs);
  if ('wrong' in result) throw new Error(result.wrong);
  return {
    ...result.body,
    ...{ type, title, enabled: isEnabled },
    ...(template && { template: template.id }),
    ...(folder !== '' && { folderId: folder }),
    ...(variableInputs.size > 0 && { variables: variableValues(variableInputs) }),
  };
}

interface FieldsProps {
  readonly formValues: Signal<FormValues>;
  /** The properties of the selected type; undefined: not loaded. */
  readonly properties: readonly Property[] | undefined;
  readonly isTemplateField: boolean;
}

interface SectionProps {
  readonly formValues: FormValues;
  readonly update: (changes: Partial<FormValues>) => void;
  readonly setInput: (name: string, text: string) => void;
}

/** The name, type and folder of the trigger. */
function TriggerSection({ formValues: { title, type, folder, isEnabled }, update }: SectionProps) {
  const { folders } = useAllowedFolders('createTrigger');
  const types = useEntity<readonly TriggerType[]>('/triggers/types', []).value.value ?? [];
  return (
    <fieldset class="form-section">
      <legend>Trigger</legend>
      <TextField label="Title" isRequired value={title} change={(text) => update({ title: text })} />
      <ChoiceField
        label="Type"
        value={type}
        hint={types.find((triggerType) => triggerType.type === type)?.description}
        options={types.map((triggerType) => [triggerType.type, triggerType.title])}
        change={(typeName) => update({ type: typeName })}
      />
      <ChoiceField
        label="Trigger folder"
        value={folder}
        options={[['', t('Same as the template')], ...folders.map(({ id, name }) => [id, name] as const)]}
        change={(id) => update({ folder: id })}
      />
      <CheckField label="Enable now" isOn={isEnabled} change={(isOn) => update({ isEnabled: isOn })} />
    </fieldset>
  );
}

interface PropertiesProps extends SectionProps {
  readonly properties: readonly Property[];
}

const PropertiesSection = ({ formValues: { inputs }, setInput, properties }: PropertiesProps) => (
  <TriggerFields properties={properties} values={{}} inputs={inputs} change={setInput} />
);

interface ReleaseProps extends PropertiesProps, Pick<FieldsProps, 'isTemplateField'> {}

/** The releases that the trigger creates: their template, properties and variables. */
function ReleaseSection({ isTemplateField, properties, ...rest }: ReleaseProps) {
  const { formValues, update } = rest;
  const { template, variableInputs } = formValues;
  // An event can select the template with a mapped property.
  const isForEvents = formValues.type === 'events.EventBasedTrigger';
  return (
    <fieldset class="form-section">
      <legend>Releases it creates</legend>
      {isTemplateField && (
        <TemplateField
          isRequired={!isForEvents}
          none={isForEvents ? eventTemplate : undefined}
          text={template?.id ?? ''}
          change={(_, selected) => update({ template: selected, variableInputs: new Map() })}
        />
      )}
      <PropertiesSection {...rest} properties={properties} />
      {template && (
        <ValueFields
          key={template.id}
          template={template.id}
          inputs={variableInputs}
          change={(newInputs) => update({ variableInputs: newInputs })}
        />
      )}
    </fieldset>
  );
}

function Fields({ formValues, properties = [], isTemplateField }: FieldsProps) {
  const update = (changes: Partial<FormValues>): void => {
    formValues.value = { ...formValues.peek(), ...changes };
  };
  // reads the latest inputs, because one event can change several of them
  const setInput = (name: string, text: string): void =>
    update({ inputs: { ...formValues.peek().inputs, [name]: text } });
  const section = { formValues: formValues.value, update, setInput };
  const ownProperties = properties.filter((property) => !isCommonProperty(property));
  const hasEvent = properties.some(({ name }) => name === 'eventSource');
  const { inputs, template } = formValues.value;
  return (
    <EventForm
      source={hasEvent ? (inputs.eventSource ?? '') : null}
      template={mappedTemplate(inputs.mappedProperties) ?? template?.id ?? ''}
    >
      <TriggerSection {...section} />
      {ownProperties.length > 0 && (
        <fieldset class="form-section">
          <legend>When it runs</legend>
          <PropertiesSection {...section} properties={ownProperties} />
        </fieldset>
      )}
      <ReleaseSection {...section} properties={properties.filter(isCommonProperty)} isTemplateField={isTemplateField} />
    </EventForm>
  );
}

/** The form of a new trigger, with the fields of its type. */
export function NewTrigger({ template, eventSource, close, onCreated }: Props) {
  const formValues = useSignal<FormValues>({
    ...{ type: eventSource === undefined ? 'time.Schedule' : 'events.EventBasedTrigger', title: '', template },
    ...{ folder: '', isEnabled: true, inputs: eventSource === undefined ? {} : { eventSource } },
    variableInputs: new Map(),
  });
  const { type } = formValues.value;
  const { value, refusal } = useLatest<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []);
  const properties = value && editableProperties(value).filter(({ name }) => !separateFields.has(name));
  const { template: selectedTemplate, folder } = formValues.value;
  const missingPermissions =
    selectedTemplate === undefined
      ? []
      : missingTriggerPermissions(selectedTemplate, { isInOtherFolder: folder !== '' });
  const run = async (): Promise<string> => {
    const trigger = await mutate<TriggerResponse>(
      'POST',
      '/triggers',
      triggerBody(formValues.peek(), properties ?? []),
    );
    onCreated(trigger);
    return t('Trigger created');
  };
  return (
    <FormDialog
      title="New trigger"
      submitLabel="Create trigger"
      kind="drawer"
      isDisabled={value?.type !== type || missingPermissions.some((name) => name !== null)}
      close={close}
      run={run}
    >
      <Refusal message={refusal.value} />
      <Fields formValues={formValues} properties={properties} isTemplateField={template === undefined} />
      <MissingPermissions names={missingPermissions} />
    </FormDialog>
  );
}
