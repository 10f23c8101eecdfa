import type { Progress } from '@slipway/domain/forecast';
import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { responseDate } from '../format/scalars.ts';
import { defaultDurationsNote } from './preview.ts';

/** The progress of a release and its estimated end (this service's own). */
export const forecastResponse = z
  .object({
    id: z.string(),
    version: z.int().describe('as in event streams'),
    tasks: z.object({ done: z.int().describe('completed'), skipped: z.int(), aborted: z.int(), all: z.int() }),
    endDate: responseDate.describe('the estimated end, as in the preview, or the actual end'),
    defaultDurations: z.boolean().describe(defaultDurationsNote),
  })
  .meta({ id: 'ReleaseOutlook' });

export type ForecastResponse = z.output<typeof forecastResponse>;

interface ReleaseForecast {
  /** full */
  readonly id: string;
  readonly version: number;
  readonly progress: Progress;
  readonly endsAt: Instant;
  readonly defaultDurations: boolean;
}

export const showForecast = ({
  id,
  version,
  progress,
  endsAt,
  defaultDurations,
}: ReleaseForecast): ForecastResponse => ({
  id,
  version,
  tasks: { ...progress },
  endDate: showDate(endsAt),
  defaultDurations,
});
