import { list } from '@slipway/api-schema/format';
import { variableBody, variableDraft } from '@slipway/api-schema/variables';
import { checkScript } from '@slipway/application/model';
import { getPartLocation } from '@slipway/application/plans';
import { rootFolderId } from '@slipway/domain/ids';
import { missingPermission } from '@slipway/domain/model';
import { neededByScript, neededToChange } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { isGrantedOnFolder } from '../http/needs/permission-anywhere.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { requireMaxLength, runTrial } from './run-trial.ts';
import { outcome, toOutcome, trial } from './trial-schema.ts';

const check = z.object({ script: z.string().describe('its first line determines the language') });
const problems = z
  .object({
    problems: list(
      z.object({ line: z.int().describe('counts from 1; 0 where it is not known'), message: z.string() }),
    ).describe('the syntax errors; empty also if no runner has compiled it in time'),
  })
  .meta({ id: 'ScriptProblems' });

/**
 * Checks the permission for a trial run: to edit a script of a task, or configurations of any folder. Throws Forbidden,
 * NotFound.
 */
async function requireTrial(
  { database }: Pick<Deps, 'database'>,
  caller: Person,
  { taskId, field = 'script', type }: Pick<z.output<typeof trial>, 'taskId' | 'field' | 'type'>,
): Promise<void> {
  if (taskId !== undefined) await getPartLocation(database, caller, 'Task', taskId, neededByScript[field]);
  // The permission for a task does not include the scripts of plugins.
  if (taskId !== undefined && type === undefined) return;
  if (!isGrantedOnFolder(caller, neededToChange.configuration))
    throw missingPermission(neededToChange.configuration, rootFolderId);
}

/** Routes for checks and trial runs of scripts, for their authors. They extend the API of the family. */
export const scripts: readonly Route[] = [
  route({
    method: 'POST',
    path: '/scripts/check',
    name: 'checkScript',
    summary: 'Compiles a script without running it, as when it is saved',
    needs: 'anyone',
    body: jsonBody(check),
    effect: 'read',
    reply: problems,
    answer: async (deps, { body: { script } }) => {
      requireMaxLength('script', script);
      const problem = await checkScript(deps, script);
      return { problems: problem === null ? [] : [{ line: problem.line ?? 0, message: problem.error }] };
    },
  }),
  route({
    method: 'POST',
    path: '/scripts/test',
    name: 'testScript',
    summary: 'Runs a script in the sandbox and returns the result; it changes nothing',
    needs: {
      named: [
        neededToChange.configuration,
        ...new Set(Object.values(neededByScript).flatMap(({ anyOf, onTemplate }) => [...anyOf, ...onTemplate])),
      ],
      why: 'folder#edit_configuration on any folder; with `taskId` the permission to edit this script of the task',
    },
    body: jsonBody(trial),
    effect: 'read',
    reply: outcome,
    answer: async (deps, { caller, body }) => {
      await requireTrial(deps, caller, body);
      const variables = body.variables?.map((variable) => variableDraft(variableBody.parse(variable), deps.typePrefix));
      return toOutcome(await runTrial(deps, caller, { ...body, variables }), variables !== undefined);
    },
  }),
];
