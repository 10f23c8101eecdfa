import { useEffect } from 'preact/hooks';
import { Tabs } from '../../components/controls/tabs.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { Link } from '../../navigation/link.tsx';
import { location } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { FollowedObjects } from './follow/followed-objects.tsx';
import { SettingsForm } from './settings/settings-form.tsx';
import { type SettingsState, settingsState, settingsUrl } from './urls.ts';
import { Why } from './why/why.tsx';

const tabs = [
  ['settings', t('Settings')],
  ['followed', t('Followed and muted')],
  ['why', t('Why was I notified?')],
] as const satisfies readonly (readonly [SettingsState['tab'], string])[];

const breadcrumb = [
  { label: t('Your account'), to: '/me' },
  { label: t('Notifications'), to: null },
] as const;

function TabContent({ state }: { readonly state: SettingsState }) {
  switch (state.tab) {
    case 'settings':
      return <SettingsForm />;
    case 'followed':
      return <FollowedObjects />;
    case 'why':
      return <Why state={state} />;
  }
}

/** The notification settings of the user, the followed objects, and the explanation of notifications. */
export function NotificationSettingsView() {
  const state = settingsState.parse(location.value.query);
  useBreadcrumb(breadcrumb);
  useEffect(() => {
    document.title = t('Notification settings · Slipway');
  }, []);
  return (
    <section class="medium">
      <PageHead title="Notification settings" meta="Events, channels and times of your notifications">
        <Link to="/inbox" class="button quiet">
          Inbox
        </Link>
      </PageHead>
      <Tabs
        label="Notification settings"
        tabs={tabs.map(([tab, title]) => ({ title, to: settingsUrl({ tab }), isCurrent: tab === state.tab }))}
      />
      <TabContent state={state} />
    </section>
  );
}
