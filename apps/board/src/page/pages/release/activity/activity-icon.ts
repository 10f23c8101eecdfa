import {
  ArrowRightLeft,
  CircleCheck,
  CircleMinus,
  CirclePlay,
  CircleX,
  Clock,
  Flag,
  type IconNode,
  Lock,
  MessageSquare,
  Paperclip,
  Pencil,
  Plus,
  Tag,
  Trash2,
  UserRound,
} from 'lucide';

/** The icon of an activity, and the class of its color. */
export interface ActivityMark {
  readonly icon: IconNode;
  readonly tone: string;
}

const quiet = 'faint';

/** The first pattern that matches the type of an activity decides. */
const marks: readonly (readonly [pattern: RegExp, icon: IconNode, tone: string])[] = [
  [/^COMMENT_/, MessageSquare, quiet],
  [/DELETED/, Trash2, quiet],
  [/^ATTACHMENT_/, Paperclip, quiet],
  [/VARIABLE/, Tag, quiet],
  [/FLAGGED/, Flag, 'waits-text'],
  [/FAILED|FAILING|REJECTED/, CircleX, 'failed-text'],
  [/ABORT/, CircleMinus, quiet],
  [/COMPLETED|CLOSED|_FULFILLED|APPROVED/, CircleCheck, 'done-text'],
  [/SKIPPED|UNFULFILLED|WITHDRAWN/, CircleMinus, quiet],
  [/STARTED|RESUMED|REOPENED|SCHEDULED/, CirclePlay, 'runs-text'],
  [/DELAYED|WAITING/, Clock, 'waits-text'],
  [/ASSIGNED/, UserRound, quiet],
  [/LOCKED/, Lock, quiet],
  [/MOVED/, ArrowRightLeft, quiet],
  [/CREATED|COPIED|ADDED/, Plus, quiet],
];

/** Returns the icon for the type of an activity. */
export function activityMark(activityType: string): ActivityMark {
  const [, icon, tone] = marks.find(([pattern]) => pattern.test(activityType)) ?? [null, Pencil, quiet];
  return { icon, tone };
}
