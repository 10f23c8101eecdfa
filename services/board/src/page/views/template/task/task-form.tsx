import type { Signal } from '@preact/signals';
import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { type Draft, valuesOf } from '../../../parts/drafts/draft.ts';
import { DraftField, type Drafting, Fields } from '../../../parts/drafts/draft-field.tsx';
import { DraftForm } from '../../../parts/drafts/draft-form.tsx';
import { type FieldSpec, ofEveryTask } from '../../../parts/drafts/spec.ts';
import { ReferenceField } from '../../../parts/references/reference-field.tsx';
import { TemplateField } from '../../../parts/references/template-field.tsx';
import { lastOf } from '../../../place/ids.ts';
import type { TaskFields } from './task-fields.ts';

const templateSpec: FieldSpec = { name: 'templateId', label: 'Template', kind: 'text', isNull: true };

interface OwnProps extends Drafting {
  readonly template: ReleaseAnswer;
  readonly own: TaskFields;
}

/** The fields of a task's type; its output properties are listed, since variables may take them. */
function OwnFields({ template, own, ...given }: OwnProps) {
  const { fields, references, outputs, parts } = own;
  const folderId = template.id.slice(0, template.id.lastIndexOf('/'));
  return (
    <>
      {parts.has('templateId') && (
        <DraftField
          {...given}
          spec={templateSpec}
          field={(text, change) => <TemplateField text={text} change={change} />}
        />
      )}
      <Fields {...given} fields={fields} />
      {references.map(({ field, type }) => (
        <DraftField
          {...given}
          key={field.name}
          spec={field}
          field={(text, change) => (
            <ReferenceField {...field} type={type} folderId={folderId} text={text} change={change} />
          )}
        />
      ))}
      {outputs.length > 0 && (
        <p class="none">
          Output: {outputs.join(', ')}. Under Variables, {outputs[0]}=${'{'}variable{'}'} keeps it.
        </p>
      )}
    </>
  );
}

const specsOf = ({ fields, references, parts }: TaskFields): readonly FieldSpec[] => [
  ...ofEveryTask.flatMap((group) => group.fields),
  ...fields,
  ...references.map(({ field }) => field),
  ...(parts.has('templateId') ? [templateSpec] : []),
];

interface Props {
  readonly template: ReleaseAnswer;
  readonly task: TaskAnswer;
  readonly own: TaskFields;
  readonly draft: Signal<Draft>;
  readonly isDisabled: boolean;
  /** Loads the present state */
  readonly refresh: () => Promise<void>;
}

/** The fields of a task: those of every task, and those of its type. */
export function TaskForm({ template, task, own, ...given }: Props) {
  const now = valuesOf(task);
  const hasOwn = own.fields.length + own.references.length > 0 || own.parts.has('templateId');
  return (
    <DraftForm
      {...given}
      thing={task}
      path={`/tasks/${lastOf(task.id)}`}
      now={now}
      groups={ofEveryTask}
      specs={specsOf(own)}
    >
      {hasOwn && (
        <details class="more" open>
          <summary>Task settings</summary>
          <OwnFields template={template} own={own} thing={task} draft={given.draft} now={now} />
        </details>
      )}
    </DraftForm>
  );
}
