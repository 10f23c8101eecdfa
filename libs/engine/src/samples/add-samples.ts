import { rootFolderId } from '@slipway/domain/ids';
import type { TemplateDraft } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { createFolder } from '@slipway/persistence/folders';
import { newId } from '../environment/ids.ts';
import { teamsOfNewFolder } from '../people/new-plan-teams.ts';
import type { Person } from '../people/person.ts';
import { playground, sampleFolder, sampleTemplates } from './samples.ts';

interface TemplateCreator {
  createTemplate(draft: TemplateDraft, folderId: string, caller: Person): Promise<unknown>;
}

/** Adds the first folders and the sample templates, once: Conflict when a folder is there already (compatibility.md, First user and samples). */
export async function addSamples(database: Database, engine: TemplateCreator, caller: Person): Promise<void> {
  const actor = { username: caller.username, address: null };
  const add = (folder: typeof sampleFolder | typeof playground) => {
    const ownTeams = { teams: teamsOfNewFolder(caller), actor };
    return createFolder(database, { ...folder, parentId: rootFolderId, freshId: newId('Folder'), own: ownTeams });
  };
  const { id } = await add(sampleFolder);
  await add(playground);
  for (const template of sampleTemplates) await engine.createTemplate(template, id, caller);
}
