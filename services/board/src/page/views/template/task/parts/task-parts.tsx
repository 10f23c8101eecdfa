import type { TaskFields } from '../task-fields.ts';
import { ApprovalsEditor } from './approvals.tsx';
import { ConditionsEditor } from './conditions.tsx';
import { CreationValues } from './creation-values.tsx';
import { DependenciesEditor } from './dependencies.tsx';
import { LinksEditor } from './links.tsx';
import type { PartProps } from './parts-editing.ts';

interface Props extends PartProps {
  /** what its type has */
  readonly has: TaskFields['parts'];
}

/** What a task has that is edited in ways of its own: a script of its own, since most tasks have none of it. */
export function TaskParts({ has, ...given }: Props) {
  const { templateId } = given.task;
  return (
    <>
      {has.has('conditions') && <ConditionsEditor {...given} />}
      {has.has('conditions') && <ApprovalsEditor {...given} />}
      {has.has('dependencies') && <DependenciesEditor {...given} />}
      {has.has('links') && <LinksEditor {...given} />}
      {has.has('templateVariables') && templateId && (
        <CreationValues key={templateId} {...given} templateId={templateId} />
      )}
    </>
  );
}
