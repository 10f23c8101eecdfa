import type { TriggerAnswer } from '@slipway/wire';

const textOf = (trigger: TriggerAnswer, name: string): string | undefined => {
  const found = Object.entries(trigger).find(([key]) => key === name)?.[1];
  return typeof found === 'string' && found !== '' ? found : undefined;
};

const lastWord = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

/** For what a trigger fires, in a few words: a schedule, a poll, or what an endpoint receives. */
export function whenOf(trigger: TriggerAnswer): string {
  const periodicity = textOf(trigger, 'periodicity');
  if (periodicity === undefined) return `On ${textOf(trigger, 'eventType') ?? lastWord(trigger.type)}`;
  const zone = textOf(trigger, 'timeZone');
  return textOf(trigger, 'pollType') === 'CRON'
    ? `By cron ${periodicity}${zone === undefined ? '' : `, ${zone}`}`
    : `Every ${periodicity} seconds`;
}

/** When it fires or polls next; undefined: unknown. */
export const nextOf = (trigger: TriggerAnswer): string | undefined => textOf(trigger, 'nextFireDate');
