import { expects, flag, oneOf, optional } from '@slipway/api-schema/format';
import { getPartId } from '@slipway/application/plans';
import { message } from '@slipway/domain/messages';
import { phaseVersions } from '@slipway/domain/model';
import type { RestartOptions } from '@slipway/domain/restart';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';

/** The query parameters of a restart (rest-api.md, Restart from a phase). */
export const restartQuery = z.object({
  fromPhaseId: z.string(expects(message('expected.phaseId'))),
  fromTaskId: optional(z.string()),
  phaseVersion: optional(oneOf(phaseVersions)),
  resume: optional(flag),
});

/** Resolves the ids in the query parameters to the phase and task of a release. Throws NotFound. */
export async function restartOrder(
  deps: Deps,
  releaseId: string,
  { fromPhaseId, fromTaskId, phaseVersion, resume }: z.output<typeof restartQuery>,
): Promise<RestartOptions> {
  return {
    fromPhaseId: await getPartId(deps.database, 'Phase', fromPhaseId, [releaseId]),
    fromTaskId: fromTaskId ? await getPartId(deps.database, 'Task', fromTaskId, [releaseId]) : null,
    phaseVersion: phaseVersion ?? 'LATEST',
    resume: resume ?? false,
  };
}
