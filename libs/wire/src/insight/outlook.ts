import type { Instant, Progress } from '@slipway/domain';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { answeredDate } from '../format/scalars.ts';

/** How far a release has come, and when it would end (this service's own). */
export const outlookAnswer = z
  .object({
    id: z.string(),
    version: z.int().describe('as event streams tell it'),
    tasks: z.object({ done: z.int().describe('completed, skipped or aborted'), all: z.int() }),
    endDate: answeredDate.describe('when it would end, as its preview tells, or when it has ended'),
  })
  .meta({ id: 'ReleaseOutlook' });

export type OutlookAnswer = z.output<typeof outlookAnswer>;

interface Outlook {
  /** full */
  readonly id: string;
  readonly version: number;
  readonly progress: Progress;
  readonly endsAt: Instant;
}

export const showOutlook = ({ id, version, progress, endsAt }: Outlook): OutlookAnswer => ({
  id,
  version,
  tasks: { done: progress.done, all: progress.all },
  endDate: showDate(endsAt),
});
