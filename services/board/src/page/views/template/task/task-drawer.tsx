import type { TaskResponse } from '@slipway/wire';
import { taskTypeTitle } from '../../../live/task-types.ts';
import { MissingPermissions } from '../../../parts/deed.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { draftOf } from '../../../parts/drafts/drafts.ts';
import { Lazy } from '../../../parts/loaded.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { useEditing } from '../flow/edit.ts';
import type { TabProps } from '../tab.ts';
import { useTaskFields } from './task-fields.ts';
import { TaskForm } from './task-form.tsx';

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
    <Dialog title={task.title} close={close} isDrawer>
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
          <Refusal sentence={editing.refusal.value} />
          <Lazy load={loadParts} props={{ template, task, editing, missingPermission, parts: taskFields.parts }} />
        </>
      )}
    </Dialog>
  );
}
