import { joinIds } from '@slipway/api-schema/format';
import { type ChildVariablesResponse, releaseIdOf, showChildVariables } from '@slipway/api-schema/plans';
import { isTemplate, type Release, taskPositionOf, titleOf } from '@slipway/domain/model';
import { mayView } from '@slipway/domain/people';
import { childTasks, openVariables } from '@slipway/domain/templates';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { findReferenced } from '@slipway/persistence/folders';
import { type ReleaseView, readRelease } from '@slipway/persistence/plans';
import type { ReadContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';
import { accessSubject, permissionScope, planAttributes } from '../model/require-permission.ts';
import { getTemplate } from './find.ts';

/** Returns a template without its phases, by id or path of titles; null if the caller cannot view it. */
async function findVisible(database: Database, caller: Person, reference: string): Promise<ReleaseView | null> {
  const id = await findReferenced(database, 'Release', reference);
  const view = id === null ? null : await readRelease(database, id, { phases: false });
  if (view === null || !isTemplate(view.release.status)) return null;
  const attributes = planAttributes(view);
  const callerThere = await caller.callerAt(permissionScope(attributes));
  return mayView(callerThere, accessSubject(attributes)) ? view : null;
}

function taskPath(release: Release, taskId: string): readonly string[] {
  const { phase, groups } = taskPositionOf(release, taskId);
  return [phase.id, ...groups.map(({ id }) => id), taskId];
}

/**
 * Returns the variables of child releases that a user can set when a release of a template is created, for each
 * create-release task with such variables. Omits templates that the caller cannot view. Throws NotFound, Forbidden.
 */
export async function listChildVariables(
  context: Pick<ReadContext, 'database' | 'typePrefix'>,
  caller: Person,
  rawId: string,
): Promise<readonly ChildVariablesResponse[]> {
  const parent = await getTemplate(context.database, caller, rawId, { comments: false });
  const children = childTasks(parent.release);
  const views = new Map<string, ReleaseView | null>();
  for (const reference of new Set(children.map((child) => child.reference)))
    views.set(reference, await findVisible(context.database, caller, reference));
  const show = contextWithoutReferences(context);
  return children.flatMap((child) => {
    const view = views.get(child.reference) ?? null;
    const variables = view === null ? [] : openVariables(child, view.release.variables);
    if (view === null || variables.length === 0) return [];
    return showChildVariables(
      {
        taskId: joinIds(releaseIdOf(parent), ...taskPath(parent.release, child.task.id)),
        taskTitle: titleOf(child.task),
        templateId: releaseIdOf(view),
        templateTitle: view.release.title,
        variables,
      },
      show,
    );
  });
}
