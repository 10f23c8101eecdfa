import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import ArrowDown from '~icons/lucide/arrow-down';
import ArrowLeft from '~icons/lucide/arrow-left';
import ArrowRight from '~icons/lucide/arrow-right';
import ArrowUp from '~icons/lucide/arrow-up';
import Copy from '~icons/lucide/copy';
import Ellipsis from '~icons/lucide/ellipsis';
import FolderInput from '~icons/lucide/folder-input';
import Lock from '~icons/lucide/lock';
import LockOpen from '~icons/lucide/lock-open';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import RefreshCw from '~icons/lucide/refresh-cw';
import TextCursorInput from '~icons/lucide/text-cursor-input';
import Trash2 from '~icons/lucide/trash-2';
import { Menu, type MenuAction } from '../../../components/controls/menu.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import type { FlowActions } from './flow-actions.ts';

const reasonOf = (permission: string | null): string | null => permission && `Requires ${permission}`;

interface TaskMenuProps {
  readonly task: TaskResponse;
  readonly actions: FlowActions;
}

/** The menu of a task. */
export function TaskMenu({ task, actions }: TaskMenuProps) {
  const { id, title, locked, tasks } = task;
  const { isFirst, isLast } = actions.siblingPosition(id);
  const disabledReason = reasonOf(actions.missingPermission);
  const item = (
    label: string,
    icon: MenuAction['icon'],
    run: () => void,
    reason: string | null = null,
  ): MenuAction => ({
    ...{ label, run, disabledReason: disabledReason ?? reason },
    ...(icon && { icon }),
  });
  const open = (about: 'move' | 'type' | 'deleteTask') => () => actions.open({ about, id });
  const sections = [
    {
      actions: [
        ...(tasks ? [item('Add task', Plus, () => actions.add(id))] : []),
        item('Rename', TextCursorInput, () => actions.rename(id)),
        item('Duplicate', Copy, () => actions.copy(id)),
        item('Change type…', RefreshCw, open('type')),
        {
          ...{ label: locked ? 'Unlock' : 'Lock', icon: locked ? LockOpen : Lock, run: () => actions.lock(task) },
          disabledReason: reasonOf(actions.missingLockPermission),
        },
      ],
    },
    {
      actions: [
        { ...item('Move up', ArrowUp, () => actions.moveBy(id, -1), isFirst ? 'First task' : null), shortcut: 'Alt ↑' },
        {
          ...item('Move down', ArrowDown, () => actions.moveBy(id, 1), isLast ? 'Last task' : null),
          shortcut: 'Alt ↓',
        },
        item('Move to…', FolderInput, open('move')),
      ],
    },
    { actions: [{ ...item('Delete task…', Trash2, open('deleteTask')), isDanger: true }] },
  ];
  return (
    <Menu label={`More actions for ${title}`} buttonClass="quiet square small" sections={sections}>
      <Icon of={Ellipsis} />
    </Menu>
  );
}

interface PhaseMenuProps {
  readonly phase: Pick<PhaseResponse, 'id' | 'title'>;
  readonly actions: FlowActions;
}

/** The menu of a phase. */
export function PhaseMenu({ phase: { id, title }, actions }: PhaseMenuProps) {
  const disabledReason = reasonOf(actions.missingPermission);
  const { position, isFirst, isLast } = actions.siblingPosition(id);
  const sections = [
    {
      actions: [
        { label: 'Edit phase…', icon: Pencil, run: () => actions.open({ about: 'phase', id }) },
        { label: 'Duplicate', icon: Copy, run: () => actions.copyPhase(id, position), disabledReason },
        {
          ...{ label: 'Move left', icon: ArrowLeft, run: () => actions.movePhaseBy(id, -1) },
          disabledReason: disabledReason ?? (isFirst ? 'First phase' : null),
        },
        {
          ...{ label: 'Move right', icon: ArrowRight, run: () => actions.movePhaseBy(id, 1) },
          disabledReason: disabledReason ?? (isLast ? 'Last phase' : null),
        },
      ],
    },
    {
      actions: [
        {
          ...{ label: 'Delete phase…', icon: Trash2, run: () => actions.open({ about: 'deletePhase', id }) },
          ...{ isDanger: true, disabledReason },
        },
      ],
    },
  ];
  return (
    <Menu label={`Phase actions for ${title}`} buttonClass="quiet square small" sections={sections}>
      <Icon of={Ellipsis} />
    </Menu>
  );
}
