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
import { t } from '../../../navigation/text.ts';
import type { FlowActions } from './flow-actions.ts';

const reasonOf = (permission: string | null): string | null => permission && t`Requires ${permission}`;

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
        ...(tasks ? [item(t('Add task'), Plus, () => actions.add(id))] : []),
        item(t('Rename'), TextCursorInput, () => actions.rename(id)),
        item(t('Duplicate'), Copy, () => actions.copy(id)),
        item(t('Change type…'), RefreshCw, open('type')),
        {
          ...{ label: locked ? t('Unlock') : t('Lock'), icon: locked ? LockOpen : Lock, run: () => actions.lock(task) },
          disabledReason: reasonOf(actions.missingLockPermission),
        },
      ],
    },
    {
      actions: [
        {
          ...item(t('Move up'), ArrowUp, () => actions.moveBy(id, -1), isFirst ? t('First task') : null),
          shortcut: 'Alt ↑',
        },
        {
          ...item(t('Move down'), ArrowDown, () => actions.moveBy(id, 1), isLast ? t('Last task') : null),
          shortcut: 'Alt ↓',
        },
        item(t('Move to…'), FolderInput, open('move')),
      ],
    },
    { actions: [{ ...item(t('Delete task…'), Trash2, open('deleteTask')), isDanger: true }] },
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
  const disabledReason = reasonOf(actions.missingPermission);
  const { position, isFirst, isLast } = actions.siblingPosition(id);
  const sections = [
    {
      actions: [
        { label: t('Edit phase…'), icon: Pencil, run: () => actions.open({ about: 'phase', id }) },
        { label: t('Duplicate'), icon: Copy, run: () => actions.copyPhase(id, position), disabledReason },
        {
          ...{ label: t('Move left'), icon: ArrowLeft, run: () => actions.movePhaseBy(id, -1) },
          disabledReason: disabledReason ?? (isFirst ? t('First phase') : null),
        },
        {
          ...{ label: t('Move right'), icon: ArrowRight, run: () => actions.movePhaseBy(id, 1) },
          disabledReason: disabledReason ?? (isLast ? t('Last phase') : null),
        },
      ],
    },
    {
      actions: [
        {
          ...{ label: t('Delete phase…'), icon: Trash2, run: () => actions.open({ about: 'deletePhase', id }) },
          ...{ isDanger: true, disabledReason },
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
