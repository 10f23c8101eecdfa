import { draftOf } from '../../../../components/drafts/draft-form.tsx';
import { RunAsNote } from '../../../release/task/run-as-note.tsx';
import type { TaskFields } from '../use-task-fields.ts';
import { ApprovalsEditor } from './approvals.tsx';
import { ConditionsEditor } from './conditions.tsx';
import { CreationValues } from './creation-values.tsx';
import { DependenciesEditor } from './dependencies.tsx';
import { LinksEditor } from './links.tsx';
import type { PartProps } from './part-props.ts';

interface Props extends PartProps {
  /** The property names of the task type. */
  readonly parts: TaskFields['parts'];
}

const immediateParts = ['conditions', 'dependencies', 'links'] as const;

/** The parts of a task that have an editor. They are a separate script, because most tasks have none. */
export function TaskParts({ parts, ...partProps }: Props) {
  const { plan, task } = partProps;
  const chosenTemplate = draftOf(task.id).value.get('templateId');
  const templateId = chosenTemplate?.text ?? task.templateId;
  return (
    <div class="task-parts">
      {immediateParts.some((part) => parts.has(part)) && (
        <p class="none">Each Add or Save in this part takes effect at once.</p>
      )}
      {parts.has('conditions') && <ConditionsEditor {...partProps} />}
      {parts.has('conditions') && <ApprovalsEditor {...partProps} />}
      {parts.has('dependencies') && <DependenciesEditor {...partProps} />}
      {parts.has('links') && <LinksEditor {...partProps} />}
      <RunAsNote plan={plan} task={task} />
      {parts.has('templateVariables') && templateId && (
        <CreationValues
          key={templateId}
          {...partProps}
          templateId={templateId}
          isTemplateSaved={chosenTemplate === undefined}
        />
      )}
    </div>
  );
}
