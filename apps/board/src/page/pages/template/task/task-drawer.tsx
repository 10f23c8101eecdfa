import type { TaskResponse } from '@slipway/api-schema/plans';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { draftOf } from '../../../components/drafts/draft-form.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { taskTypeTitle } from '../../../live/task-types.ts';
import { useEditing } from '../flow/use-editing.ts';
import type { TabProps } from '../tab.ts';
import { TaskForm } from './task-form.tsx';
import { useTaskFields } from './use-task-fields.ts';

const loadParts = async () => (await import('./parts/task-parts.tsx')).TaskParts;

export interface DrawerProps extends Pick<TabProps, 'template' | 'entity'> {
  readonly task: TaskResponse;
  readonly missingPermission: string | null;
  readonly close: () => void;
}

/** A task of a template, with all its fields. */
export function TaskDrawer({ template, entity, task, missingPermission, close }: DrawerProps) {
  const taskFields = useTaskFields(template, task);
  const editing = useEditing(entity);
  return (
    <Dialog title={task.title} close={close} kind="drawer">
      <p class="type">{taskTypeTitle(task.type)}</p>
      <MissingPermissions names={[missingPermission]} />
      {taskFields && (
        <>
          <TaskForm
            template={template}
            task={task}
            typeFields={taskFields}
            draft={draftOf(task.id)}
            isDisabled={missingPermission !== null}
            refresh={entity.refresh}
          />
          <Refusal message={editing.refusal.value} />
          <Lazy load={loadParts} props={{ template, task, editing, missingPermission, parts: taskFields.parts }} />
        </>
      )}
    </Dialog>
  );
}
