import { signal } from '@preact/signals';
import { readStored, store } from '../../navigation/preferences.ts';

const key = 'slipway browser notifications';

/** Whether the user has turned on notifications in this browser. */
export const areBrowserNotificationsOn = signal(readStored(key) === 'yes');

/** Turns notifications of this browser on or off, and stores the choice. */
export function setBrowserNotifications(isOn: boolean): void {
  areBrowserNotificationsOn.value = isOn;
  store(key, isOn ? 'yes' : 'no');
}

/**
 * Whether the browser can show notifications. Browsers have the API only with TLS or on the local machine. Web Locks
 * show whether another tab is visible.
 */
export const hasBrowserNotifications = (): boolean => 'Notification' in window && 'locks' in navigator;

export const notificationPermission = (): NotificationPermission =>
  hasBrowserNotifications() ? Notification.permission : 'denied';

/** Requests the permission of the user, and turns notifications on if the user grants it. Call it only after a click. */
export async function requestBrowserNotifications(): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') setBrowserNotifications(true);
  return permission;
}
