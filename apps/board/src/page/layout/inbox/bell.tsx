import BellIcon from '~icons/lucide/bell';
import { me } from '../../api/session.ts';
import { Icon } from '../../components/marks/icon.tsx';
import { addresses } from '../../navigation/addresses.ts';
import { Link } from '../../navigation/link.tsx';
import { location } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';

/** The link to the inbox, with the number of unread notifications. `watch-inbox.ts` updates the number. */
export function Bell() {
  const unread = me.value?.unreadNotifications ?? 0;
  const count = unread > 99 ? '99+' : String(unread);
  return (
    <Link
      to={addresses.inbox}
      class="button quiet square bell"
      label={unread === 0 ? t('Inbox') : t`Inbox, ${count} unread`}
      current={location.value.path === addresses.inbox}
    >
      <Icon of={BellIcon} />
      {unread > 0 && <span class="badge">{count}</span>}
    </Link>
  );
}
