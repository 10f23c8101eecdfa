import { blankVariable, type Creation, maxVariables, type Variable } from '@slipway/domain/model';
import { z } from 'zod';
import { withoutUndefined } from '../format/changes.ts';
import { fullId, type RenderContext } from '../format/render-context.ts';
import { flag, list, listUpTo, nameList, optional } from '../format/scalars.ts';
import { showVariable, variableResponse } from './variable.ts';
import { variableBody, variableDraft } from './variable-request.ts';

/** A risk profile in a request: its id, or the profile itself. */
const riskProfileOf = z.union([
  z.string(),
  z.object({ id: optional(z.string()), title: optional(z.string()) }).transform(({ id, title }) => id ?? title ?? null),
]);

/** The members of requests for the release that a task creates. */
export const creationBody = {
  newReleaseTitle: optional(z.string()).describe('of a task that creates a release, and so the following'),
  templateId: z.string().nullish(),
  folderId: z.string().nullish(),
  startRelease: optional(flag),
  releaseTags: optional(nameList),
  templateVariables: optional(listUpTo(maxVariables, variableBody)),
  riskProfile: riskProfileOf.nullish(),
  createdReleaseId: z.string().nullish(),
};

/** The members of responses for the release that a task creates. */
export const creationResponse = {
  newReleaseTitle: z.string().optional().describe('of a task that creates a release, and so the following'),
  templateId: z.string().optional(),
  folderId: z.string().optional(),
  startRelease: z.boolean().optional(),
  releaseTags: list(z.string()).optional(),
  templateVariables: list(variableResponse).optional(),
  riskProfile: z.string().optional(),
  createdReleaseId: z.string().optional(),
};

const ifPlain = (id: string | null, show: RenderContext): string | undefined =>
  id === null || id.includes('${') || id.includes('/') ? (id ?? undefined) : fullId(id, show);

/** Renders the release that a task creates. `id` is the full id of the task. */
export const showCreation = (creation: Creation, id: string, show: RenderContext) => ({
  newReleaseTitle: creation.newReleaseTitle,
  templateId: ifPlain(creation.templateId, show),
  folderId: ifPlain(creation.folderId, show),
  startRelease: creation.startRelease,
  releaseTags: creation.releaseTags,
  templateVariables: creation.templateVariables.map((variable) => showVariable(variable, id, show)),
  riskProfile: creation.riskProfile ?? undefined,
  createdReleaseId: creation.createdReleaseId ?? undefined,
});

/** Returns the members in a request for the release that a task creates. They are merged into the stored ones. */
export const creationIn = (body: z.output<z.ZodObject<typeof creationBody>>, prefix: string): Partial<Creation> => ({
  newReleaseTitle: body.newReleaseTitle,
  templateId: body.templateId,
  folderId: body.folderId,
  startRelease: body.startRelease,
  releaseTags: body.releaseTags,
  riskProfile: body.riskProfile,
  createdReleaseId: body.createdReleaseId,
  templateVariables: body.templateVariables && valueHolders(body.templateVariables, prefix),
});

/** Returns values for the variables of a template. A value without an id gets the first free number. */
function valueHolders(bodies: readonly z.output<typeof variableBody>[], prefix: string): readonly Variable[] {
  const drafts = bodies.map((body) => variableDraft(body, prefix));
  const usedIds = new Set(drafts.map(({ id }) => id));
  let number = 0;
  const freeId = (): string => {
    while (usedIds.has(`Variable${number}`)) number += 1;
    usedIds.add(`Variable${number}`);
    return `Variable${number}`;
  };
  return drafts.map((draft) => ({
    ...blankVariable,
    ...withoutUndefined(draft),
    id: draft.id ?? freeId(),
    key: draft.key,
  }));
}
