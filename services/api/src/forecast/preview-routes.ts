import { type PreviewResponse, previewResponse, showPreview } from '@slipway/api-schema/forecast';
import { joinIds } from '@slipway/api-schema/format';
import { createBody } from '@slipway/api-schema/plans';
import { type RestartPreviewResponse, restartPreviewResponse, showRestartPreview } from '@slipway/api-schema/restart';
import { renderContextFor } from '@slipway/application/model';
import { getRelease, getTemplate, parseCreateOrder } from '@slipway/application/plans';
import { type Preview, preview, previewRestart, type RestartPreview } from '@slipway/domain/forecast';
import { noAutomatedTypes, passwordMask } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { prospectiveRelease } from '@slipway/domain/templates';
import { newId, type Person } from '@slipway/engine';
import { readClock } from '@slipway/persistence/database';
import { readFullIds } from '@slipway/persistence/folders';
import type { ReleaseView } from '@slipway/persistence/plans';
import type { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { restartOrder, restartQuery } from '../restart/restart-order.ts';
import { readForecastContext } from './forecast-context.ts';

async function renderPreview(deps: Deps, caller: Person, view: ReleaseView): Promise<PreviewResponse> {
  const { release, folderPath } = view;
  const result = preview(release, await readForecastContext(deps, caller, view));
  return showPreview(
    result,
    joinIds(folderPath.join('/'), release.id),
    release.title,
    await renderContextFor(deps, referencedIds(result), caller),
  );
}

function referencedIds({ phases }: Preview): readonly string[] {
  const ids = (tasks: Preview['phases'][number]['tasks']): readonly string[] =>
    tasks.flatMap(({ waitsFor, tasks: children }) => [...waitsFor.map(({ target }) => target), ...ids(children)]);
  return phases.flatMap(({ tasks }) => ids(tasks));
}

async function renderRestartPreview(
  deps: Deps,
  caller: Person,
  rawId: string,
  query: z.output<typeof restartQuery>,
): Promise<RestartPreviewResponse> {
  const { release, details: rest } = await getRelease(deps.database, caller, rawId);
  const order = await restartOrder(deps, release.id, query);
  const sealPassword = () => passwordMask;
  const env = { now: await readClock(deps.database), newId, sealPassword, automatedTypes: noAutomatedTypes, data: {} };
  const callerThere = await caller.callerAt({ folderId: release.folderId, releaseId: release.id });
  const result = previewRestart(release, order, rest, callerThere, env);
  const full = await readFullIds(deps.database, itemIds(result));
  return showRestartPreview(result, (id) => full.get(id) ?? id);
}

const itemIds = ({ closes, skips, copies, differences }: RestartPreview): readonly string[] => {
  const pairs = differences.flatMap(({ original, latest, tasks }) => [{ original, latest }, ...tasks]);
  const items = [
    ...closes,
    ...skips,
    ...copies.flatMap(({ source, skipsInAdvance }) => [source, ...skipsInAdvance]),
    ...pairs.flatMap(({ original, latest }) => [original, latest]),
  ];
  return items.flatMap((item) => item?.id ?? []);
};

/** Previews: the result of a plan or a restart, without a change (an extension). */
export const previews: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/{releaseId}/preview',
    name: 'previewRelease',
    summary: 'When the phases and tasks of a release would start and end, what would be skipped, and what holds',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    reply: previewResponse,
    answer: async (deps, { caller, path }) =>
      renderPreview(deps, caller, await getRelease(deps.database, caller, path.releaseId)),
  }),
  route({
    method: 'POST',
    path: '/templates/{templateId}/preview',
    name: 'previewTemplate',
    summary: 'The same for the release that a template would become; the body is that of create',
    needs: { on: 'templateId', anyOf: [neededToRead.template] },
    effect: 'read',
    body: jsonBody(createBody),
    reply: previewResponse,
    answer: async (deps, { caller, path, body }) => {
      const view = await getTemplate(deps.database, caller, path.templateId);
      return renderPreview(deps, caller, {
        ...view,
        release: prospectiveRelease(view.release, await parseCreateOrder(deps, body, false)),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/releases/{releaseId}/restart-preview',
    name: 'previewRestart',
    summary:
      'The tasks that a restart would skip and copy, and the differences between ORIGINAL and LATEST; refused like the restart',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    query: restartQuery,
    reply: restartPreviewResponse,
    answer: (deps, { caller, path, query }) => renderRestartPreview(deps, caller, path.releaseId, query),
  }),
];
