import type { Signal } from '@preact/signals';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { ComponentChildren } from 'preact';
import { type Draft, fieldText, valuesOf } from '../../../components/drafts/draft.ts';
import { type DraftContext, DraftField, Fields } from '../../../components/drafts/draft-field.tsx';
import { DraftForm, useOpenForError } from '../../../components/drafts/draft-form.tsx';
import { type FieldSpec, taskFields } from '../../../components/drafts/field-specs.ts';
import { Lazy } from '../../../components/lazy.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import type { TaskFields } from './use-task-fields.ts';

// Few task types have these fields.
const loadTemplateField = async () => (await import('../../../components/references/template-field.tsx')).TemplateField;
const loadReferenceField = async () =>
  (await import('../../../components/references/reference-field.tsx')).ReferenceField;

const templateSpec: FieldSpec = { name: 'templateId', label: t('Template'), kind: 'text', isNullable: true };

/** The field with the names of properties that variables set. */
const mappingSpec: FieldSpec = { name: 'variableMapping', label: '', kind: 'map' };

interface OwnProps extends DraftContext {
  readonly plan: ReleaseResponse;
  readonly typeFields: TaskFields;
}

/** The fields of a task type, and a list of its output properties, which can be saved to variables. */
function OwnFields({ plan, typeFields, ...rest }: OwnProps) {
  const { fields, references, outputs, parts } = typeFields;
  const mappedNames = fieldText(mappingSpec, rest.draft.value, rest.stored).split('\n');
  const isMapped = ({ name }: FieldSpec): boolean => mappedNames.some((line) => line.startsWith(`${name}=`));
  const folderId = plan.id.slice(0, plan.id.lastIndexOf('/'));
  return (
    <>
      {parts.has('templateId') && (
        <DraftField
          {...rest}
          spec={templateSpec}
          renderField={(text, change) => <Lazy load={loadTemplateField} props={{ text, change }} />}
        />
      )}
      {parts.has('addresses') && (
        <p class="none">Slipway sends this mail when the task starts. Without a mail server, a person sends it.</p>
      )}
      <Fields {...rest} fields={fields} />
      {references.map(({ field, type, isNeeded }) => (
        <DraftField
          {...rest}
          key={field.name}
          spec={field}
          renderField={(text, change) => (
            <Lazy
              load={loadReferenceField}
              props={{
                ...field,
                ...{ type, folderId, text, change },
                isRequired: isNeeded,
                error: isNeeded && text === '' && !isMapped(field) ? t('Required before the task starts') : undefined,
              }}
            />
          )}
        />
      ))}
      {outputs.length > 0 && (
        <p class="none">
          Output: {outputs.join(', ')}. To save it to a variable, enter {outputs[0]}=${'{'}variable{'}'} under
          Variables.
        </p>
      )}
    </>
  );
}

const ownSpecsOf = ({ fields, references, parts }: TaskFields): readonly FieldSpec[] => [
  ...fields,
  ...references.map(({ field }) => field),
  ...(parts.has('templateId') ? [templateSpec] : []),
];

/** The group with the fields of the task type. It opens for an error of one of them. */
function OwnGroup(props: OwnProps) {
  const box = useOpenForError(ownSpecsOf(props.typeFields), props.error);
  return (
    <details ref={box} class="form-group" open>
      <summary>Task settings</summary>
      <OwnFields {...props} />
    </details>
  );
}

interface Props {
  readonly plan: ReleaseResponse;
  readonly task: TaskResponse;
  readonly typeFields: TaskFields;
  readonly draft: Signal<Draft>;
  readonly isDisabled: boolean;
  readonly missingPermission: DraftContext['missingPermission'];
  /** Reloads the plan. */
  readonly refresh: () => Promise<void>;
  /** More forms between the fields and the buttons. */
  readonly after: ComponentChildren;
}

/** The fields of a task: the common fields, and the fields of its type. */
export function TaskForm({ plan, task, typeFields, ...rest }: Props) {
  const stored = valuesOf(task);
  const ownSpecs = ownSpecsOf(typeFields);
  return (
    <DraftForm
      {...rest}
      object={task}
      path={`/tasks/${lastSegment(task.id)}`}
      stored={stored}
      groups={taskFields}
      specs={[...taskFields.flatMap(({ fields }) => fields), ...ownSpecs]}
    >
      {(context) => ownSpecs.length > 0 && <OwnGroup {...context} plan={plan} typeFields={typeFields} />}
    </DraftForm>
  );
}
