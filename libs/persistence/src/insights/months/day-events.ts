const localDay = (time: string, zone: string): string => `(${time} at time zone ${zone})::date`;
/** SQL for the first local day at whose noon an event counts: that of the event, or the next one after noon. */
const noonDay = (time: string, zone: string): string =>
  `(${time} at time zone ${zone} + interval '12 hours' - interval '1 microsecond')::date`;

/**
 * SQL for the events by local day of releases `r` with `folder_id`, `started`, `ended` and `failed`. The sum of `noon`
 * until a day is the number of those that were running at its noon. Starts and ends that are not counted affect only it.
 */
export const dayEventsSql = (from: string, zone: string, isCounted = (_time: string) => 'true'): string => `
  select r.folder_id, e.* from ${from}, lateral (values
    (${localDay('r.started', zone)}, (${isCounted('r.started')})::int, 0, 0, 0),
    (${localDay('r.ended', zone)}, 0, (${isCounted('r.ended')})::int, (r.failed and ${isCounted('r.ended')})::int, 0),
    (${noonDay('r.started', zone)}, 0, 0, 0, 1),
    (case when r.started is not null then ${noonDay('r.ended', zone)} end, 0, 0, 0, -1)
  ) e (day, started, ended, failed, noon) where e.day is not null`;

/** SQL for whether a release `r` of the facts failed. */
export const hasFailedSql = `(r.has_failed or r.status = 'ABORTED')`;
