import { useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField, ChoiceField, joinHints, TextField } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { ValueField } from '../../components/variables/value-field.tsx';
import { kindOf, linesOf, type ValueKind } from '../../components/variables/value-text.ts';
import { announce } from '../../navigation/announce.ts';
import { t } from '../../navigation/text.ts';
import {
  emptyValues,
  type FormValues,
  isSource,
  sources,
  toFormValues,
  toRequestBody,
  typeLabel,
  typeLabels,
} from './form-values.ts';
import type { VariableOwner } from './variable-owner.ts';

interface DefinitionProps {
  readonly formValues: FormValues;
  readonly change: (changes: Partial<FormValues>) => void;
}

/** The fields for the source of the value of a text variable. */
function Choices({ formValues, change }: DefinitionProps) {
  return (
    <>
      <ChoiceField
        label="Values from"
        value={formValues.source}
        options={Object.entries(sources)}
        change={(source) => isSource(source) && change({ source })}
      />
      {formValues.source === 'choices' && (
        <TextField
          label="Choices, one per line"
          isLong
          value={formValues.choices}
          change={(choices) => change({ choices })}
        />
      )}
      {formValues.source === 'variable' && (
        <TextField
          label="Variable key"
          hint="For example regions or global.regions"
          isRequired
          value={formValues.choicesKey}
          change={(choicesOf) => change({ choicesKey: choicesOf })}
        />
      )}
    </>
  );
}

/** The fields of a variable besides its key, type and value. */
function DefinitionFields({ formValues, change, hasStartForm }: DefinitionProps & { readonly hasStartForm: boolean }) {
  const isText = formValues.type === 'StringVariable';
  return (
    <>
      <TextField label="Label" value={formValues.label} change={(label) => change({ label })} />
      <TextField
        label="Description"
        isLong
        value={formValues.description}
        change={(description) => change({ description })}
      />
      {isText && <Choices formValues={formValues} change={change} />}
      {formValues.type === 'ReferenceVariable' && (
        <TextField
          label="Connection type"
          hint="For example acme.Server"
          value={formValues.referencedType}
          change={(referencedType) => change({ referencedType })}
        />
      )}
      <CheckField
        label="Required"
        isOn={formValues.requiresValue}
        change={(requiresValue) => change({ requiresValue })}
      />
      {hasStartForm && (
        <CheckField
          label="On the start form"
          isOn={formValues.showOnReleaseStart}
          change={(showOnReleaseStart) => change({ showOnReleaseStart })}
        />
      )}
      {isText && formValues.source === 'typed' && (
        <CheckField label="Multi-line" isOn={formValues.multiline} change={(multiline) => change({ multiline })} />
      )}
      <CheckField
        label="Don’t replace placeholders in the value"
        isOn={formValues.preventInterpolation}
        change={(preventInterpolation) => change({ preventInterpolation })}
      />
    </>
  );
}

interface Props {
  readonly owner: VariableOwner;
  /** Null for a new variable. */
  readonly variable: VariableResponse | null;
  readonly close: () => void;
}

interface FieldsProps {
  readonly formValues: FormValues;
  readonly change: (changes: Partial<FormValues>) => void;
}

/** The key and type of a new variable. They cannot be changed later. */
const NameFields = ({ formValues, change: update, keyPrefix }: FieldsProps & Pick<VariableOwner, 'keyPrefix'>) => (
  <>
    <TextField
      label="Key"
      hint={joinHints(
        keyPrefix === '' ? undefined : t`Starts with “${keyPrefix}”`,
        t('Use it as ${key}. Key and type can’t be changed later.'),
      )}
      isRequired
      value={formValues.key}
      change={(key) => update({ key })}
    />
    <ChoiceField
      label="Type"
      value={formValues.type}
      options={Object.entries(typeLabels)}
      change={(type) => update({ type, value: '', source: 'typed' })}
    />
  </>
);

/** Returns the label of the value field. The field never contains a stored password. */
function valueLabel(kind: ValueKind, isNew: boolean): string {
  if (kind === 'texts' || kind === 'map') return t('Values');
  return kind === 'password' && !isNew ? t('New value') : t('Value');
}

interface ValueProps extends FieldsProps {
  readonly isNew: boolean;
  readonly hasPassword: boolean;
}

/** The value field. An empty field keeps the stored password. */
function Value({ formValues, change: update, isNew, hasPassword }: ValueProps) {
  const kind = kindOf(formValues);
  return (
    <>
      <ValueField
        kind={kind}
        label={valueLabel(kind, isNew)}
        hint={hasPassword ? t('Leave empty to keep the current value') : undefined}
        isLong={formValues.multiline}
        choices={formValues.source === 'choices' ? linesOf(formValues.choices) : undefined}
        value={formValues.value}
        change={(value) => update({ value })}
        canBeEmpty
      />
      {hasPassword && (
        <CheckField
          label="Clear password"
          isOn={formValues.isValueRemoved}
          change={(isValueRemoved) => update({ isValueRemoved })}
        />
      )}
    </>
  );
}

/** Returns the error of a rejected form, with short words for a key that exists. */
const refusalOf = (message: DisplayMessage, key: string): DisplayMessage =>
  typeof message !== 'string' && message.code === 'variable.keyExists'
    ? t`There is already a variable “${key}”.`
    : message;

/** The form of a new or existing variable. Only changed fields are sent. */
export function VariableDialog({ owner, variable, close }: Props) {
  const initialValues = useSignal(
    variable === null ? { ...emptyValues, key: owner.keyPrefix } : toFormValues(variable),
  ).value;
  const formValues = useSignal(initialValues);
  const refusal = useSignal<DisplayMessage | null>(null);
  const update = (changes: Partial<FormValues>): void => {
    formValues.value = { ...formValues.value, ...changes };
  };
  const isNew = variable === null;
  const current = formValues.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    refusal.value = null;
    const body = toRequestBody(current, initialValues, owner.prefix);
    try {
      if (variable === null) {
        const { key, type } = current;
        await mutate('POST', owner.collectionPath, { key, type: `${owner.prefix}.${type}`, ...body });
      } else await mutate('PUT', owner.pathOf(variable.id), body);
      await owner.refresh();
      announce(isNew ? t('Variable added') : t('Variable saved'));
      close();
    } catch (error) {
      refusal.value = refusalOf(messageOf(error), current.key);
    }
  };
  return (
    <Dialog title={variable === null ? t('New variable') : (variable.label ?? variable.key)} close={close}>
      {variable && (
        <p class="none">
          {variable.key}: {typeLabel(current.type)}
        </p>
      )}
      <form class="actions" onSubmit={(event) => void submit(event)}>
        {isNew && <NameFields formValues={current} change={update} keyPrefix={owner.keyPrefix} />}
        <Value
          formValues={current}
          change={update}
          isNew={isNew}
          hasPassword={variable !== null && kindOf(variable) === 'password' && variable.value !== undefined}
        />
        <DefinitionFields formValues={current} change={update} hasStartForm={owner.keyPrefix === ''} />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button
          type="submit"
          class="main"
          disabled={!isNew && Object.keys(toRequestBody(current, initialValues, owner.prefix)).length === 0}
        >
          {isNew ? t('Add') : t('Save')}
        </button>
      </form>
      <Refusal message={refusal.value} />
    </Dialog>
  );
}
