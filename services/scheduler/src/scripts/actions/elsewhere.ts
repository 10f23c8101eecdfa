import { neededForCommand, neededToChange, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  addOrChangeConfiguration,
  changeConfiguration,
  changeSharedVariable,
  configurationFor,
  createFolder,
  createSharedVariable,
  createTemplate,
  deleteConfiguration,
  deleteFolder,
  deleteSharedVariable,
  folderNamed,
  moveFolder,
  releaseNamed,
  renameFolder,
  requireOnShared,
  sharedVariableNamed,
  templateNamed,
} from '@slipway/resources';
import type { ScriptAction } from '@slipway/scripts';
import { configurationBody, folderBody, folderTitle, templateBody, variableBody } from '@slipway/wire';
import type { ScriptContext } from '../context/context.ts';
import { actorOf, type OutsideAction, outside, outsideCommand, type ResolvedAction, within } from './outside-action.ts';

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

/** What is done to other things than the parts of a release. */
export type ElsewhereAction = Extract<ScriptAction, { does: (typeof kinds)[number] }>;

export const isElsewhere = (action: ScriptAction): action is ElsewhereAction =>
  kinds.some((does) => does === action.does);

type Perform = OutsideAction['perform'];

/** Such an action as REST would do it. Throws NotFound, Invalid, and the schema's error for a body. */
export async function elsewhere(
  context: ScriptContext,
  asker: Person,
  action: ElsewhereAction,
): Promise<ResolvedAction> {
  switch (action.does) {
    case 'createTemplate':
      return createTemplateBy(context, action);
    case 'moveTemplate': {
      const folder = await folderNamed(context.database, action.folderId);
      const { release } = await templateNamed(context.database, asker, action.templateId, { phases: false });
      const { mergePermissions } = action;
      return outsideCommand(release.id, { type: 'moveTemplate', folderId: folder.id, mergePermissions });
    }
    case 'addConfiguration':
    case 'updateConfiguration':
    case 'deleteConfiguration':
      return ofConfiguration(context, action);
    case 'addFolder':
    case 'renameFolder':
    case 'moveFolder':
    case 'deleteFolder':
      return ofFolder(context, action);
    case 'addSharedVariable':
    case 'updateSharedVariable':
    case 'deleteSharedVariable':
      return await ofSharedVariable(context, action);
    case 'deleteRelease': {
      const { releaseId } = action;
      const { release } = await releaseNamed(context.database, asker, releaseId, deleting);
      return deletionOf('delete a release', release);
    }
    case 'deleteTemplate': {
      const { release } = await templateNamed(context.database, asker, action.templateId, deleting);
      return deletionOf('delete a template', release);
    }
  }
}

const deleting = { needed: neededForCommand.deleteRelease, phases: false };

const deletionOf = (doing: string, { id }: { readonly id: string }): ResolvedAction =>
  outside({ doing, perform: (engine, caller) => engine.deleteRelease(id, caller) });

type Does<D extends ElsewhereAction['does']> = Extract<ElsewhereAction, { does: D }>;

function createTemplateBy(context: ScriptContext, { folderId, template }: Does<'createTemplate'>): ResolvedAction {
  const body = templateBody.parse(template);
  const id = folderId ?? rootFolderId;
  return outside({
    doing: 'create a template',
    perform: (engine, caller) => createTemplate(within(context, engine), caller, id, body),
  });
}

function ofConfiguration(
  context: ScriptContext,
  action: Does<'addConfiguration' | 'updateConfiguration' | 'deleteConfiguration'>,
): ResolvedAction {
  switch (action.does) {
    case 'addConfiguration': {
      const body = configurationBody.parse(action.configuration);
      const perform: Perform = (engine, caller) => addOrChangeConfiguration(within(context, engine), caller, body);
      return outside({ doing: 'add a configuration', perform });
    }
    case 'updateConfiguration': {
      const body = configurationBody.parse(action.configuration);
      const { configurationId: id } = action;
      const perform: Perform = async (engine, caller) =>
        changeConfiguration(
          within(context, engine),
          caller,
          await configurationFor(context.database, id, { caller, anyOf: [neededToChange.configuration] }),
          body,
        );
      return outside({ doing: 'change a configuration', perform });
    }
    case 'deleteConfiguration': {
      const { configurationId: id } = action;
      const perform: Perform = (engine, caller) => deleteConfiguration(within(context, engine), caller, id);
      return outside({ doing: 'delete a configuration', perform });
    }
  }
}

function ofFolder(
  context: ScriptContext,
  action: Does<'addFolder' | 'renameFolder' | 'moveFolder' | 'deleteFolder'>,
): ResolvedAction {
  const { folderId: id } = action;
  const act = (doing: string, perform: Perform): ResolvedAction => outside({ doing, perform });
  switch (action.does) {
    case 'addFolder': {
      const body = folderBody.parse(action.folder);
      return act('add a folder', (engine, caller) =>
        createFolder(within(context, engine), { caller, actor: actorOf(caller) }, id, body),
      );
    }
    case 'renameFolder': {
      const title = folderTitle.parse(action.title);
      return act('rename a folder', (engine, caller) => renameFolder(within(context, engine), caller, id, title));
    }
    case 'moveFolder':
      return act('move a folder', (engine, caller) =>
        moveFolder(within(context, engine), { caller, actor: actorOf(caller) }, id, action.parentId),
      );
    case 'deleteFolder':
      return act('delete a folder', (engine, caller) => deleteFolder(within(context, engine), caller, id));
  }
}

async function ofSharedVariable(
  context: ScriptContext,
  action: Does<'addSharedVariable' | 'updateSharedVariable' | 'deleteSharedVariable'>,
): Promise<ResolvedAction> {
  if (action.does === 'addSharedVariable') {
    const body = variableBody.parse(action.variable);
    const { folderId } = action;
    return outside({
      doing: 'add a variable',
      perform: async (engine, caller) => {
        const asking = { caller, anyOf: [neededToChange.folderVariable] } as const;
        const folder = folderId === null ? null : await folderNamed(context.database, folderId, asking);
        if (folder === null) await requireOnShared(caller, null, 'Configuration');
        const place = { folderId: folder?.id ?? null, folderPath: folder?.path ?? null };
        return await createSharedVariable(within(context, engine), place, body);
      },
    });
  }
  const { variableId } = action;
  const view = await sharedVariableNamed(context.database, variableId);
  if (action.does === 'deleteSharedVariable') {
    const perform: Perform = async (engine, caller) => {
      await requireOnShared(caller, view.folderId, variableId);
      return await engine.change((database) => deleteSharedVariable({ database }, view));
    };
    return outside({ doing: 'delete a variable', perform });
  }
  const body = variableBody.parse(action.variable);
  const perform: Perform = async (engine, caller) => {
    await requireOnShared(caller, view.folderId, variableId);
    return await engine.change((database) =>
      changeSharedVariable({ ...within(context, engine), database }, view, body),
    );
  };
  return outside({ doing: 'change a variable', perform });
}
