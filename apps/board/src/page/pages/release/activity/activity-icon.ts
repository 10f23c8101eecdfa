import ArrowRightLeft from '~icons/lucide/arrow-right-left';
import CircleCheck from '~icons/lucide/circle-check';
import CircleMinus from '~icons/lucide/circle-minus';
import CirclePlay from '~icons/lucide/circle-play';
import CircleX from '~icons/lucide/circle-x';
import Clock from '~icons/lucide/clock';
import Flag from '~icons/lucide/flag';
import Lock from '~icons/lucide/lock';
import MessageSquare from '~icons/lucide/message-square';
import Paperclip from '~icons/lucide/paperclip';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import Tag from '~icons/lucide/tag';
import Trash2 from '~icons/lucide/trash-2';
import UserRound from '~icons/lucide/user-round';
import type { IconNode } from '../../../components/marks/icon.tsx';

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

export type ActivityKind = 'comment' | 'status' | 'edit';

/** The types of activities that change the status of a release or of its parts, or report it. */
const statusPattern =
  /STARTED|RESUMED|REOPENED|SCHEDULED|RESTARTED|RETRIED|FAILED|FAILING|ABORT|COMPLETED|CLOSED|SKIPPED|DELAYED|WAITING|FULFILLED|APPROVED|REJECTED|WITHDRAWN/;

/** Returns the kind of an activity by its type. */
export function activityKind(activityType: string): ActivityKind {
  if (activityType.startsWith('COMMENT_')) return 'comment';
  return statusPattern.test(activityType) ? 'status' : 'edit';
}

/** Returns the icon for the type of an activity. */
export function activityMark(activityType: string): ActivityMark {
  const [, icon, tone] = marks.find(([pattern]) => pattern.test(activityType)) ?? [null, Pencil, quiet];
  return { icon, tone };
}
