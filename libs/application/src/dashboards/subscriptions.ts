import {
  type DashboardSubscriptionBody,
  type DashboardSubscriptionResponse,
  showDashboardSubscription,
} from '@slipway/api-schema/dashboards';
import { defaultPreferences } from '@slipway/domain/notifications';
import { nextWeeklyMailAt, type Person } from '@slipway/engine';
import {
  deleteDashboardSubscription,
  readDashboardSubscription,
  saveDashboardSubscription,
  type WeeklySchedule,
} from '@slipway/persistence/dashboards';
import { type Database, readClock } from '@slipway/persistence/database';
import { readPreferences } from '@slipway/persistence/notifications';
import type { ResourceContext } from '../model/context.ts';
import { getDashboard } from './dashboards.ts';

interface SubscriptionContext extends Pick<ResourceContext, 'database' | 'engine'> {
  /** the time zone of users who have not chosen one */
  readonly zone: string;
}

/** The schedule of a user who chooses none: that of their digest. */
async function defaultSchedule(database: Database, username: string, zone: string): Promise<WeeklySchedule> {
  const { preferences } = await readPreferences(database, username);
  const { digest, timeZone } = { ...defaultPreferences, ...preferences };
  return { weekday: digest.weekdays[0] ?? 'MONDAY', time: digest.time, timeZone: timeZone ?? zone };
}

/** Returns the weekly mail of the caller for a dashboard. Throws NotFound. */
export async function renderDashboardSubscription(
  context: SubscriptionContext,
  caller: Person,
  id: string,
): Promise<DashboardSubscriptionResponse> {
  const { database, zone } = context;
  await getDashboard(context, caller, id);
  const stored = await readDashboardSubscription(database, id, caller.username);
  if (stored !== null) return showDashboardSubscription(stored, stored.nextAt);
  return showDashboardSubscription(await defaultSchedule(database, caller.username, zone), null);
}

/** Requests a weekly mail for the caller. Absent members are those of the stored or default schedule. Throws NotFound. */
export async function subscribeToDashboard(
  context: SubscriptionContext,
  caller: Person,
  id: string,
  { weekday, time, timeZone }: DashboardSubscriptionBody,
): Promise<DashboardSubscriptionResponse> {
  const { database, engine, zone } = context;
  await getDashboard(context, caller, id);
  const { username } = caller;
  const present =
    (await readDashboardSubscription(database, id, username)) ?? (await defaultSchedule(database, username, zone));
  const schedule = {
    ...{ weekday: weekday ?? present.weekday, time: time ?? present.time, timeZone: timeZone ?? present.timeZone },
  };
  const nextAt = nextWeeklyMailAt(schedule, await readClock(database));
  await engine.change((changes) => saveDashboardSubscription(changes, id, username, { ...schedule, nextAt }));
  return showDashboardSubscription(schedule, nextAt);
}

/** Ends the weekly mail of the caller, also of a dashboard that the caller can no longer view. */
export const unsubscribeFromDashboard = (
  { engine }: SubscriptionContext,
  { username }: Person,
  id: string,
): Promise<void> => engine.change((changes) => deleteDashboardSubscription(changes, id, username));
