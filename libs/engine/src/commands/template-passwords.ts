import { type ChangeCreation, type Command, definitionOf } from '@slipway/domain/commands';
import { mapCreations } from '@slipway/domain/files';
import { withPasswordsFor } from '@slipway/domain/flow';
import { lastSegment } from '@slipway/domain/ids';
import type { TemplateDraft } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import { readTriggerTemplates } from '@slipway/persistence/triggers';

/**
 * Returns the plan with values for password variables of the templates in its create-release tasks marked as
 * passwords. Runs no statement if no task has a value for a known template.
 */
async function withPasswords<T>(
  connection: Connection,
  plan: T,
  mapCreationsOf: (plan: T, change: ChangeCreation) => T,
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

/**
 * Returns a command in which create-release tasks have password values for the password variables of known templates.
 */
export async function withTemplatePasswords(connection: Connection, command: Command): Promise<Command> {
  const mapCreationsOf = definitionOf(command).secrets?.mapCreations;
  return mapCreationsOf ? await withPasswords(connection, command, mapCreationsOf) : command;
}

/** Does the same for a template draft. */
export const withPasswordsOfTemplates = (connection: Connection, draft: TemplateDraft): Promise<TemplateDraft> =>
  withPasswords(connection, draft, mapCreations);
