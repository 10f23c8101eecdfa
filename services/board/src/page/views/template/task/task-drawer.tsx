import type { TaskAnswer } from '@slipway/wire';
import { Lacking } from '../../../parts/deed.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { typeWord } from '../../release/plan.ts';
import { draftOf } from '../fields/drafts.ts';
import { useEditing } from '../flow/edit.ts';
import type { TabProps } from '../tab.ts';
import { ConditionsEditor } from './conditions.tsx';
import { CreationValues } from './creation-values.tsx';
import { DependenciesEditor } from './dependencies.tsx';
import { LinksEditor } from './links.tsx';
import { useTaskFields } from './task-fields.ts';
import { TaskForm } from './task-form.tsx';

export interface DrawerProps extends Pick<TabProps, 'template' | 'shown'> {
  readonly task: TaskAnswer;
  readonly lacking: string | null;
  readonly close: () => void;
}

/** A task of a template, with all that may be said of it. */
export function TaskDrawer({ template, shown, task, lacking, close }: DrawerProps) {
  const own = useTaskFields(template, task);
  const editing = useEditing(shown);
  const given = { template, task, editing, lacking };
  const { templateId } = task;
  return (
    <Dialog title={task.title} close={close} isDrawer>
      <p class="type">{typeWord(task.type)}</p>
      <Lacking names={[lacking]} />
      {own && (
        <>
          <TaskForm
            template={template}
            task={task}
            own={own}
            draft={draftOf(task.id)}
            lacking={lacking}
            refresh={shown.refresh}
          />
          <Refusal sentence={editing.refusal.value} />
          {own.parts.has('conditions') && <ConditionsEditor {...given} />}
          {own.parts.has('dependencies') && <DependenciesEditor {...given} />}
          {own.parts.has('links') && <LinksEditor {...given} />}
          {own.parts.has('templateVariables') && templateId && (
            <CreationValues key={templateId} {...given} templateId={templateId} />
          )}
        </>
      )}
    </Dialog>
  );
}
