import type { RequestedPhase, RequestedPlan, RequestedTask } from '../edits/requested-plan.ts';
import { blankPhase, blankPhasePassive, type Phase, type PhaseFields } from '../model/phase.ts';
import { tasksOf, titleOf } from '../model/plan.ts';
import { blankRelease, blankReleasePassive, type ReleaseFields, type ReleasePassive } from '../model/release.ts';
import { blankTaskPassive, type Task } from '../model/task.ts';
import { pick } from '../plans/build.ts';
import type { VersionContent } from './content.ts';
import { keepCreation, keepProperties, keepVariables } from './secrets.ts';

/** A secret that a restored version had, and that a user must enter again. */
export interface MissingSecret {
  readonly part: 'template' | 'variable' | 'task';
  /** the id of the part in the version */
  readonly id: string;
  /** the title of a template or task, or the key of a variable */
  readonly title: string;
  /** the name of the property, or the key of a variable of a create-release task */
  readonly field: string;
}

/** The plan that restores a version, and the secrets that it cannot restore. */
export interface Restoration {
  readonly requested: RequestedPlan;
  readonly missing: readonly MissingSecret[];
}

/**
 * Returns the plan that gives a template the content of a version. Secrets are not part of a version: parts that still
 * exist keep their present ones, and the others are listed. The same applies to the run-as user, who requires a
 * password. Attachments stay as they are.
 */
export function restoration(version: VersionContent, present: VersionContent): Restoration {
  const missing: MissingSecret[] = [];
  const presentTasks = new Map([...tasksOf(present.release)].map((task) => [task.id, task]));
  const restoredTask = (task: Task): RequestedTask => {
    const { id, definition } = task;
    const {
      type,
      uses,
      scriptAuthors,
      hasPrecondition,
      hasFailureHandler,
      hasAbortScript,
      scriptType,
      eventSource,
      ...own
    } = definition;
    const { attachments, properties, ...texts } = version.stored.tasks.get(id) ?? blankTaskPassive;
    const keptProperties = keepProperties(properties, present.stored.tasks.get(id)?.properties ?? {});
    const keptCreation = keepCreation(own.creation, presentTasks.get(id)?.definition.creation ?? null);
    for (const field of [...keptProperties.missing, ...keptCreation.missing])
      missing.push({ part: 'task', id, title: titleOf(task), field });
    return {
      ...{ ...own, ...texts, id, type },
      properties: keptProperties.value,
      creation: keptCreation.value,
      tasks: task.tasks.map(restoredTask),
    };
  };
  const restoredPhase = (phase: Phase): RequestedPhase => ({
    ...pick<PhaseFields>(blankPhase, phase),
    ...(version.stored.phases.get(phase.id) ?? blankPhasePassive),
    id: phase.id,
    tasks: phase.tasks.map(restoredTask),
  });
  const variables = keepVariables(version.release.variables, present.release.variables);
  for (const { id, key } of variables.missing) missing.push({ part: 'variable', id, title: key, field: 'value' });
  const patch = restoredFields(version, present, missing);
  const phases = version.release.phases.map(restoredPhase);
  return { requested: { patch, variables: variables.value, phases }, missing };
}

function restoredFields(version: VersionContent, present: VersionContent, missing: MissingSecret[]) {
  const { id, title, scriptUsername } = version.release;
  const { attachments, scriptUserPassword, ...texts } = pick<ReleasePassive>(
    blankReleasePassive,
    version.stored.release,
  );
  const { scriptUsername: _, ...fields } = pick<ReleaseFields>(blankRelease, version.release);
  if (scriptUsername === present.release.scriptUsername) return { ...fields, ...texts };
  if (scriptUsername === null) return { ...fields, ...texts, scriptUsername };
  missing.push({ part: 'template', id, title, field: 'scriptUsername' });
  return { ...fields, ...texts };
}
