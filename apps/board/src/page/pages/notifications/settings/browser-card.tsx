import { useSignal } from '@preact/signals';
import BellRing from '~icons/lucide/bell-ring';
import { Switch } from '../../../components/controls/switch.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { t } from '../../../navigation/text.ts';
import {
  areBrowserNotificationsOn,
  hasBrowserNotifications,
  notificationPermission,
  requestBrowserNotifications,
  setBrowserNotifications,
} from '../browser-notifications.ts';

const label = t('Notifications of this browser');

/** The switch for notifications of this browser. The browser requests permission only after a click. */
export function BrowserCard() {
  const permission = useSignal(notificationPermission());
  const ask = async (): Promise<void> => {
    permission.value = await requestBrowserNotifications();
  };
  return (
    <section class="card">
      <header>
        <h2>This browser</h2>
      </header>
      <div class="body">
        <div class="preference">
          <p>
            <span class="name">{label}</span>
            <span class="sub">Shown only while no tab of the board is visible. At least one tab must be open.</span>
          </p>
          {permission.value === 'default' && (
            <button type="button" onClick={() => void ask()}>
              <Icon of={BellRing} />
              Allow notifications…
            </button>
          )}
          {permission.value === 'granted' && (
            <Switch label={label} isOn={areBrowserNotificationsOn.value} change={setBrowserNotifications} />
          )}
        </div>
        {permission.value === 'denied' && (
          <p class="hint">
            {hasBrowserNotifications()
              ? t('This browser blocks notifications of the board. Allow them in the settings of the browser.')
              : t('This browser has no notifications here. They need HTTPS.')}
          </p>
        )}
      </div>
    </section>
  );
}
