/** The format of a schedule: a number of seconds, or a cron expression (models.txt, PollType). */
export const pollTypes = ['REPEAT', 'CRON'] as const;
export type PollType = (typeof pollTypes)[number];

/** The handling of times that were missed while no process ran: no release, one for the newest time, or one each. */
export const catchUps = ['none', 'last', 'all'] as const;
export type CatchUp = (typeof catchUps)[number];

/** When a trigger is due. */
export interface ScheduleTimes {
  readonly pollType: PollType;
  /** whole seconds, or a cron expression of five to seven fields */
  readonly periodicity: string;
  /** a name of the IANA time zone database */
  readonly timeZone: string;
  /** kept and answered; enabling a trigger never fires it, and a first poll only records, so it changes nothing */
  readonly initialFire: boolean;
}

export interface Schedule extends ScheduleTimes {
  readonly catchUp: CatchUp;
}

/**
 * The poll type of a schedule in a file that has none: files of the family hold cron expressions without it. Undefined
 * for other periods.
 */
export const impliedPollType = (periodicity: unknown): 'CRON' | undefined =>
  typeof periodicity === 'string' && /\S\s+\S/.test(periodicity) ? 'CRON' : undefined;

export const defaultTimes: Omit<ScheduleTimes, 'periodicity'> = {
  pollType: 'REPEAT',
  timeZone: 'UTC',
  initialFire: false,
};
