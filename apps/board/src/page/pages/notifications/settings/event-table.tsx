import type { ComponentChildren } from 'preact';
import Lock from '~icons/lucide/lock';
import { Icon } from '../../../components/marks/icon.tsx';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { eventHint, eventName, groupEvents } from '../event-words.ts';
import {
  type Mode,
  modeLabels,
  modesOf,
  type NotificationPreferences,
  type NotificationSettings,
  type UserChannel,
  userChannels,
  withMode,
} from './settings.ts';

interface Props {
  readonly settings: NotificationSettings;
  readonly events: NotificationPreferences['events'];
  readonly change: (events: NotificationPreferences['events']) => void;
}

interface CellProps extends Props {
  readonly type: string;
  readonly channel: UserChannel;
}

const modeOf = (text: string): Mode | null => (text === 'now' || text === 'digest' || text === 'off' ? text : null);

/** The mode of a channel for an event: a list, or the reason why the user cannot change it. */
function ModeCell({ settings: { defaults, mandatory }, events, change, type, channel }: CellProps): ComponentChildren {
  const inherited = defaults[type]?.[channel] ?? 'off';
  if (mandatory[type]?.includes(channel))
    return (
      <span class="row mandatory" title={t('Your administrator requires this notification')}>
        <Icon of={Lock} size="small" />
        {modeLabels.now}
        <span class="unseen">Your administrator requires this notification</span>
      </span>
    );
  return (
    <select
      aria-label={`${eventName(type)}: ${channelName(channel)}`}
      value={events[type]?.[channel] ?? ''}
      onChange={({ currentTarget }) => change(withMode(events, type, channel, modeOf(currentTarget.value)))}
    >
      <option value="">{t`Default (${modeLabels[inherited].toLowerCase()})`}</option>
      {modesOf(channel).map((mode) => (
        <option key={mode} value={mode}>
          {modeLabels[mode]}
        </option>
      ))}
    </select>
  );
}

/** The mode of each channel for each event. */
export function EventTable(props: Props) {
  const groups = groupEvents(Object.keys(props.settings.defaults));
  return (
    <table class="event-modes">
      <caption class="unseen">Notifications by event</caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          {userChannels.map((channel) => (
            <th key={channel} scope="col">
              {channelName(channel)}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ group, label, types }) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={userChannels.length + 1}>
              {label}
            </th>
          </tr>
          {types.map((type) => (
            <tr key={type}>
              <th scope="row">
                {eventName(type)}
                <p class="sub">{eventHint(type)}</p>
              </th>
              {userChannels.map((channel) => (
                <td key={channel} data-name={channelName(channel)}>
                  <ModeCell {...props} type={type} channel={channel} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
