import type { TriggerResponse } from '@slipway/api-schema/triggers';
import { t } from '../../../navigation/text.ts';

const stringProperty = (trigger: TriggerResponse, name: string): string | undefined => {
  const property = Object.entries(trigger).find(([key]) => key === name)?.[1];
  return typeof property === 'string' && property !== '' ? property : undefined;
};

const describeInterval = (seconds: number): string =>
  seconds % 60 === 0 ? t`Every ${seconds / 60} min` : t`Every ${seconds} s`;

const lastPart = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

/** Returns a short description of when a trigger fires: its event, cron expression or interval. */
export function describeSchedule(trigger: TriggerResponse): string {
  const periodicity = stringProperty(trigger, 'periodicity');
  if (periodicity === undefined) return t`On ${stringProperty(trigger, 'eventType') ?? lastPart(trigger.type)}`;
  const zone = stringProperty(trigger, 'timeZone');
  return stringProperty(trigger, 'pollType') === 'CRON'
    ? t`Cron ${periodicity}${zone === undefined ? '' : ` (${zone})`}`
    : describeInterval(Number(periodicity));
}

/** Returns the time when a trigger fires or polls next; undefined: unknown. */
export const nextFireDate = (trigger: TriggerResponse): string | undefined => stringProperty(trigger, 'nextFireDate');
