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
import type { EditorProps } from '../editor-props.ts';
import { useEditing } from '../flow/use-editing.ts';
import { isUnsaved } from '../part-inputs.ts';
import { TaskForm } from './task-form.tsx';
import { useTaskFields } from './use-task-fields.ts';

const loadParts = async () => (await import('./parts/task-parts.tsx')).TaskParts;

export interface DrawerProps extends Pick<EditorProps, 'plan' | 'entity' | 'limits'> {
  readonly task: TaskResponse;
  readonly close: () => void;
}

/** Whether the fields and parts of the task are saved. */
const SavedMark = ({ isUnsaved }: { readonly isUnsaved: boolean }) => (
  <span class="saved">
    <Icon of={isUnsaved ? Pencil : Check} size="small" />
    {isUnsaved ? t('Unsaved') : t('Saved')}
  </span>
);

/** A task of a plan, with all its fields. */
export function TaskDrawer({ plan, entity, limits, task, close }: DrawerProps) {
  const taskFields = useTaskFields(plan, task);
  const editing = useEditing(entity);
  const draft = draftOf(task.id);
  const missingPermission = limits.missing.task;
  const reason = limits.reasonFor(task.id, 'update');
  const path = useMemo(() => taskPosition(plan, task.id)?.path, [plan, task.id]);
  // The conditions of a gate are its content.
  const isPartsFirst = taskFields?.parts.has('conditions') === true;
  const parts = taskFields && (
    <Lazy
      load={loadParts}
      props={{
        plan,
        task,
        editing,
        isReadOnly: missingPermission !== null || reason !== null,
        parts: taskFields.parts,
      }}
    />
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
        tools={<SavedMark isUnsaved={isUnsaved(task)} />}
        close={close}
      >
        <MissingPermissions names={[missingPermission]} />
        {reason !== null && <p class="reason">{reason}</p>}
      </PanelHead>
      {taskFields === undefined && <Skeleton />}
      {taskFields && (
        <>
          {isPartsFirst && parts}
          <TaskForm
            plan={plan}
            task={task}
            typeFields={taskFields}
            draft={draft}
            isDisabled={reason !== null}
            missingPermission={limits.missingForField}
            refresh={entity.refresh}
            after={
              <>
                {!isPartsFirst && parts}
                <Refusal message={editing.refusal.value} />
              </>
            }
          />
        </>
      )}
    </Dialog>
  );
}
