import { type ReleaseComparisonResponse, showVersionComparison } from '@slipway/api-schema/versions';
import { isTemplate, notFound } from '@slipway/domain/model';
import { compareVersions, matchParts } from '@slipway/domain/versions';
import type { Person } from '@slipway/engine';
import { type ReleaseLocation, type ReleaseView, readRelease } from '@slipway/persistence/plans';
import { findVersionOfRelease } from '@slipway/persistence/versions';
import type { ReadContext } from '../model/context.ts';
import { getReleaseLocation } from '../plans/find.ts';
import { contentOf, readExistingVersions } from './versions.ts';

type Context = Pick<ReadContext, 'database'>;

/** Reads a live or archived release, or a template, without comments. Throws NotFound. */
async function readPlan(
  { database }: Context,
  { id, archived }: Pick<ReleaseLocation, 'id' | 'archived'>,
  phases: boolean,
): Promise<ReleaseView> {
  const view = await readRelease(database, id, { archived, phases, comments: false });
  if (view === null) throw notFound('release', id);
  return view;
}

/** A plan to compare, and the version of a template; null for a release, and for the present template. */
interface Base {
  readonly view: ReleaseView;
  readonly version: number | null;
}

/**
 * Returns the plan with which a release is compared. A template has the requested version, or else the one from which
 * the release was created, or else the present one. Throws NotFound.
 */
async function baseOf(
  context: Context,
  { release }: ReleaseView,
  location: ReleaseLocation,
  requestedVersion: number | null,
): Promise<Base> {
  const { id } = location;
  const { status } = (await readPlan(context, location, false)).release;
  const isOrigin = isTemplate(status) && release.originTemplateId === id;
  const created = isOrigin ? await findVersionOfRelease(context.database, id, release.id) : null;
  const version = isTemplate(status) ? (requestedVersion ?? created) : null;
  if (version === null) return { view: await readPlan(context, location, true), version };
  const [view] = await readExistingVersions(context, id, [version]);
  if (view === undefined) throw notFound('templateVersion', String(version));
  return { view, version };
}

const showPlan = ({ view: { release, folderPath }, version }: Base) => ({
  id: [...folderPath, release.id].join('/'),
  title: release.title,
  template: isTemplate(release.status),
  archived: release.archived,
  ...(version !== null && { version }),
});

/**
 * Returns the differences from another release or a template to a release. The caller needs the permission to view both.
 * Throws NotFound, Forbidden.
 */
export async function renderReleaseComparison(
  context: Context,
  caller: Person,
  rawId: string,
  { rawOtherId, version }: { readonly rawOtherId: string; readonly version: number | null },
): Promise<ReleaseComparisonResponse> {
  const location = await getReleaseLocation(context.database, caller, rawId);
  const otherLocation = await getReleaseLocation(context.database, caller, rawOtherId);
  const view = await readPlan(context, location, true);
  if (isTemplate(view.release.status)) throw notFound('release', rawId);
  const base = await baseOf(context, view, otherLocation, version);
  const ids = matchParts(base.view.release, view.release);
  return {
    ...showVersionComparison(compareVersions(contentOf(base.view), contentOf(view), ids)),
    before: showPlan(base),
    after: showPlan({ view, version: null }),
  };
}
