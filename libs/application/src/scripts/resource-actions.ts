import { configurationBody } from '@slipway/api-schema/configurations';
import { folderBody, folderTitle } from '@slipway/api-schema/folders';
import { templateBody } from '@slipway/api-schema/plans';
import { variableBody } from '@slipway/api-schema/variables';
import { neededForCommand } from '@slipway/domain/commands';
import { rootFolderId } from '@slipway/domain/ids';
import { neededToChange } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { ScriptAction } from '@slipway/script-protocol';
import {
  addOrChangeConfiguration,
  changeConfiguration,
  deleteConfiguration,
} from '../configurations/configurations.ts';
import { getPermittedConfiguration } from '../configurations/find.ts';
import { createFolder, deleteFolder, moveFolder, renameFolder } from '../folders/change.ts';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { createTemplate } from '../plans/create.ts';
import { getRelease, getTemplate } from '../plans/find.ts';
import { templateMove } from '../plans/part-commands.ts';
import {
  changeSharedVariable,
  createSharedVariable,
  deleteSharedVariable,
  requireSharedVariablePermission,
} from '../variables/shared-variables.ts';
import { getSharedVariable } from '../variables/variables.ts';
import {
  actorOf,
  type ExternalAction,
  externalAction,
  externalCommand,
  type ResolvedAction,
  withEngine,
} from './resolved-action.ts';

const kinds = [
  'createTemplate',
  'moveTemplate',
  'addConfiguration',
  'updateConfiguration',
  'deleteConfiguration',
  'addFolder',
  'renameFolder',
  'moveFolder',
  'deleteFolder',
  'addSharedVariable',
  'updateSharedVariable',
  'deleteSharedVariable',
  'deleteRelease',
  'deleteTemplate',
] as const;

/** The script actions on objects other than parts of a release. */
export type ResourceAction = Extract<ScriptAction, { does: (typeof kinds)[number] }>;

export const isResourceAction = (action: ScriptAction): action is ResourceAction =>
  kinds.some((does) => does === action.does);

type Perform = ExternalAction['perform'];

/**
 * Resolves an action on such an object, with the rules of REST. Throws NotFound, Invalid, and the validation error of a
 * body.
 */
export async function resolveResourceAction(
  context: ResourceContext,
  requester: Person,
  action: ResourceAction,
): Promise<ResolvedAction> {
  switch (action.does) {
    case 'createTemplate':
      return createTemplateBy(context, action);
    case 'moveTemplate': {
      const { id, command } = await templateMove(context, requester, action);
      return externalCommand(id, command);
    }
    case 'addConfiguration':
    case 'updateConfiguration':
    case 'deleteConfiguration':
      return resolveConfigurationAction(context, action);
    case 'addFolder':
    case 'renameFolder':
    case 'moveFolder':
    case 'deleteFolder':
      return resolveFolderAction(context, action);
    case 'addSharedVariable':
    case 'updateSharedVariable':
    case 'deleteSharedVariable':
      return await resolveSharedVariableAction(context, action);
    case 'deleteRelease': {
      const { releaseId } = action;
      const { release } = await getRelease(context.database, requester, releaseId, neededToDelete);
      return deletionOf('delete a release', release);
    }
    case 'deleteTemplate': {
      const { release } = await getTemplate(context.database, requester, action.templateId, neededToDelete);
      return deletionOf('delete a template', release);
    }
  }
}

const neededToDelete = { needed: neededForCommand('deleteRelease'), phases: false };

const deletionOf = (description: string, { id }: { readonly id: string }): ResolvedAction =>
  externalAction({ description, perform: (engine, caller) => engine.deleteRelease(id, caller) });

type Does<D extends ResourceAction['does']> = Extract<ResourceAction, { does: D }>;

function createTemplateBy(context: ResourceContext, { folderId, template }: Does<'createTemplate'>): ResolvedAction {
  const body = templateBody.parse(template);
  const id = folderId ?? rootFolderId;
  return externalAction({
    description: 'create a template',
    perform: (engine, caller) => createTemplate(withEngine(context, engine), caller, id, body),
  });
}

