import { contextFor, requireData } from '../decision/context.ts';
import type { Env } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import { logRelease } from '../decision/log.ts';
import { beginOutcome, type OutcomeDraft } from '../decision/outcome-draft.ts';
import { blankAuthorship } from '../model/approval.ts';
import { mergeChanges } from '../model/passive.ts';
import { mapPlan, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { blankTaskPassive } from '../model/task.ts';
import { isSealed, type Variable } from '../model/variable.ts';
import { mayCopyPasswords } from '../people/require-creation.ts';
import { type NewIds, requireTitle } from '../plans/build.ts';
import { copyPlan, withNewId } from './templates.ts';

/** The request for a copy of a template (models.txt, CopyTemplate). */
export interface CopyTemplateRequest {
  /** Null: the title of the template with the suffix `(copy)`. */
  readonly title: string | null;
  /** Null: the description of the template. */
  readonly description: string | null;
}

/**
 * Returns a copy of a template in the same folder, owned by the caller, with its variable values. Passwords and the
 * run-as user are copied only if the caller may edit the original. Throws Invalid, MissingData.
 */
export function buildTemplateCopy(
  template: Release,
  request: CopyTemplateRequest,
  caller: Caller,
  env: Env,
): OutcomeDraft {
  if (request.title !== null) requireTitle('template', request.title);
  const source = mayCopyPasswords(caller) ? template : withoutSecrets(template, env);
  const id = env.newId('Release');
  const newIds: NewIds = new Map([[template.id, id]]);
  const variables = source.variables.map((variable) => withNewId(variable, newIds, env));
  const copy = copyPlan(source, { id, variables }, newIds, env);
  const { description } = request;
  const release: Release = {
    ...copy,
    title: request.title ?? `${template.title} (copy)`,
    owner: caller.username,
    authorship: { ...blankAuthorship, createdBy: caller.username },
    passive: description === null ? copy.passive : mergeChanges(copy.passive, { description }),
  };
  return logRelease(beginOutcome(release, contextFor(env, caller)), 'RELEASE_CREATED', 'activity.releaseCopied');
}

const withoutPassword = (variable: Variable): Variable =>
  variable.type === 'PasswordStringVariable' ? { ...variable, value: null } : variable;

function withoutSecrets(template: Release, { data }: Env): Release {
  const tasks = [...tasksOf(template)];
  const passives = requireData(data.passives, ...tasks.map(({ id }) => ({ kind: 'passive', id }) as const));
  const withoutTaskSecrets = mapPlan(template, (task) => {
    const { creation } = task.definition;
    const { properties } = passives.get(task.id) ?? blankTaskPassive;
    const openProperties = Object.entries(properties).filter(
      ([, value]) => !(typeof value === 'string' && isSealed(value)),
    );
    const templateVariables = creation?.templateVariables.map(withoutPassword) ?? [];
    return {
      ...task,
      definition: { ...task.definition, creation: creation && { ...creation, templateVariables } },
      passive: mergeChanges(task.passive, { properties: Object.fromEntries(openProperties) }),
    };
  });
  return {
    ...withoutTaskSecrets,
    scriptUsername: null,
    scriptTokenId: null,
    scriptUserSetBy: null,
    variables: template.variables.map(withoutPassword),
    passive: mergeChanges(template.passive, { scriptUserPassword: null }),
  };
}
