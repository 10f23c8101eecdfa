import type { TaskFields } from '../use-task-fields.ts';
import { ApprovalsEditor } from './approvals.tsx';
import { ConditionsEditor } from './conditions.tsx';
import { CreationValues } from './creation-values.tsx';
import { DependenciesEditor } from './dependencies.tsx';
import { LinksEditor } from './links.tsx';
import type { PartProps } from './part-props.ts';

interface Props extends PartProps {
  /** what its type has */
  readonly parts: TaskFields['parts'];
}

/** What a task has that is edited in ways of its own: a script of its own, since most tasks have none of it. */
export function TaskParts({ parts, ...partProps }: Props) {
  const { templateId } = partProps.task;
  return (
    <>
      {parts.has('conditions') && <ConditionsEditor {...partProps} />}
      {parts.has('conditions') && <ApprovalsEditor {...partProps} />}
      {parts.has('dependencies') && <DependenciesEditor {...partProps} />}
      {parts.has('links') && <LinksEditor {...partProps} />}
      {parts.has('templateVariables') && templateId && (
        <CreationValues key={templateId} {...partProps} templateId={templateId} />
      )}
    </>
  );
}
