import type { InsightCalendarBody } from '@slipway/api-schema/insights';
import { isTimeZone } from '@slipway/domain/calendar';
import { lastSegment, rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { DeploymentSelection } from '@slipway/persistence/insights';
import { getFolder } from '../folders/find.ts';
import type { ReadContext } from '../model/context.ts';
import { requirePersons } from './options.ts';

/** The data that requests for insights need. */
export interface InsightContext extends Pick<ReadContext, 'database'> {
  /** the zone of days unless a request names another one */
  readonly zone: string;
}

/** The selected releases and deployments, and the zone of days. */
export interface ResolvedPeriod {
  readonly selection: DeploymentSelection;
  readonly zone: string;
}

/** Throws Invalid unless this is a name of the IANA time zone database. */
function requireZone(zone: string): string {
  if (isTimeZone(zone)) return zone;
  throw new Invalid(message('insights.timeZone', { zone }));
}

/**
 * Converts the period and the filter of a request to the form of the database. Releases count in folders where the
 * caller can view releases. Other owners can be selected only if insights name persons. Throws Invalid, and NotFound
 * for an unknown or invisible folder.
 */
export async function resolvePeriod(
  { database, zone: reportZone }: InsightContext,
  caller: Person,
  { from, to, tz, filter }: InsightCalendarBody,
): Promise<ResolvedPeriod> {
  const zone = tz === undefined ? reportZone : requireZone(tz);
  if (from >= to) throw new Invalid(message('insights.period'));
  const wanted: Partial<NonNullable<typeof filter>> = filter ?? {};
  const { folderId, subfolders = true, templateIds = [], tags = [], owners = [] } = wanted;
  const { environments = [], applications = [] } = wanted;
  const isNamed = folderId !== undefined && (folderId !== rootFolderId || !subfolders);
  // All users can filter by their own name.
  if (owners.some((owner) => owner.toLowerCase() !== caller.username.toLowerCase())) await requirePersons({ database });
  const folder = isNamed ? await getFolder(database, folderId, { caller, anyOf: [neededToRead.folder] }) : null;
  return {
    zone,
    selection: {
      ...{ from, to, subfolders, tags, environments, applications },
      visibility: caller.visibility(neededToRead.releases),
      folderId: folder?.id ?? null,
      templateIds: templateIds.map(lastSegment),
      owners: owners.map((owner) => owner.toLowerCase()),
    },
  };
}
