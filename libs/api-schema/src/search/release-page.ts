import { z } from 'zod';
import { list } from '../format/scalars.ts';
import { overviewResponse } from './overview.ts';

const listed = overviewResponse
  .extend({ archived: z.boolean().describe('whether it is archived') })
  .meta({ id: 'ListedRelease' });

/** One page of live and archived releases (this service's own). */
export const releasePageResponse = z
  .object({
    next: z.string().optional().describe('`after` of the next page; absent on the last one'),
    previous: z.string().optional().describe('`before` of the page before; absent on the first one'),
    releases: list(listed),
  })
  .meta({ id: 'ReleasePage' });

export type ReleasePageResponse = z.output<typeof releasePageResponse>;
export type ListedRelease = ReleasePageResponse['releases'][number];
