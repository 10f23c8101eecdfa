/** The format of a schedule: a number of seconds, or a cron expression (models.txt, PollType). */
export const pollTypes = ['REPEAT', 'CRON'] as const;
export type PollType = (typeof pollTypes)[number];

/**
 * The handling of times that were missed while no process ran: no release, one for the newest time, or one for each.
 */
export const catchUps = ['none', 'last', 'all'] as const;
export type CatchUp = (typeof catchUps)[number];

/** The times at which a trigger is due. */
export interface ScheduleTimes {
  readonly pollType: PollType;
  /** whole seconds, or a cron expression of five to seven fields */
  readonly periodicity: string;
  /** a name in the IANA time zone database */
  readonly timeZone: string;
  /** stored and returned without effect: enabling a trigger never fires it, and a first poll only records the state */
  readonly initialFire: boolean;
}

export interface Schedule extends ScheduleTimes {
  readonly catchUp: CatchUp;
}

/**
 * Returns the poll type for a period in a file without a poll type. Files of the family omit it for cron expressions.
 * Returns undefined for other periods.
 */
export const impliedPollType = (periodicity: unknown): 'CRON' | undefined =>
  typeof periodicity === 'string' && /\S\s+\S/.test(periodicity) ? 'CRON' : undefined;

export const defaultTimes: Omit<ScheduleTimes, 'periodicity'> = {
  pollType: 'REPEAT',
  timeZone: 'UTC',
  initialFire: false,
};
