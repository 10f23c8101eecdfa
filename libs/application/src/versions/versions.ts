import type { ReleaseResponse } from '@slipway/api-schema/plans';
import {
  type RestoredVersionResponse,
  showTemplateVersion,
  showVersionComparison,
  type TemplateVersionResponse,
  type VersionComparisonResponse,
} from '@slipway/api-schema/versions';
import { neededForCommand } from '@slipway/domain/commands';
import { notFound } from '@slipway/domain/model';
import type { PermissionRequirement } from '@slipway/domain/people';
import { compareVersions, type MissingSecret, restoration, type VersionContent } from '@slipway/domain/versions';
import type { Person } from '@slipway/engine';
import { type ReleaseView, readVersions } from '@slipway/persistence/plans';
import { listVersions } from '@slipway/persistence/versions';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { changePlan, storedPassives } from '../plans/change-plan.ts';
import { getTemplate } from '../plans/find.ts';
import { type RenderResult, renderRelease } from '../plans/render.ts';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Returns the last segment of the id of a template. Throws NotFound, Forbidden. */
async function templateId(
  { database }: Pick<ReadContext, 'database'>,
  caller: Person,
  rawId: string,
  needed?: PermissionRequirement,
): Promise<string> {
  const { release } = await getTemplate(database, caller, rawId, { phases: false, ...(needed && { needed }) });
  return release.id;
}

/** Returns a page of the versions of a template, newest first. Throws NotFound, Forbidden. */
export async function listTemplateVersions(
  context: Pick<ReadContext, 'database'>,
  caller: Person,
  rawId: string,
  page: Page,
): Promise<readonly TemplateVersionResponse[]> {
  const versions = await listVersions(context.database, await templateId(context, caller, rawId), page);
  return versions.map(showTemplateVersion);
}

/** Returns the number of a version in a path. Throws NotFound. */
function versionNumber(rawNumber: string): number {
  if (!/^\d{1,9}$/.test(rawNumber)) throw notFound('templateVersion', rawNumber);
  return Number(rawNumber);
}

/** Reads versions of a template; null is the present one. Throws NotFound. */
export async function readExistingVersions(
  { database }: Pick<ReadContext, 'database'>,
  id: string,
  numbers: readonly (number | null)[],
): Promise<readonly ReleaseView[]> {
  const views = await readVersions(database, id, numbers);
  return views.map((view, index) => {
    if (view === null) throw notFound('templateVersion', String(numbers[index] ?? ''));
    return view;
  });
}

/** Renders a version of a template. Throws NotFound, Forbidden. */
export async function renderVersion(
  context: ReadContext,
  caller: Person,
  rawId: string,
  rawNumber: string,
): Promise<ReleaseResponse> {
  const id = await templateId(context, caller, rawId);
  const [view] = await readExistingVersions(context, id, [versionNumber(rawNumber)]);
  if (view === undefined) throw notFound('templateVersion', rawNumber);
  return (await renderRelease(context, view, caller)).answer;
}

export const contentOf = (view: ReleaseView): VersionContent => ({
  release: view.release,
  stored: storedPassives(view),
});

/** Returns the differences between a version and a later one, or the present template. Throws NotFound, Forbidden. */
export async function renderVersionComparison(
  context: ReadContext,
  caller: Person,
  rawId: string,
  range: { readonly from: string; readonly to: number | null },
): Promise<VersionComparisonResponse> {
  const id = await templateId(context, caller, rawId);
  const [before, after] = await readExistingVersions(context, id, [versionNumber(range.from), range.to]);
  if (before === undefined || after === undefined) throw notFound('templateVersion', range.from);
  return showVersionComparison(compareVersions(contentOf(before), contentOf(after)));
}

/**
 * Gives a template the content of a version, as one change. Permissions, locks and concurrent changes apply as in other
 * changes of the plan. Throws NotFound, Forbidden and the refusals of the edits.
 */
export async function restoreVersion(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  rawNumber: string,
): Promise<RenderResult<RestoredVersionResponse>> {
  const number = versionNumber(rawNumber);
  const id = await templateId(context, caller, rawId, neededForCommand('updateRelease'));
  const [version, present] = await readExistingVersions(context, id, [number, null]);
  if (version === undefined || present === undefined) throw notFound('templateVersion', rawNumber);
  let missingSecrets: readonly MissingSecret[] = [];
  const after = await changePlan(
    context,
    caller,
    present,
    async (current) => {
      const { requested, missing } = restoration(contentOf(version), contentOf(current));
      missingSecrets = missing;
      return requested;
    },
    number,
  );
  const rendered = await renderRelease(context, after ?? present, caller);
  return { ...rendered, answer: { template: rendered.answer, changed: after !== null, missingSecrets } };
}
