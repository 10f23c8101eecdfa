import type { TaskResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import Check from '~icons/lucide/check';
import Pencil from '~icons/lucide/pencil';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { draftOf } from '../../../components/drafts/draft-form.tsx';
import { Skeleton } from '../../../components/empty-state.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { TaskTypeIcon } from '../../../components/marks/task-type-icon.tsx';
import { PanelHead } from '../../../components/panel-head.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { taskTypeTitle } from '../../../live/task-types.ts';
import { t } from '../../../navigation/text.ts';
import { taskPosition } from '../../release/plan.ts';
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

/** Whether the fields of the task are saved. */
const SavedMark = ({ isUnsaved }: { readonly isUnsaved: boolean }) => (
  <span class="saved">
    <Icon of={isUnsaved ? Pencil : Check} size="small" />
    {isUnsaved ? t('Unsaved') : t('Saved')}
  </span>
);

/** A task of a template, with all its fields. */
export function TaskDrawer({ template, entity, task, missingPermission, close }: DrawerProps) {
  const taskFields = useTaskFields(template, task);
  const editing = useEditing(entity);
  const draft = draftOf(task.id);
  const path = useMemo(() => taskPosition(template, task.id)?.path, [template, task.id]);
  // The conditions of a gate are its content.
  const isPartsFirst = taskFields?.parts.has('conditions') === true;
  const parts = taskFields && (
    <Lazy load={loadParts} props={{ template, task, editing, missingPermission, parts: taskFields.parts }} />
  );
  return (
    <Dialog title={task.title} close={close} kind="panel" hasOwnHead>
      <PanelHead
        above={
          <>
            <TaskTypeIcon type={task.type} />
            <span>{taskTypeTitle(task.type)}</span>
            {path !== undefined && (
              <span>
                · <bdi>{path}</bdi>
              </span>
            )}
          </>
        }
        title={task.title}
        tools={<SavedMark isUnsaved={draft.value.size > 0} />}
        close={close}
      >
        <MissingPermissions names={[missingPermission]} />
      </PanelHead>
      {taskFields === undefined && <Skeleton />}
      {taskFields && (
        <>
          {isPartsFirst && parts}
          <TaskForm
            template={template}
            task={task}
            typeFields={taskFields}
            draft={draft}
            isDisabled={missingPermission !== null}
            refresh={entity.refresh}
          />
          <Refusal message={editing.refusal.value} />
          {!isPartsFirst && parts}
        </>
      )}
    </Dialog>
  );
}
