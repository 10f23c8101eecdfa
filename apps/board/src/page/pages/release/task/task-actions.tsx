import { useSignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import Check from '~icons/lucide/check';
import CircleX from '~icons/lucide/circle-x';
import Ellipsis from '~icons/lucide/ellipsis';
import OctagonX from '~icons/lucide/octagon-x';
import Play from '~icons/lucide/play';
import RotateCcw from '~icons/lucide/rotate-ccw';
import SkipForward from '~icons/lucide/skip-forward';
import Undo2 from '~icons/lucide/undo-2';
import { permissionReason } from '../../../api/permission-reason.ts';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Menu, type MenuAction } from '../../../components/controls/menu.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { findTaskType } from '../../../live/task-types.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { t } from '../../../navigation/text.ts';
import { availableActions, isConfirmed, isDangerous, type TaskAction } from '../actions.ts';
import { missingPermissionOnTask, type TaskExplanation } from '../permissions.ts';
import type { TaskRequests } from './task-requests.ts';

const loadDialog = async () => (await import('./confirm-task-action.tsx')).ConfirmTaskAction;

interface Props {
  readonly task: TaskResponse;
  /** Undefined until the explanation is loaded. */
  readonly explanation: TaskExplanation | undefined;
  readonly requests: TaskRequests;
  /** Whether another button of the panel is the main one. */
  readonly hasOtherMain: boolean;
  /** Whether the task is a closed gate, which REST does not complete. */
  readonly isClosedGate: boolean;
}

const icons: Readonly<Record<TaskAction['path'], IconNode>> = {
  complete: Check,
  retry: RotateCcw,
  startNow: Play,
  reopen: Undo2,
  skip: SkipForward,
  fail: CircleX,
  abort: OctagonX,
};

/** The label of an action. Three dots announce a dialog. */
const labelOf = (action: TaskAction): string => (isConfirmed(action) ? `${action.label}…` : action.label);

/** Whether the action is what the task waits for. Only such an action is the main button. */
const isExpected = ({ path }: TaskAction, { status }: TaskResponse): boolean =>
  (path === 'complete' && status !== 'PLANNED') || path === 'retry';

/** The likely action on a task as a button, and all others in a menu. A disabled action has its reason below. */
export function TaskActions({ task, explanation, requests, hasOtherMain, isClosedGate }: Props) {
  const asked = useSignal<TaskAction | null>(null);
  const actions = availableActions(task, findTaskType(task.type)).map((action) => ({
    ...action,
    missingPermission: missingPermissionOnTask(explanation, action.action),
    disabledReason: isClosedGate && action.path === 'complete' ? t('The gate has open requirements') : null,
  }));
  const start = async (action: TaskAction): Promise<void> => {
    if (isConfirmed(action)) asked.value = action;
    else await requests.runAction(action);
  };
  const possibleActions = actions.filter(({ disabledReason }) => disabledReason === null);
  usePaletteActions(
    possibleActions.map((action) => ({
      name: isConfirmed(action) ? `${action.label} ${task.title}…` : `${action.label} ${task.title}`,
      missingPermission: action.missingPermission,
      run: () => void start(action),
    })),
  );
  const [first, ...others] = actions;
  const toItem = (action: (typeof actions)[number]): MenuAction => ({
    label: labelOf(action),
    icon: icons[action.path],
    isDanger: isDangerous(action),
    disabledReason: permissionReason(action.missingPermission),
    run: () => void start(action),
  });
  const items = others.map(toItem);
  const missingPermissions = actions.map((action) => action.missingPermission);
  if (first === undefined) return <MissingPermissions names={missingPermissions} />;
  return (
    <>
      <div class="tools">
        <ActionButton
          key={first.path}
          isMain={!hasOtherMain && isExpected(first, task)}
          missingPermission={first.missingPermission}
          disabledReason={first.disabledReason}
          run={() => start(first)}
        >
          <Icon of={icons[first.path]} />
          {labelOf(first)}
        </ActionButton>
        {items.length > 0 && (
          <Menu
            label="Task actions"
            buttonClass="quiet square"
            sections={[
              { actions: items.filter(({ isDanger }) => isDanger !== true) },
              { actions: items.filter(({ isDanger }) => isDanger === true) },
            ]}
          >
            <Icon of={Ellipsis} />
          </Menu>
        )}
      </div>
      <MissingPermissions names={missingPermissions} />
      {asked.value !== null && (
        <Lazy load={loadDialog} props={{ task, action: asked.value, requests, close: () => (asked.value = null) }} />
      )}
    </>
  );
}
