import {
  CircleUserRound,
  Columns3,
  DiamondPlus,
  Globe,
  type IconNode,
  ListOrdered,
  ListTree,
  Mail,
  MessageCircleQuestionMark,
  Plug,
  Rocket,
  SquareTerminal,
} from 'lucide';
import { Icon } from './icon.tsx';

const icons: readonly (readonly [pattern: RegExp, icon: IconNode])[] = [
  [/\.GateTask$/, DiamondPlus],
  [/\.ParallelGroup$/, Columns3],
  [/\.(?:SequentialGroup|TaskGroup)$/, ListOrdered],
  [/\.UserInputTask$/, MessageCircleQuestionMark],
  [/\.NotificationTask$/, Mail],
  [/\.CreateReleaseTask$/, Rocket],
  [/Script/, SquareTerminal],
  [/\.Task$/, CircleUserRound],
  [/^webhook\.|http/i, Globe],
  [/Group/, ListTree],
];

/** Returns the icon of a task type. Types of plugins without one of their own have a plug. */
export const taskTypeIcon = (type: string): IconNode => icons.find(([pattern]) => pattern.test(type))?.[1] ?? Plug;

/** The icon of a task type. */
export const TaskTypeIcon = ({ type }: { readonly type: string }) => <Icon of={taskTypeIcon(type)} />;
