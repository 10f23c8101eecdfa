import type { Command, PlanEdit } from '@slipway/domain/decision';
import { mapCreations } from '@slipway/domain/files';
import { withPasswordsFor } from '@slipway/domain/flow';
import type { Creation, PhaseDraft, TaskDraft, TaskPatch, TemplateDraft } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import { readTriggerTemplates } from '@slipway/persistence/triggers';

type Change = (creation: Creation) => Creation;

const inTask = <T extends TaskPatch>(task: T, change: Change): T =>
  task.creation ? { ...task, creation: change(task.creation) } : task;

const inPhase = (phase: PhaseDraft, change: Change): PhaseDraft => {
  const { phases = [] } = mapCreations({ phases: [phase] }, change);
  return phases[0] ?? phase;
};

const inDraft = (task: TaskDraft, change: Change): TaskDraft => inPhase({ tasks: [task] }, change).tasks?.[0] ?? task;

/** Changes what create-release tasks of an edit of a plan are given; any other edit stays as it is. */
function inEdit<T extends Command | PlanEdit>(edit: T, change: Change): T {
  if (edit.type === 'addTask') return { ...edit, task: inDraft(edit.task, change) };
  if (edit.type === 'updateTask') return { ...edit, patch: inTask(edit.patch, change) };
  if (edit.type === 'addPhase') return { ...edit, phase: inPhase(edit.phase, change) };
  return edit;
}

const inCommand = (command: Command, change: Change): Command =>
  command.type === 'changePlan'
    ? { ...command, edits: command.edits.map((edit) => inEdit(edit, change)) }
    : inEdit(command, change);

const lastSegment = (rawId: string): string => rawId.slice(rawId.lastIndexOf('/') + 1);

/** Reads the templates that are named, and gives values for their passwords as passwords. No statement for none. */
async function withPasswords<T>(
  connection: Connection,
  plan: T,
  mapCreationsOf: (plan: T, change: Change) => T,
): Promise<T> {
  const ids = new Set<string>();
  mapCreationsOf(plan, (creation) => {
    const isText = creation.templateVariables.some(({ type, value }) => type === 'StringVariable' && value !== null);
    if (isText && creation.templateId !== null) ids.add(lastSegment(creation.templateId));
    return creation;
  });
  if (ids.size === 0) return plan;
  const templates = await readTriggerTemplates(connection, [...ids]);
  return mapCreationsOf(plan, (creation) => {
    const template = templates.get(lastSegment(creation.templateId ?? ''));
    return template === undefined
      ? creation
      : { ...creation, templateVariables: withPasswordsFor(template.variables, creation.templateVariables) };
  });
}

/** A command whose create-release tasks have values for passwords of known templates as passwords. */
export const withTemplatePasswords = (connection: Connection, command: Command): Promise<Command> =>
  withPasswords(connection, command, inCommand);

/** The same of the draft of a template. */
export const withPasswordsOfTemplates = (connection: Connection, draft: TemplateDraft): Promise<TemplateDraft> =>
  withPasswords(connection, draft, mapCreations);
