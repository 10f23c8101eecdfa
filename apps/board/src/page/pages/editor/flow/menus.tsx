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
import { permissionReason } from '../../../api/permission-reason.ts';
import { Menu, type MenuAction } from '../../../components/controls/menu.tsx';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { t } from '../../../navigation/text.ts';
import type { PartEdit } from '../editing-limits.ts';
import type { FlowActions } from './flow-actions.ts';

/** Returns why an edit of a phase or task is disabled; null if it is not. */
function reasonFor({ limits }: FlowActions, id: string, edit: PartEdit): string | null {
  const { missing, reasonFor } = limits;
  const isTaskChange = edit === 'update' || edit === 'changeType';
  return permissionReason(isTaskChange ? missing.task : missing.plan) ?? reasonFor(id, edit);
}

/** Returns why a part cannot move back: it is the first one, or the parts before it have started. */
const firstReason = (position: number, isFirst: string, isBlocked: string): string =>
  position === 0 ? isFirst : isBlocked;

interface TaskMenuProps {
  readonly task: TaskResponse;
  readonly actions: FlowActions;
}

/** The menu of a task. */
export function TaskMenu({ task, actions }: TaskMenuProps) {
  const { id, title, locked, tasks } = task;
  const { position, isFirst, isLast } = actions.siblingPosition(id);
  const item = (label: string, icon: IconNode, edit: PartEdit, run: () => void): MenuAction => ({
    ...{ label, icon, run },
    disabledReason: reasonFor(actions, id, edit),
  });
  const moveReason = reasonFor(actions, id, 'move');
  const open = (about: 'move' | 'type' | 'deleteTask') => () => actions.open({ about, id });
  const sections = [
    {
      actions: [
        ...(tasks ? [item(t('Add task'), Plus, 'add', () => actions.add(id))] : []),
        item(t('Rename'), TextCursorInput, 'update', () => actions.rename(id)),
        item(t('Duplicate'), Copy, 'copy', () => actions.copy(id)),
        item(t('Change type…'), RefreshCw, 'changeType', open('type')),
        {
          ...{ label: locked ? t('Unlock') : t('Lock'), icon: locked ? LockOpen : Lock, run: () => actions.lock(task) },
          disabledReason: permissionReason(actions.limits.missing.lock),
        },
      ],
    },
    {
      actions: [
        {
          ...item(t('Move up'), ArrowUp, 'move', () => actions.moveBy(id, -1)),
          disabledReason:
            moveReason ??
            (isFirst ? firstReason(position, t('First task'), t('The tasks before it have started')) : null),
          shortcut: 'Alt ↑',
        },
        {
          ...item(t('Move down'), ArrowDown, 'move', () => actions.moveBy(id, 1)),
          disabledReason: moveReason ?? (isLast ? t('Last task') : null),
          shortcut: 'Alt ↓',
        },
        item(t('Move to…'), FolderInput, 'move', open('move')),
      ],
    },
    { actions: [{ ...item(t('Delete task…'), Trash2, 'delete', open('deleteTask')), isDanger: true }] },
  ];
  return (
    <Menu label={t`More actions for ${title}`} buttonClass="quiet square small" sections={sections}>
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
  const { position, isFirst, isLast } = actions.siblingPosition(id);
  const moveReason = reasonFor(actions, id, 'move');
  const sections = [
    {
      actions: [
        { label: t('Edit phase…'), icon: Pencil, run: () => actions.open({ about: 'phase', id }) },
        {
          label: t('Duplicate'),
          icon: Copy,
          run: () => actions.copyPhase(id, position),
          disabledReason: reasonFor(actions, id, 'copy'),
        },
        {
          ...{ label: t('Move left'), icon: ArrowLeft, run: () => actions.movePhaseBy(id, -1) },
          disabledReason:
            moveReason ??
            (isFirst ? firstReason(position, t('First phase'), t('The phases before it have started')) : null),
        },
        {
          ...{ label: t('Move right'), icon: ArrowRight, run: () => actions.movePhaseBy(id, 1) },
          disabledReason: moveReason ?? (isLast ? t('Last phase') : null),
        },
      ],
    },
    {
      actions: [
        {
          ...{ label: t('Delete phase…'), icon: Trash2, run: () => actions.open({ about: 'deletePhase', id }) },
          ...{ isDanger: true, disabledReason: reasonFor(actions, id, 'delete') },
        },
      ],
    },
  ];
  return (
    <Menu label={t`Phase actions for ${title}`} buttonClass="quiet square small" sections={sections}>
      <Icon of={Ellipsis} />
    </Menu>
  );
}
