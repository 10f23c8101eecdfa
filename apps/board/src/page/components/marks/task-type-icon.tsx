import Columns3 from '~icons/lucide/columns-3';
import DiamondPlus from '~icons/lucide/diamond-plus';
import Globe from '~icons/lucide/globe';
import ListOrdered from '~icons/lucide/list-ordered';
import ListTree from '~icons/lucide/list-tree';
import Mail from '~icons/lucide/mail';
import MessageCircleQuestionMark from '~icons/lucide/message-circle-question-mark';
import Plug from '~icons/lucide/plug';
import Rocket from '~icons/lucide/rocket';
import SquareTerminal from '~icons/lucide/square-terminal';
import UserRound from '~icons/lucide/user-round';
import { Icon, type IconNode } from './icon.tsx';

const icons: readonly (readonly [pattern: RegExp, icon: IconNode])[] = [
  [/\.GateTask$/, DiamondPlus],
  [/\.ParallelGroup$/, Columns3],
  [/\.(?:SequentialGroup|TaskGroup)$/, ListOrdered],
  [/\.UserInputTask$/, MessageCircleQuestionMark],
  [/\.NotificationTask$/, Mail],
  [/\.CreateReleaseTask$/, Rocket],
  [/Script/, SquareTerminal],
  [/\.Task$/, UserRound],
  [/^webhook\.|http/i, Globe],
  [/Group/, ListTree],
];

/** Returns the icon of a task type. Types of plugins without one of their own have a plug. */
export const taskTypeIcon = (type: string): IconNode => icons.find(([pattern]) => pattern.test(type))?.[1] ?? Plug;

/** The icon of a task type. */
export const TaskTypeIcon = ({ type }: { readonly type: string }) => <Icon of={taskTypeIcon(type)} />;
