import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import ChevronDown from '~icons/lucide/chevron-down';
import ChevronUp from '~icons/lucide/chevron-up';
import LinkIcon from '~icons/lucide/link';
import Pencil from '~icons/lucide/pencil';
import { CopyButton } from '../../../components/controls/copy-button.tsx';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { isFinished } from '../../../components/marks/status.tsx';
import { TaskTypeIcon } from '../../../components/marks/task-type-icon.tsx';
import { PanelHead } from '../../../components/panel-head.tsx';
import { taskTypeTitle } from '../../../live/task-types.ts';
import { Link } from '../../../navigation/link.tsx';
import { isFocusLost } from '../../../navigation/restore-focus.ts';
import { useShortcuts } from '../../../navigation/shortcuts.ts';
import { t } from '../../../navigation/text.ts';
import { type TaskPosition, taskPosition } from '../plan.ts';
import { releaseUrl } from '../url-state.ts';
import { PanelActions, TaskBody, type TaskDetailsProps, TaskStatus, useTaskPanel } from './task-panel.tsx';

/** A reference to the label of a button. */
interface LastFocused {
  current: string | null;
}

/** The content of the drawer of a task, with its head. */
export interface TaskDrawerProps extends TaskDetailsProps {
  readonly release: ReleaseResponse;
  /** Shows another task of the release in the drawer. */
  readonly show: (id: string) => void;
  readonly close: () => void;
  /** The label of the button in the head that had the focus before another task replaced the content of the drawer. */
  readonly lastFocused: LastFocused;
}

interface NeighborProps {
  readonly position: TaskPosition | undefined;
  readonly show: (id: string) => void;
}

interface ButtonProps {
  readonly id: string | null;
  readonly label: string;
  readonly shortcut: string;
  readonly icon: IconNode;
  readonly show: (id: string) => void;
}

const NeighborButton = ({ id, label, shortcut, icon, show }: ButtonProps) => (
  <button
    type="button"
    class="quiet square small"
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={`${label} (${shortcut})`}
    aria-disabled={id === null ? 'true' : undefined}
    onClick={() => id !== null && show(id)}
  >
    <Icon of={icon} />
  </button>
);

/** Buttons and keys for the previous and the next task of the release. */
function Neighbors({ position, show }: NeighborProps) {
  const { previous = null, next = null } = position ?? {};
  const latest = useRef({ previous, next, show });
  latest.current = { previous, next, show };
  const keys = useMemo(() => {
    const go = (direction: 'previous' | 'next') => (): void => {
      const id = latest.current[direction];
      if (id !== null) latest.current.show(id);
    };
    return [
      { key: 'j', description: t('Next task, while a task is open'), run: go('next'), isInDialog: true },
      { key: 'k', description: t('Previous task, while a task is open'), run: go('previous'), isInDialog: true },
    ];
  }, []);
  useShortcuts(keys);
  return (
    <>
      <NeighborButton id={previous} label="Previous task" shortcut="K" icon={ChevronUp} show={show} />
      <NeighborButton id={next} label="Next task" shortcut="J" icon={ChevronDown} show={show} />
    </>
  );
}

/**
 * Moves the focus after another task has replaced the content of the drawer: to the same button of the new head, or to
 * its title. A link on the page that opened the other task loses the focus, too.
 */
function useFocusAfterSwap(taskId: string, lastFocused: LastFocused): void {
  useLayoutEffect(() => {
    const drawer = document.querySelector('dialog.drawer[open]');
    if (drawer !== null && !drawer.contains(document.activeElement)) {
      const head = drawer.querySelector(':scope > header');
      const buttons = [...(head?.querySelectorAll<HTMLElement>('[aria-label]') ?? [])];
      const button = isFocusLost() ? buttons.find(({ ariaLabel }) => ariaLabel === lastFocused.current) : undefined;
      (button ?? head?.querySelector<HTMLElement>('h2'))?.focus();
    }
    return () => {
      const active = document.activeElement;
      lastFocused.current = active?.closest('header') ? active.getAttribute('aria-label') : null;
    };
  }, [taskId]);
}

/** A link to the editor of the release with this task. */
const EditLink = ({ release, task }: Pick<TaskDrawerProps, 'release' | 'task'>) => (
  <Link
    to={releaseUrl(release.id, { isArchived: false, tab: 'edit', from: null }, task.id)}
    class="button quiet square small"
    label="Edit task"
  >
    <Icon of={Pencil} />
  </Link>
);

/** The head and the content of the drawer of a task. */
export function TaskDrawer({ show, close, lastFocused, ...details }: TaskDrawerProps) {
  const { release, task } = details;
  const state = useTaskPanel(details);
  const position = useMemo(() => taskPosition(release, task.id), [release, task.id]);
  useFocusAfterSwap(task.id, lastFocused);
  return (
    <>
      <PanelHead
        above={
          <>
            <TaskTypeIcon type={task.type} />
            <span>{taskTypeTitle(task.type)}</span>
            {position && (
              <span>
                · <bdi>{position.path}</bdi>
              </span>
            )}
          </>
        }
        title={task.title}
        status={<TaskStatus task={task} />}
        tools={
          <>
            <Neighbors position={position} show={show} />
            {!details.isArchived && !isFinished(release) && <EditLink release={release} task={task} />}
            <CopyButton label="Copy link" icon={LinkIcon} getText={() => window.location.href} />
          </>
        }
        close={close}
      >
        <PanelActions task={task} state={state} />
      </PanelHead>
      <TaskBody {...details} position={position} state={state} />
    </>
  );
}
