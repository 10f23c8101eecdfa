import Bookmark from '~icons/lucide/bookmark';
import BookmarkCheck from '~icons/lucide/bookmark-check';
import Check from '~icons/lucide/check';
import CircleQuestionMark from '~icons/lucide/circle-question-mark';
import Inbox from '~icons/lucide/inbox';
import Info from '~icons/lucide/info';
import Mail from '~icons/lucide/mail';
import MailOpen from '~icons/lucide/mail-open';
import TriangleAlert from '~icons/lucide/triangle-alert';
import UserRound from '~icons/lucide/user-round';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { RowMenu } from '../../components/controls/row-menu.tsx';
import { Icon, type IconNode } from '../../components/marks/icon.tsx';
import { UserName } from '../../components/marks/user-name.tsx';
import { Moment } from '../../components/moment.tsx';
import { Link } from '../../navigation/link.tsx';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { eventName } from '../notifications/event-words.ts';
import { reasonText } from '../notifications/reasons.ts';
import { whyUrl } from '../notifications/urls.ts';
import { entryAddress, entryTitle, type InboxEntry } from './entries.ts';
import type { EntryAction } from './use-inbox.ts';

/** The icon, tone and name of each urgency. */
const urgencies: Readonly<Record<InboxEntry['urgency'], readonly [IconNode, string, string]>> = {
  action: [UserRound, 'asks-text', t('Your action is needed')],
  alert: [TriangleAlert, 'failed-text', t('Alert')],
  info: [Info, 'idle-text', t('Information')],
};

interface Props {
  readonly entry: InboxEntry;
  readonly run: (entry: InboxEntry, action: EntryAction) => void;
}

/** The buttons of an entry: save, done, and a menu. */
function EntryActions({ entry, run }: Props) {
  const title = entryTitle(entry);
  const act = (action: EntryAction) => (): void => run(entry, action);
  return (
    <span class="acts">
      <IconButton
        label={entry.saved ? t`Remove ${title} from saved` : t`Save ${title}`}
        icon={entry.saved ? BookmarkCheck : Bookmark}
        keys="s"
        run={act(entry.saved ? 'unsave' : 'save')}
      />
      <IconButton
        label={entry.done ? t`Move ${title} to the inbox` : t`Mark ${title} as done`}
        icon={entry.done ? Inbox : Check}
        keys="e"
        run={act(entry.done ? 'undone' : 'done')}
      />
      <RowMenu
        label={t`More actions for ${title}`}
        sections={[
          {
            actions: [
              entry.read
                ? { label: t('Mark as unread'), icon: Mail, run: act('unread') }
                : { label: t('Mark as read'), icon: MailOpen, run: act('read') },
              {
                label: t('Why did I get this?'),
                icon: CircleQuestionMark,
                run: () => navigate(whyUrl({ event: entry.eventId })),
              },
            ],
          },
        ]}
      />
    </span>
  );
}

/** A notification: the event and its object, the reason, the time, and its actions. */
export function EntryRow({ entry, run }: Props) {
  const { type, urgency, at, actor, reason, read, task, detail } = entry;
  const [icon, tone, urgencyName] = urgencies[urgency];
  return (
    <li class={read ? 'notice' : 'notice unread'} data-entry={entry.id}>
      <span class={`kind ${tone}`} title={urgencyName}>
        <Icon of={icon} />
        <span class="unseen">{urgencyName}</span>
      </span>
      <div class="what">
        <p>
          <Link to={entryAddress(entry)} onClick={() => !read && run(entry, 'read')}>
            {eventName(type)}: <bdi>{entryTitle(entry)}</bdi>
          </Link>{' '}
          {task !== undefined && <bdi class="path">{task.phaseTitle}</bdi>}
          {!read && <span class="unseen">Unread</span>}
        </p>
        <p class="why">
          {reasonText(reason)}
          {actor !== 'SYSTEM' && (
            <>
              {' · '}
              <UserName name={actor} />
            </>
          )}
          {detail !== undefined && (
            <>
              {' · '}
              <bdi>{detail}</bdi>
            </>
          )}
        </p>
      </div>
      <span class="when">
        <Moment at={at} />
      </span>
      <EntryActions entry={entry} run={run} />
    </li>
  );
}