function resolveConfigurationAction(
  context: ResourceContext,
  action: Does<'addConfiguration' | 'updateConfiguration' | 'deleteConfiguration'>,
): ResolvedAction {
  switch (action.does) {
    case 'addConfiguration': {
      const body = configurationBody.parse(action.configuration);
      const perform: Perform = (engine, caller) => addOrChangeConfiguration(withEngine(context, engine), caller, body);
      return externalAction({ description: 'add a configuration', perform });
    }
    case 'updateConfiguration': {
      const body = configurationBody.parse(action.configuration);
      const { configurationId: id } = action;
      const perform: Perform = async (engine, caller) =>
        changeConfiguration(
          withEngine(context, engine),
          caller,
          await getPermittedConfiguration(context.database, id, { caller, anyOf: [neededToChange.configuration] }),
          body,
        );
      return externalAction({ description: 'change a configuration', perform });
    }
    case 'deleteConfiguration': {
      const { configurationId: id } = action;
      const perform: Perform = (engine, caller) => deleteConfiguration(withEngine(context, engine), caller, id);
      return externalAction({ description: 'delete a configuration', perform });
    }
  }
}

function resolveFolderAction(
  context: ResourceContext,
  action: Does<'addFolder' | 'renameFolder' | 'moveFolder' | 'deleteFolder'>,
): ResolvedAction {
  const { folderId: id } = action;
  const toAction = (description: string, perform: Perform): ResolvedAction => externalAction({ description, perform });
  switch (action.does) {
    case 'addFolder': {
      const body = folderBody.parse(action.folder);
      return toAction('add a folder', (engine, caller) =>
        createFolder(withEngine(context, engine), { caller, actor: actorOf(caller) }, id, body),
      );
    }
    case 'renameFolder': {
      const title = folderTitle.parse(action.title);
      return toAction('rename a folder', (engine, caller) =>
        renameFolder(withEngine(context, engine), caller, id, title),
      );
    }
    case 'moveFolder':
      return toAction('move a folder', (engine, caller) =>
        moveFolder(withEngine(context, engine), { caller, actor: actorOf(caller) }, id, action.parentId),
      );
    case 'deleteFolder':
      return toAction('delete a folder', (engine, caller) => deleteFolder(withEngine(context, engine), caller, id));
  }
}

async function resolveSharedVariableAction(
  context: ResourceContext,
  action: Does<'addSharedVariable' | 'updateSharedVariable' | 'deleteSharedVariable'>,
): Promise<ResolvedAction> {
  if (action.does === 'addSharedVariable') {
    const body = variableBody.parse(action.variable);
    const { folderId } = action;
    return externalAction({
      description: 'add a variable',
      perform: async (engine, caller) => {
        const access = { caller, anyOf: [neededToChange.folderVariable] } as const;
        const folder = folderId === null ? null : await getFolder(context.database, folderId, access);
        if (folder === null) await requireSharedVariablePermission(caller, null, 'Configuration');
        const location = { folderId: folder?.id ?? null, folderPath: folder?.path ?? null };
        return await createSharedVariable(withEngine(context, engine), location, body);
      },
    });
  }
  const { variableId } = action;
  const view = await getSharedVariable(context.database, variableId);
  if (action.does === 'deleteSharedVariable') {
    const perform: Perform = async (engine, caller) => {
      await requireSharedVariablePermission(caller, view.folderId, variableId);
      return await engine.change((database) => deleteSharedVariable({ database }, view));
    };
    return externalAction({ description: 'delete a variable', perform });
  }
  const body = variableBody.parse(action.variable);
  const perform: Perform = async (engine, caller) => {
    await requireSharedVariablePermission(caller, view.folderId, variableId);
    return await engine.change((database) =>
      changeSharedVariable({ ...withEngine(context, engine), database }, view, body),
    );
  };
  return externalAction({ description: 'change a variable', perform });
}
