import { z } from 'zod';
import { list } from '../format/scalars.ts';
import { type ReleaseResponse, releaseResponse } from '../plans/release.ts';

const moment = z.int().describe('epoch milliseconds');

const blackout = z.object({
  periods: list(z.object({ startDate: moment, endDate: moment })),
  conflicts: list(
    z.object({
      id: z.string(),
      title: z.string(),
      scheduledStartDate: moment,
      blackoutId: z.string(),
      firstFree: moment,
    }),
  ),
  firstFree: moment.optional(),
});

const metadata = releaseResponse.shape.$metadata;

/** A release in lists: without phases, with dates as numbers (compatibility.md, Answers). */
export const overviewResponse = releaseResponse
  .extend({
    scheduledStartDate: moment.optional(),
    dueDate: moment.optional(),
    startDate: moment.optional().describe('epoch milliseconds; the scheduled start until it has started'),
    endDate: moment.optional(),
    queryableStartDate: moment.optional(),
    queryableEndDate: moment.optional(),
    teams: releaseResponse.shape.teams.optional().describe('none with `teams=false`'),
    $metadata: metadata.extend({
      blackout,
      security: metadata.shape.security.extend({
        permissions: metadata.shape.security.shape.permissions.optional().describe('none with `teams=false`'),
      }),
    }),
  })
  .meta({ id: 'ReleaseOverview' });

const instantOf = (text: string | null | undefined): number | undefined => (text ? Date.parse(text) : undefined);

export type ReleaseOverview = z.output<typeof overviewResponse>;

/**
 * Renders a release for a list. Its teams and the permissions that they grant are two thirds of it, and a list needs
 * only the missing permissions.
 */
export function showOverview(release: ReleaseResponse, { hasTeams }: { readonly hasTeams: boolean }): ReleaseOverview {
  const { blackout: blackoutPlan, security } = release.$metadata;
  const { periods, conflicts, firstFree } = blackoutPlan;
  const queryableStartDate = instantOf(release.queryableStartDate);
  return {
    ...release,
    teams: hasTeams ? release.teams : undefined,
    scheduledStartDate: instantOf(release.scheduledStartDate),
    dueDate: instantOf(release.dueDate),
    startDate: queryableStartDate,
    endDate: instantOf(release.endDate),
    queryableStartDate,
    queryableEndDate: instantOf(release.queryableEndDate),
    $metadata: {
      ...release.$metadata,
      security: { ...security, permissions: hasTeams ? security.permissions : undefined },
      blackout: {
        periods: periods.map(({ startDate, endDate }) => ({
          startDate: Date.parse(startDate),
          endDate: Date.parse(endDate),
        })),
        conflicts: conflicts.map((conflict) => ({
          ...conflict,
          scheduledStartDate: Date.parse(conflict.scheduledStartDate),
          firstFree: Date.parse(conflict.firstFree),
        })),
        firstFree: instantOf(firstFree),
      },
    },
  };
}

const listed = overviewResponse
  .extend({
    archived: z.boolean().describe('whether it is archived'),
    templateTitle: z.string().optional().describe('on request: the title of its template, if the caller can view it'),
  })
  .meta({ id: 'ListedRelease' });

/** One page of live and archived releases (an extension). */
export const releasePageResponse = z
  .object({
    next: z.string().optional().describe('`after` of the next page; absent on the last one'),
    previous: z.string().optional().describe('`before` of the page before; absent on the first one'),
    releases: list(listed),
  })
  .meta({ id: 'ReleasePage' });

export type ReleasePageResponse = z.output<typeof releasePageResponse>;
export type ListedRelease = ReleasePageResponse['releases'][number];
