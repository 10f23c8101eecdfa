import type { ActivityResponse } from '@slipway/api-schema/history';
import type { ComponentChildren } from 'preact';
import { activityMessage } from '../../../api/language.ts';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Message } from '../../../components/message.tsx';
import { Moment } from '../../../components/moment.tsx';
import { activityMark } from './activity-icon.ts';

interface Props {
  readonly entry: ActivityResponse;
  /** Content between the text and the user, such as a link to the task. */
  readonly children?: ComponentChildren;
  /** Whether the entry has the avatar of the user. */
  readonly hasAvatar?: boolean;
}

/** An entry of the activity log: an icon for its kind, its text, its user and its time. */
export function ActivityEntry({ entry, children, hasAvatar = false }: Props) {
  const { icon, tone } = activityMark(entry.activityType);
  return (
    <li>
      <span class={tone}>
        <Icon of={icon} />
      </span>
      <div>
        <p class="what">
          <Message message={activityMessage(entry)} />
        </p>
        {children}
      </div>
      <p class="by">
        {hasAvatar && <Avatar name={entry.username} isNamed />}
        <bdi>{entry.username}</bdi> <Moment at={entry.eventTime} />
      </p>
    </li>
  );
}
