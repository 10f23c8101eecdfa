import type { TaskAnswer } from '@slipway/wire';
import { titleOfType } from '../../../live/task-types.ts';
import { Lacking } from '../../../parts/deed.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { draftOf } from '../../../parts/drafts/drafts.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { useEditing } from '../flow/edit.ts';
import type { TabProps } from '../tab.ts';
import { useTaskFields } from './task-fields.ts';
import { TaskForm } from './task-form.tsx';

const loadParts = async () => (await import('./parts/task-parts.tsx')).TaskParts;

export interface DrawerProps extends Pick<TabProps, 'template' | 'shown'> {
  readonly task: TaskAnswer;
  readonly lacking: string | null;
  readonly close: () => void;
}

/** A task of a template, with all its fields. */
export function TaskDrawer({ template, shown, task, lacking, close }: DrawerProps) {
  const own = useTaskFields(template, task);
  const editing = useEditing(shown);
  return (
    <Dialog title={task.title} close={close} isDrawer>
      <p class="type">{titleOfType(task.type)}</p>
      <Lacking names={[lacking]} />
      {own && (
        <>
          <TaskForm
            template={template}
            task={task}
            own={own}
            draft={draftOf(task.id)}
            isDisabled={lacking !== null}
            refresh={shown.refresh}
          />
          <Refusal sentence={editing.refusal.value} />
          <Loaded load={loadParts} given={{ template, task, editing, lacking, has: own.parts }} />
        </>
      )}
    </Dialog>
  );
}
