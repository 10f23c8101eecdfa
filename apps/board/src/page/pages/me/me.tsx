import { useEffect } from 'preact/hooks';
import Bell from '~icons/lucide/bell';
import { me } from '../../api/session.ts';
import { Icon } from '../../components/marks/icon.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { Account, Permissions } from './account.tsx';
import { Preferences } from './preferences.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

const breadcrumb = [{ label: t('Your account'), to: null }];

/** The view of the user's own account, permissions, tokens and sessions. */
export function Me() {
  const user = me.value;
  useBreadcrumb(breadcrumb);
  useEffect(() => {
    document.title = t('Your account · Slipway');
  }, []);
  if (!user) return null;
  return (
    <section class="medium">
      <PageHead title={user.fullName || user.username} meta="Your account">
        <Link to="/me/notifications" class="button">
          <Icon of={Bell} />
          Notification settings
        </Link>
      </PageHead>
      <div class="account-cards">
        <Account user={user} />
        <Preferences />
        <Tokens />
        <Sessions />
        <Permissions user={user} />
      </div>
    </section>
  );
}
