import type { ActivityResponse } from '@slipway/api-schema/history';
import type { ComponentChildren } from 'preact';
import { systemAuthor } from '../../../api/full-names.ts';
import { activityMessage } from '../../../api/language.ts';
import { logInWords } from '../../../components/drafts/change-words.ts';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Message } from '../../../components/message.tsx';
import { Moment } from '../../../components/moment.tsx';
import { activityMark } from './activity-icon.ts';

interface Props {
  readonly entry: ActivityResponse;
  /** Returns the path of an object that the text names; null for no link. */
  readonly linkTo?: (id: string) => string | null;
  /** Whether the entry has the avatar of the user. */
  readonly hasAvatar?: boolean;
  /** More about the entry, below its text. */
  readonly children?: ComponentChildren;
}

/** An entry of the activity log: an icon for its kind, its text, its user and its time. */
export function ActivityEntry({ entry, linkTo, hasAvatar = false, children }: Props) {
  const { icon, tone } = activityMark(entry.activityType);
  return (
    <li>
      <span class={tone}>
        <Icon of={icon} />
      </span>
      <p class="log-text">
        <Message message={logInWords(activityMessage(entry))} linkTo={linkTo} />
      </p>
      <p class="log-by">
        {hasAvatar && entry.username !== systemAuthor && <Avatar name={entry.username} isNamed />}
        <UserName name={entry.username} /> <Moment at={entry.eventTime} />
      </p>
      {children}
    </li>
  );
}
